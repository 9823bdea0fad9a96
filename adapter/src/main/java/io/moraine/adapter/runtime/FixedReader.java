/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** A column whose values all have the same width, which may be less than a byte. */
abstract class FixedReader extends ColumnReader {
  private final ArrowColumn column;
  private final int bits;
  private byte[] data = {};

  FixedReader(RowReader rows, ArrowColumn column, int bits) {
    super(rows, column);
    this.column = column;
    this.bits = bits;
  }

  @Override
  void load(int rowCount) {
    data = copy(column.fixed(bits), data);
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
  static ColumnReader of(RowReader rows, ArrowColumn column, int bytes, Cell cell) {
    return new FixedReader(rows, column, bytes * Byte.SIZE) {
      @Override
      Object notNull(int row) {
        return cell.at(data(), row);
      }
    };
  }

  /** One bit a value. */
  static ColumnReader bits(RowReader rows, ArrowColumn column) {
    return new FixedReader(rows, column, 1) {
      @Override
      Object notNull(int row) {
        return (data()[row >> 3] >> (row & 7) & 1) != 0;
      }
    };
  }
}
