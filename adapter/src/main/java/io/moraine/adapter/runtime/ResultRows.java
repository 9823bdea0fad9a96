/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of a result as arrays of exact Java values (see {@link ColumnReader}). */
public final class ResultRows implements Iterator<@Nullable Object[]> {
  private final RowReader rows;
  private boolean ahead;
  private boolean ended;

  /** The rows of a result that was not read yet; closing the result is the caller's. */
  public ResultRows(ColumnarResult result) {
    this.rows = new RowReader(result);
  }

  @Override
  public boolean hasNext() {
    if (!ahead && !ended) {
      ahead = rows.next();
      ended = !ahead;
    }
    return ahead;
  }

  @Override
  public @Nullable Object[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ahead = false;
    @Nullable Object[] values = new @Nullable Object[rows.columnCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.value(i);
    }
    return values;
  }
}
