/* SPDX-License-Identifier: Apache-2.0 */
/** Tables of other Calcite schemas: what is read of them, and how their rows reach the runtime. */
@NullMarked
package io.moraine.adapter.foreign;

import org.jspecify.annotations.NullMarked;
