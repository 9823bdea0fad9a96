/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;

/** Values that come as text, in UTF-8. */
final class TextBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final byte[][] values;

  TextBuffer(ReadColumn column, int capacity) {
    super(capacity);
    this.column = column;
    this.values = new byte[capacity][];
  }

  /** The values, as {@link RecordValues#text} has them, to be filled; those of nulls stay null. */
  byte[][] values() {
    return values;
  }

  @Override
  int set(int row, Object value) {
    byte[] text = RecordValues.text(column, value).getBytes(StandardCharsets.UTF_8);
    values[row] = text;
    return text.length;
  }

  @Override
  void repeatFirst(int rows) {
    Arrays.fill(values, 0, rows, values[0]);
  }

  @Override
  void keepValues(int[] kept, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = values[kept[i]];
    }
  }

  @Override
  void writeValues(DuckDBWritableVector vector, int first, int count) {
    boolean all = first == 0 && count == values.length;
    vector.setStringUtf8Batch(0, all ? values : Arrays.copyOfRange(values, first, first + count));
  }
}
