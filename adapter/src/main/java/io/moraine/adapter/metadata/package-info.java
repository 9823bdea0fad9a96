/* SPDX-License-Identifier: Apache-2.0 */
/** Iceberg metadata tables as SQL tables. */
@NullMarked
package io.moraine.adapter.metadata;

import org.jspecify.annotations.NullMarked;
