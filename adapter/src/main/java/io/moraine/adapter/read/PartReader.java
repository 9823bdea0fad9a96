/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.FileScanTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of one part of a data file, batch by batch, used by one thread at a time. */
final class PartReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartReader.class);

  private final FileRead read;
  private final FileScanTask part;
  private PartRows rows;
  private long delivered;

  private PartReader(FileRead read, FileScanTask part, PartRows rows) {
    this.read = read;
    this.part = part;
    this.rows = rows;
  }

  /** Opens the file. */
  static PartReader open(FileRead read, FileScanTask part) {
    try {
      PartRows vectors = read.vectors(part);
      return new PartReader(read, part, vectors == null ? read.records(part, 0) : vectors);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw failure(read, part, e);
    }
  }

  private static MoraineException failure(FileRead read, FileScanTask part, Throwable thrown) {
    return ErrorTranslation.translateFile(
        "read data file " + part.file().location() + " of table " + read.tableName(), thrown);
  }

  /**
   * The next rows, perhaps none; null after the last.
   *
   * @param stop whether there is no use in going on
   */
  @Nullable Batch next(BooleanSupplier stop) {
    try {
      Batch batch = nextOf(stop);
      delivered += batch == null ? 0 : batch.rows();
      return batch;
    } catch (RuntimeException | LinkageError e) {
      throw failure(read, part, e);
    }
  }

  private @Nullable Batch nextOf(BooleanSupplier stop) {
    try {
      return rows.next(stop);
    } catch (UnsupportedOperationException e) {
      if (!(rows instanceof VectorRows)) {
        throw e;
      }
      // An encoding of pages that only the library's other reader knows.
      LOG.debug("Reading {} by records", part.file().location(), e);
      close();
      rows = read.records(part, delivered);
      return rows.next(stop);
    }
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Closing {} failed", part.file().location(), e);
    }
  }
}
