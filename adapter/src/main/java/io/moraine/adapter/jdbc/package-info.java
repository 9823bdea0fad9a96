/* SPDX-License-Identifier: Apache-2.0 */
/** The jdbc:moraine: driver on Avatica framework classes. */
@NullMarked
package io.moraine.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
