/* SPDX-License-Identifier: Apache-2.0 */
/** Avatica's handlers over JDBC, behind an HTTP front of our own. */
@NullMarked
package io.moraine.launcher.server;

import org.jspecify.annotations.NullMarked;
