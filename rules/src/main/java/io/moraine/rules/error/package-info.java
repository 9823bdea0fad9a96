/* SPDX-License-Identifier: Apache-2.0 */
/** The error model: SQLSTATE codes and the one exception that carries them. */
@NullMarked
package io.moraine.rules.error;

import org.jspecify.annotations.NullMarked;
