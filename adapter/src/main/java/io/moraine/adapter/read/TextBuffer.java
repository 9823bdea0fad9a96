/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Values that come as text, in UTF-8. */
final class TextBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final byte @Nullable [][] values = new byte[Batch.ROWS][];
  private long bytes;

  TextBuffer(ReadColumn column) {
    this.column = column;
  }

  @Override
  void setNull(int row) {
    values[row] = null;
  }

  @Override
  void set(int row, Object value) {
    byte[] text = RecordValues.text(column, value).getBytes(StandardCharsets.UTF_8);
    values[row] = text;
    bytes += text.length;
  }

  @Override
  long bytes() {
    return bytes;
  }

  @Override
  void write(DuckDBWritableVector vector, int rows) {
    vector.setStringUtf8Batch(0, rows == values.length ? values : Arrays.copyOf(values, rows));
  }
}
