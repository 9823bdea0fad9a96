/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.apache.arrow.vector.FieldVector;

/** A column whose values all have the same width, which may be less than a byte. */
abstract class FixedReader extends ColumnReader {
  private final FieldVector vector;
  private final int bits;
  private byte[] data = {};

  FixedReader(RowReader rows, FieldVector vector, int bits) {
    super(rows, vector);
    this.vector = vector;
    this.bits = bits;
  }

  @Override
  void load(int rowCount) {
    data = copy(vector.getDataBuffer(), ((long) rowCount * bits + 7) >> 3, data);
  }

  /** The batch's values, one after the other. */
  final byte[] data() {
    return data;
  }

  /** A cell as a value. */
  @FunctionalInterface
  interface Cell {
    Object at(byte[] data, int row);
  }

  /** Values without a reader of their own. */
  static ColumnReader of(RowReader rows, FieldVector vector, int bytes, Cell cell) {
    return new FixedReader(rows, vector, bytes * Byte.SIZE) {
      @Override
      Object notNull(int row) {
        return cell.at(data(), row);
      }
    };
  }

  /** One bit a value. */
  static ColumnReader bits(RowReader rows, FieldVector vector) {
    return new FixedReader(rows, vector, 1) {
      @Override
      Object notNull(int row) {
        return (data()[row >> 3] >> (row & 7) & 1) != 0;
      }
    };
  }
}
