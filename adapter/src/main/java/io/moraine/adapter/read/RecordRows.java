/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** Rows that come as Iceberg's generic records, which files of every form can be read as. */
final class RecordRows implements PartRows {
  private final List<ReadColumn> columns;
  private final CloseableIterable<Record> opened;
  private final CloseableIterator<Record> records;
  private long toSkip;

  /**
   * Rows of records, which it closes.
   *
   * @param toSkip how many records to leave out at first
   */
  RecordRows(List<ReadColumn> columns, CloseableIterable<Record> opened, long toSkip) {
    this.columns = columns;
    this.opened = opened;
    this.records = opened.iterator();
    this.toSkip = toSkip;
  }

  @Override
  public @Nullable Batch next(BooleanSupplier stop) {
    while (toSkip > 0 && !stop.getAsBoolean() && records.hasNext()) {
      records.next();
      toSkip--;
    }
    Batch batch = new Batch(columns, Batch.RECORDS);
    while (!batch.isFull() && !stop.getAsBoolean() && records.hasNext()) {
      batch.add(records.next());
    }
    return batch.rows() == 0 ? null : batch;
  }

  @Override
  public void close() throws IOException {
    try (CloseableIterable<Record> last = opened) {
      records.close();
    }
  }
}
