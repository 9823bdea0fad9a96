/* SPDX-License-Identifier: Apache-2.0 */
/** Rows to data files to one commit. */
@NullMarked
package io.moraine.adapter.write;

import org.jspecify.annotations.NullMarked;
