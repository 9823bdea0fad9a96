/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import org.jspecify.annotations.Nullable;

/** The first rows of a source, as {@code Statement.setMaxRows} asks for. */
final class LimitedRows implements RowSource {
  private final RowSource rows;
  private long left;

  LimitedRows(RowSource rows, long limit) {
    this.rows = rows;
    this.left = limit;
  }

  @Override
  public boolean next() {
    return left-- > 0 && rows.next();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.value(column);
  }

  @Override
  public @Nullable ColumnReader column(int column) {
    return rows.column(column);
  }

  @Override
  public void close() {
    rows.close();
  }
}
