/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Goes through a result row by row; values are exact (see {@link ColumnReader}). */
public final class RowReader {
  private final ColumnarResult result;
  private final VectorSchemaRoot vectors;
  private final List<ColumnReader> columns;
  private int row = -1;
  private int rows;

  /** A reader of a result that was not read yet; closing the result is the caller's. */
  public RowReader(ColumnarResult result) {
    this.result = result;
    this.vectors = result.vectors();
    this.columns = vectors.getFieldVectors().stream().map(ColumnReader::of).toList();
  }

  /** The number of columns. */
  public int columnCount() {
    return columns.size();
  }

  /** Goes to the next row; false after the last. */
  public boolean next() {
    while (++row >= rows) {
      if (!result.next()) {
        rows = 0;
        return false;
      }
      rows = vectors.getRowCount();
      row = -1;
    }
    return true;
  }

  /** The value of a column, from 0, in the current row; null for NULL. */
  public @Nullable Object value(int column) {
    return columns.get(column).value(row);
  }
}
