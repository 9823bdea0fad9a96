/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.BitSet;
import org.duckdb.DuckDBWritableVector;

/** Values that have the bits of a number: floating ones too. */
final class NumberBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final Form form;
  private final long[] bits = new long[Batch.ROWS];
  private final BitSet nulls = new BitSet();

  NumberBuffer(ReadColumn column) {
    this.column = column;
    this.form = column.form();
  }

  @Override
  void setNull(int row) {
    nulls.set(row);
  }

  @Override
  void set(int row, Object value) {
    bits[row] = RecordValues.bits(column, value);
  }

  @Override
  void write(DuckDBWritableVector vector, int rows) {
    switch (form) {
      case BIGINT -> {
        for (int row = 0; row < rows; row++) {
          vector.setLong(row, bits[row]);
        }
      }
      case INTEGER -> {
        for (int row = 0; row < rows; row++) {
          vector.setInt(row, (int) bits[row]);
        }
      }
      case DOUBLE -> {
        for (int row = 0; row < rows; row++) {
          vector.setDouble(row, Double.longBitsToDouble(bits[row]));
        }
      }
      case FLOAT -> {
        for (int row = 0; row < rows; row++) {
          vector.setFloat(row, Float.intBitsToFloat((int) bits[row]));
        }
      }
      case BOOLEAN -> {
        for (int row = 0; row < rows; row++) {
          vector.setBoolean(row, bits[row] != 0);
        }
      }
      default -> throw new IllegalStateException("No number: " + form);
    }
    for (int row = nulls.nextSetBit(0); row >= 0; row = nulls.nextSetBit(row + 1)) {
      vector.setNull(row);
    }
  }
}
