/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.rules.error.MoraineException;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of one part of a data file, batch by batch, used by one thread at a time. */
final class PartReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartReader.class);

  private final FileRead read;
  private final FileScanTask part;
  private final CloseableIterable<Record> opened;
  private final CloseableIterator<Record> records;

  private PartReader(
      FileRead read,
      FileScanTask part,
      CloseableIterable<Record> opened,
      CloseableIterator<Record> records) {
    this.read = read;
    this.part = part;
    this.opened = opened;
    this.records = records;
  }

  /** Opens the file. */
  static PartReader open(FileRead read, FileScanTask part) {
    CloseableIterable<Record> opened = CloseableIterable.empty();
    PartReader reader = null;
    try {
      opened = read.records(part);
      reader = new PartReader(read, part, opened, opened.iterator());
      return reader;
    } catch (RuntimeException | LinkageError e) {
      throw failure(read, part, e);
    } finally {
      if (reader == null) {
        close(opened, part);
      }
    }
  }

  private static MoraineException failure(FileRead read, FileScanTask part, Throwable thrown) {
    return ErrorTranslation.translateFile(
        "read data file " + part.file().location() + " of table " + read.tableName(), thrown);
  }

  /**
   * The next rows; a batch that is not full is the last one.
   *
   * @param stop whether there is no use in going on
   */
  Batch next(BooleanSupplier stop) {
    try {
      Batch batch = new Batch(read.columns());
      while (!batch.isFull() && !stop.getAsBoolean() && records.hasNext()) {
        batch.add(records.next());
      }
      return batch;
    } catch (RuntimeException | LinkageError e) {
      throw failure(read, part, e);
    }
  }

  @Override
  public void close() {
    close(records, part);
    close(opened, part);
  }

  private static void close(Closeable closeable, FileScanTask part) {
    try {
      closeable.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Closing {} failed", part.file().location(), e);
    }
  }
}
