/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** The rows of a result one by one, as exact Java values (see {@link ColumnReader}). */
public final class ResultRows implements Iterator<@Nullable Object[]> {
  private final ColumnarResult result;
  private final VectorSchemaRoot vectors;
  private final List<ColumnReader> columns;
  private int row = -1;
  private int rows;

  /** The rows of a result that was not read yet; closing the result is the caller's. */
  public ResultRows(ColumnarResult result) {
    this.result = result;
    this.vectors = result.vectors();
    this.columns = vectors.getFieldVectors().stream().map(ColumnReader::of).toList();
  }

  @Override
  public boolean hasNext() {
    while (row + 1 >= rows) {
      if (!result.next()) {
        return false;
      }
      rows = vectors.getRowCount();
      row = -1;
    }
    return true;
  }

  @Override
  public @Nullable Object[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    row++;
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i).value(row);
    }
    return values;
  }
}
