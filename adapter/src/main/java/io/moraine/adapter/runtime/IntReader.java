/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** A column of {@code Integer}. */
public final class IntReader extends FixedReader {
  IntReader(RowReader rows, ArrowColumn column) {
    super(rows, column, Integer.SIZE);
  }

  @Override
  Object notNull(int row) {
    return get(row);
  }

  /** The value in the current row, 0 for NULL. */
  public int get() {
    int row = row();
    return row < 0 ? 0 : get(row);
  }

  /** The value in a {@link #row} that is not negative. */
  public int get(int row) {
    return (int) INTS.get(data(), row << 2);
  }
}
