/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;

/** Values that have the bits of a number: floating ones too. */
final class NumberBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final Form form;
  private final long[] bits;

  NumberBuffer(ReadColumn column, int capacity) {
    super(capacity);
    this.column = column;
    this.form = column.form();
    this.bits = new long[capacity];
  }

  /** The values, as {@link RecordValues#bits} has them, to be filled. */
  long[] bits() {
    return bits;
  }

  @Override
  int set(int row, Object value) {
    bits[row] = RecordValues.bits(column, value);
    return Long.BYTES;
  }

  @Override
  void repeatFirst(int rows) {
    Arrays.fill(bits, 0, rows, bits[0]);
  }

  @Override
  void keepValues(int[] kept, int count) {
    for (int i = 0; i < count; i++) {
      bits[i] = bits[kept[i]];
    }
  }

  @Override
  void writeValues(DuckDBWritableVector vector, int first, int count) {
    switch (form) {
      case BIGINT -> {
        for (int row = 0; row < count; row++) {
          vector.setLong(row, bits[first + row]);
        }
      }
      case INTEGER -> {
        for (int row = 0; row < count; row++) {
          vector.setInt(row, (int) bits[first + row]);
        }
      }
      case DOUBLE -> {
        for (int row = 0; row < count; row++) {
          vector.setDouble(row, Double.longBitsToDouble(bits[first + row]));
        }
      }
      case FLOAT -> {
        for (int row = 0; row < count; row++) {
          vector.setFloat(row, Float.intBitsToFloat((int) bits[first + row]));
        }
      }
      case BOOLEAN -> {
        for (int row = 0; row < count; row++) {
          vector.setBoolean(row, bits[first + row] != 0);
        }
      }
      default -> throw new IllegalStateException("No number: " + form);
    }
  }
}
