/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.Cancellation;
import io.moraine.adapter.runtime.ColumnReader;
import io.moraine.adapter.runtime.RowReader;
import org.jspecify.annotations.Nullable;

/** Rows that can be cancelled, and that a time limit ends, as long as they are not all read. */
final class LimitedTime implements RowSource {
  private final RowSource rows;
  private final Cancellation cancellation;
  private boolean ended;

  LimitedTime(RowSource rows, Cancellation cancellation) {
    this.rows = rows;
    this.cancellation = cancellation;
  }

  @Override
  public boolean next() {
    if (ended) {
      return false;
    }
    cancellation.check();
    ended = !rows.next();
    if (ended) {
      cancellation.close();
    }
    return !ended;
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.value(column);
  }

  @Override
  public @Nullable ColumnReader column(int column) {
    return rows.column(column);
  }

  /** Which looks at the cancellation, too. */
  @Override
  public @Nullable RowReader reader() {
    return rows.reader();
  }

  @Override
  public void close() {
    cancellation.close();
    rows.close();
  }
}
