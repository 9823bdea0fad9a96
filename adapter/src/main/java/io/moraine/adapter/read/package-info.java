/* SPDX-License-Identifier: Apache-2.0 */
/** Data files that the engine cannot open by itself, read by Iceberg's library. */
@NullMarked
package io.moraine.adapter.read;

import org.jspecify.annotations.NullMarked;
