/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.math.BigDecimal;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Decimals of the column's scale. */
final class DecimalBuffer extends ColumnBuffer {
  private final ReadColumn column;
  private final @Nullable BigDecimal[] values = new BigDecimal[Batch.ROWS];

  DecimalBuffer(ReadColumn column) {
    this.column = column;
  }

  @Override
  void setNull(int row) {
    values[row] = null;
  }

  @Override
  void set(int row, Object value) {
    values[row] = RecordValues.decimal(column, value);
  }

  @Override
  void write(DuckDBWritableVector vector, int rows) {
    for (int row = 0; row < rows; row++) {
      BigDecimal value = values[row];
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setBigDecimal(row, value);
      }
    }
  }
}
