/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Arrays;

/** A column of {@code byte[]}, each value an array of its own. */
final class BinaryReader extends ColumnReader {
  private final VariableData data;

  BinaryReader(RowReader rows, ArrowColumn column) {
    super(rows, column);
    this.data = new VariableData(rows, column);
  }

  @Override
  void load(int rowCount) {
    data.load(rowCount);
  }

  @Override
  Object notNull(int row) {
    int start = data.locate(row);
    return Arrays.copyOfRange(data.bytes(), start, start + data.length(row));
  }
}
