/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.RowReader;
import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/** The rows of a running query. */
final class ArrowRows implements RowSource {
  private final ColumnarResult result;
  private final RowReader rows;
  private final Cleaner.Cleanable abandonment;

  ArrowRows(ColumnarResult result) {
    this.result = result;
    this.rows = new RowReader(result);
    this.abandonment = Abandonment.of(this, "A result", result);
  }

  @Override
  public boolean next() {
    return rows.next();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.value(column);
  }

  @Override
  public ColumnReader column(int column) {
    return rows.column(column);
  }

  @Override
  public RowReader reader() {
    return rows;
  }

  @Override
  public void close() {
    result.close();
    abandonment.clean();
  }
}
