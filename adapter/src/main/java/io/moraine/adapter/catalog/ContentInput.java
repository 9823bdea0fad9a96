/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.adapter.verify.FileVerification;
import io.moraine.adapter.verify.OrcCheck;
import io.moraine.adapter.verify.ParquetCheck;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;

/**
 * Data files and files of row-level deletes for Iceberg's readers, looked at before they are read:
 * a part that is missing would lose rows or bring deleted ones back, and readers make arrays of
 * whatever size a file says.
 */
final class ContentInput {
  private ContentInput() {}

  /**
   * A data file, checked; Parquet and Avro files are where they are read.
   *
   * @throws DamagedMetadataException that says what is wrong with it
   */
  static InputFile of(InputFile stored, DataFile file) {
    return file.format() == FileFormat.ORC
        ? checked("data file", stored, file, () -> orc(stored))
        : stored;
  }

  /**
   * A delete file, checked.
   *
   * @throws DamagedMetadataException that says what is wrong with it
   * @throws NotFoundException if it is not there
   */
  static InputFile of(InputFile stored, DeleteFile delete) {
    return checked(
        "delete file",
        stored,
        delete,
        () ->
            switch (delete.format()) {
              case PUFFIN -> VectorInput.of(stored, delete);
              case AVRO -> counted(stored, delete, AvroFrames.records(stored));
              case PARQUET -> parquet(stored, delete);
              case ORC -> orc(stored);
              default -> stored;
            });
  }

  @FunctionalInterface
  private interface Checking {
    InputFile get() throws IOException;
  }

  private static InputFile checked(
      String kind, InputFile stored, ContentFile<?> file, Checking checking) {
    if (FileVerification.ofProcess() == FileVerification.NONE) {
      return stored;
    }
    try {
      return checking.get();
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      throw new UncheckedIOException("Reading " + file.location() + " was interrupted", e);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", file.location());
    } catch (IOException e) {
      throw new DamagedMetadataException(kind, file.location(), e);
    }
  }

  private static InputFile orc(InputFile stored) throws IOException {
    OrcCheck.check(stored);
    return stored;
  }

  private static InputFile parquet(InputFile stored, DeleteFile delete) throws IOException {
    Optional<Path> local = LocalPaths.of(delete.location());
    return local.isPresent()
        ? counted(stored, delete, ParquetCheck.rows(local.get(), id -> true))
        : stored;
  }

  private static InputFile counted(InputFile stored, DeleteFile delete, long rows)
      throws IOException {
    if (rows < delete.recordCount()) {
      throw new IOException(
          "it has " + rows + " entries, but the table's metadata says " + delete.recordCount());
    }
    return stored;
  }
}
