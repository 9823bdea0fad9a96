/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** A column of {@code Long}. */
public final class LongReader extends FixedReader {
  LongReader(RowReader rows, ArrowColumn column) {
    super(rows, column, Long.SIZE);
  }

  @Override
  Object notNull(int row) {
    return get(row);
  }

  /** The value in the current row, 0 for NULL. */
  public long get() {
    int row = row();
    return row < 0 ? 0 : get(row);
  }

  /** The value in a {@link #row} that is not negative. */
  public long get(int row) {
    return (long) LONGS.get(data(), row << 3);
  }
}
