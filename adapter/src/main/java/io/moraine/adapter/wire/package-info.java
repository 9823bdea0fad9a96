/* SPDX-License-Identifier: Apache-2.0 */
/** How rows reach a server without an object for each value: all that it may know beside JDBC. */
@NullMarked
package io.moraine.adapter.wire;

import org.jspecify.annotations.NullMarked;
