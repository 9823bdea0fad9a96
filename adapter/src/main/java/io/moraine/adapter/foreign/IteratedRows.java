/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Rows of data files that Iceberg's library reads, in the form in which they are carried. */
final class IteratedRows implements RowReader {
  private final List<ForeignColumn> columns;
  private final CloseableIterator<@Nullable Object[]> rows;
  private final AtomicBoolean cancelled;

  IteratedRows(
      List<ForeignColumn> columns,
      CloseableIterator<@Nullable Object[]> rows,
      AtomicBoolean cancelled) {
    this.columns = columns;
    this.rows = rows;
    this.cancelled = cancelled;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (cancelled.get()) {
      throw new MoraineException(ErrorCode.CANCELLED, "The statement was cancelled");
    }
    @Nullable Object[] values;
    try {
      if (!rows.hasNext()) {
        return null;
      }
      values = rows.next();
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateRead("read table " + columns.get(0).table(), e);
    }
    @Nullable Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = ForeignValues.carried(columns.get(i), values[i]);
    }
    return row;
  }

  @Override
  public void cancel() {
    // The flag is set already.
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (IOException e) {
      LoggerFactory.getLogger(IteratedRows.class)
          .debug("Closing a read of {} failed", columns.get(0).table(), e);
    }
  }
}
