/* SPDX-License-Identifier: Apache-2.0 */
/** The prompt, and the batch mode behind {@code -e} and {@code -f}. */
@NullMarked
package io.moraine.launcher.shell;

import org.jspecify.annotations.NullMarked;
