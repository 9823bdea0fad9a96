/* SPDX-License-Identifier: Apache-2.0 */
/** The command line: demo, serve and sql. */
@NullMarked
package io.moraine.launcher;

import org.jspecify.annotations.NullMarked;
