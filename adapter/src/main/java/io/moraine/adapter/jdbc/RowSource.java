/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import io.moraine.adapter.runtime.RowReader;
import org.jspecify.annotations.Nullable;

/** Rows of exact Java values, one after the other. */
interface RowSource extends AutoCloseable {
  /** Goes to the next row; false after the last. */
  boolean next();

  /** The value of a column of the current row, from 0; null for NULL. */
  @Nullable Object value(int column);

  /** What reads a column, from 0, of the current row without a detour; null if nothing does. */
  default @Nullable ColumnReader column(int column) {
    return null;
  }

  /** What goes through these rows without a detour; null if nothing does. */
  default @Nullable RowReader reader() {
    return null;
  }

  @Override
  void close();
}
