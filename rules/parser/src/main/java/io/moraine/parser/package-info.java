/* SPDX-License-Identifier: Apache-2.0 */
/** The SQL grammar and the syntax nodes of its DDL. */
@NullMarked
package io.moraine.parser;

import org.jspecify.annotations.NullMarked;
