/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** A column of {@code Double}. */
public final class DoubleReader extends FixedReader {
  DoubleReader(RowReader rows, ArrowColumn column) {
    super(rows, column, Double.SIZE);
  }

  @Override
  Object notNull(int row) {
    return (double) DOUBLES.get(data(), row << 3);
  }

  /** The value in the current row, 0 for NULL. */
  public double get() {
    int row = row();
    return row < 0 ? 0 : (double) DOUBLES.get(data(), row << 3);
  }
}
