/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/** Where in the column of elements the elements of each row are. */
final class Spans {
  private final ArrowColumn column;
  private byte[] offsets = {};

  Spans(ArrowColumn column) {
    this.column = column;
  }

  void load() {
    offsets = ColumnReader.copy(column.offsets(), offsets);
  }

  int start(int row) {
    return (int) ColumnReader.INTS.get(offsets, row * Integer.BYTES);
  }

  int end(int row) {
    return start(row + 1);
  }
}
