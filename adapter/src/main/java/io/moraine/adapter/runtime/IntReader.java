/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.apache.arrow.vector.FieldVector;

/** A column of {@code Integer}. */
public final class IntReader extends FixedReader {
  IntReader(RowReader rows, FieldVector vector) {
    super(rows, vector, Integer.SIZE);
  }

  @Override
  Object notNull(int row) {
    return (int) INTS.get(data(), row << 2);
  }

  /** The value in the current row, 0 for NULL. */
  public int get() {
    int row = row();
    return row < 0 ? 0 : (int) INTS.get(data(), row << 2);
  }
}
