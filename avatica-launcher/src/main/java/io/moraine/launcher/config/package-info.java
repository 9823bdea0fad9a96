/* SPDX-License-Identifier: Apache-2.0 */
/** Settings of the server and what a connection opens. */
@NullMarked
package io.moraine.launcher.config;

import org.jspecify.annotations.NullMarked;
