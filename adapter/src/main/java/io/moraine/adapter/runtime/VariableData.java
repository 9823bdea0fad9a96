/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** The bytes of a column whose values differ in length. */
final class VariableData {
  /** How many bytes may be read behind a value without leaving {@link #bytes}. */
  static final int SLACK = 32;

  /** Longer batches stay where they are, and each value is fetched by itself. */
  private static final int MOST_BYTES = 16 << 20;

  private final RowReader rows;
  private final ArrowColumn column;
  private byte[] offsets = {};
  private byte[] bytes = {};
  private int base;
  private boolean whole;

  VariableData(RowReader rows, ArrowColumn column) {
    this.rows = rows;
    this.column = column;
  }

  void load(int rowCount) {
    offsets = ColumnReader.copy(column.offsets(), offsets);
    base = offset(0);
    int length = offset(rowCount) - base;
    whole = length <= MOST_BYTES;
    if (whole) {
      fetch(base, length);
    }
  }

  private int offset(int row) {
    return (int) ColumnReader.INTS.get(offsets, row << 2);
  }

  private void fetch(int start, int length) {
    if (bytes.length < length + SLACK) {
      bytes = new byte[Math.max(length, bytes.length * 2) + SLACK];
    }
    bytes = ColumnReader.copy(column.variable(), start, length, bytes);
  }

  /** The number of bytes of a row's value. */
  int length(int row) {
    return offset(row + 1) - offset(row);
  }

  /** Where in {@link #bytes} a row's value begins, until the next call. */
  int locate(int row) {
    if (whole) {
      return offset(row) - base;
    }
    rows.whileOpen(() -> fetch(offset(row), length(row)));
    return 0;
  }

  byte[] bytes() {
    return bytes;
  }
}
