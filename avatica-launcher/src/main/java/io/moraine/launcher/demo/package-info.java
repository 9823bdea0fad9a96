/* SPDX-License-Identifier: Apache-2.0 */
/** The guided tour. */
@NullMarked
package io.moraine.launcher.demo;

import org.jspecify.annotations.NullMarked;
