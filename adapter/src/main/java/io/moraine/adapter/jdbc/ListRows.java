/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are all there already, as those of metadata. */
final class ListRows implements RowSource {
  private final List<@Nullable Object[]> rows;
  private int row = -1;

  ListRows(List<@Nullable Object[]> rows) {
    this.rows = List.copyOf(rows);
  }

  @Override
  public boolean next() {
    row++;
    return row < rows.size();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.get(row)[column];
  }

  @Override
  public void close() {}
}
