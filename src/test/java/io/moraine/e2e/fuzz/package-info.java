/* SPDX-License-Identifier: Apache-2.0 */
/** Random queries whose answers must be those of PostgreSQL. */
@NullMarked
package io.moraine.e2e.fuzz;

import org.jspecify.annotations.NullMarked;
