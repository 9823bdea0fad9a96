/* SPDX-License-Identifier: Apache-2.0 */
/** Row expressions as Iceberg expressions, each exact, inexact or unsupported. */
@NullMarked
package io.moraine.rules.expr;

import org.jspecify.annotations.NullMarked;
