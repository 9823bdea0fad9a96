/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A top-level column of a Parquet file.
 *
 * @param name its name in the file
 * @param fieldId its Iceberg field id, or null if the file has none
 * @param engineType the type as which the engine reads it by itself; empty for a nested column
 */
record FileColumn(String name, @Nullable Integer fieldId, String engineType) {}
