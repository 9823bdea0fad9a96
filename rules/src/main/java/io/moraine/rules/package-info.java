/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The algebra: one scan node, one modify node, the value that carries the push-down, and the rules
 * that refine it. Nothing here does I/O.
 */
@NullMarked
package io.moraine.rules;

import org.jspecify.annotations.NullMarked;
