/* SPDX-License-Identifier: Apache-2.0 */
/** The columnar runtime: relational trees as SQL text over planned files. */
@NullMarked
package io.moraine.adapter.runtime;

import org.jspecify.annotations.NullMarked;
