/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** The values of a column of one batch, in the form in which the engine takes them. */
abstract sealed class ColumnBuffer permits NumberBuffer, DecimalBuffer, TextBuffer {
  /** Adds the next row's value, as Iceberg's generic records have it. */
  final void add(int row, @Nullable Object value) {
    if (value == null) {
      setNull(row);
    } else {
      set(row, value);
    }
  }

  abstract void setNull(int row);

  abstract void set(int row, Object value);

  /** The bytes that the values hold beside their references. */
  long bytes() {
    return 0;
  }

  /** Hands the first rows to the engine. */
  abstract void write(DuckDBWritableVector vector, int rows);
}
