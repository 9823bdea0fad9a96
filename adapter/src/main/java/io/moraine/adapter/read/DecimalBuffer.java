/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.math.BigDecimal;
import java.util.Arrays;
import org.duckdb.DuckDBWritableVector;

/** Decimals of the column's scale, of more digits than a BIGINT has. */
final class DecimalBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final BigDecimal[] values;

  DecimalBuffer(ReadColumn column, int capacity) {
    super(capacity);
    this.column = column;
    this.values = new BigDecimal[capacity];
  }

  /** The values, as {@link RecordValues#decimal} has them, to be filled. */
  BigDecimal[] values() {
    return values;
  }

  @Override
  int set(int row, Object value) {
    values[row] = RecordValues.decimal(column, value);
    return 2 * Long.BYTES;
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
    for (int row = 0; row < count; row++) {
      if (!isNull(first + row)) {
        vector.setBigDecimal(row, values[first + row]);
      }
    }
  }
}
