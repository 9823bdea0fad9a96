/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** The values of a column of one batch, in the form in which the engine takes them. */
abstract sealed class ColumnBuffer permits NumberBuffer, DecimalBuffer, TextBuffer {
  private final boolean[] nulls;
  private boolean anyNull;

  ColumnBuffer(int capacity) {
    this.nulls = new boolean[capacity];
  }

  /**
   * Adds the next row's value, as Iceberg's generic records have it; returns the bytes that it
   * holds beside its reference.
   */
  final int add(int row, @Nullable Object value) {
    if (value == null) {
      setNull(row);
      return 0;
    }
    return set(row, value);
  }

  /** Gives one value, as generic records have it, to the first rows. */
  final void fill(@Nullable Object value, int rows) {
    if (rows == 0) {
      return;
    }
    add(0, value);
    if (value == null) {
      Arrays.fill(nulls, 0, rows, true);
    } else {
      repeatFirst(rows);
    }
  }

  final void setNull(int row) {
    nulls[row] = true;
    anyNull = true;
  }

  final boolean isNull(int row) {
    return nulls[row];
  }

  /** Keeps the first of the given rows, which are in order, and no others. */
  final void keep(int[] kept, int count) {
    for (int i = 0; i < count; i++) {
      nulls[i] = nulls[kept[i]];
    }
    keepValues(kept, count);
  }

  abstract int set(int row, Object value);

  abstract void repeatFirst(int rows);

  abstract void keepValues(int[] kept, int count);

  /** Hands rows to the engine. */
  final void write(DuckDBWritableVector vector, int first, int count) {
    writeValues(vector, first, count);
    if (anyNull) {
      for (int row = 0; row < count; row++) {
        if (nulls[first + row]) {
          vector.setNull(row);
        }
      }
    }
  }

  /** Hands values to the engine; of rows that are null, any. */
  abstract void writeValues(DuckDBWritableVector vector, int first, int count);
}
