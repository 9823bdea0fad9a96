/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import io.moraine.adapter.runtime.ColumnarResult;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** The rows of a running query. */
final class ArrowRows implements RowSource {
  private final ColumnarResult result;
  private final VectorSchemaRoot vectors;
  private final List<ColumnReader> columns;
  private int row = -1;
  private int rows;

  ArrowRows(ColumnarResult result) {
    this.result = result;
    this.vectors = result.vectors();
    this.columns = vectors.getFieldVectors().stream().map(ColumnReader::of).toList();
  }

  @Override
  public boolean next() {
    while (++row >= rows) {
      if (!result.next()) {
        rows = 0;
        return false;
      }
      rows = vectors.getRowCount();
      row = -1;
    }
    return true;
  }

  @Override
  public @Nullable Object value(int column) {
    return columns.get(column).value(row);
  }

  @Override
  public void close() {
    result.close();
  }
}
