/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through a result row by row; values are exact (see {@link ColumnReader}). */
public final class RowReader {
  private final ColumnarResult result;
  private final List<ColumnReader> columns;
  private final Cancellation cancellation;
  private int row = -1;
  private int rows;
  private long before;

  /** A reader of a result that was not read yet; closing the result is the caller's. */
  public RowReader(ColumnarResult result) {
    this.result = result;
    this.cancellation = result.cancellation();
    this.columns = result.columns(this);
  }

  /** The number of columns. */
  public int columnCount() {
    return columns.size();
  }

  /** Goes to the next row; false after the last. */
  public boolean next() {
    int next = row + 1;
    if (next < rows) {
      row = next;
      return true;
    }
    return nextBatch();
  }

  /**
   * Goes to the next row if the batch has it and the statement need not end; if not, {@link #next}
   * is to be asked.
   */
  public boolean advance() {
    int next = row + 1;
    if (next >= rows || cancellation.isCancelled()) {
      return false;
    }
    row = next;
    return true;
  }

  private boolean nextBatch() {
    columns.forEach(ColumnReader::forget);
    row = 0;
    before += rows;
    do {
      rows = 0;
      if (!result.next()) {
        return false;
      }
      rows = result.rowCount();
    } while (rows == 0);
    return true;
  }

  /** The number of the current row, from 1. */
  public long number() {
    return before + row + 1;
  }

  /** The value of a column, from 0, in the current row; null for NULL. */
  public @Nullable Object value(int column) {
    return columns.get(column).value();
  }

  /** The reader of a column, from 0. */
  public ColumnReader column(int column) {
    return columns.get(column);
  }

  /** The current row in the current batch, from 0. */
  int row() {
    return row;
  }

  /** Reads from the current batch while nobody can close it. */
  void whileOpen(Runnable reading) {
    result.whileOpen(reading);
  }
}
