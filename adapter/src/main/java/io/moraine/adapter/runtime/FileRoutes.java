/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.jspecify.annotations.Nullable;

/** Which data files the engine opens by itself, and which Iceberg's library reads for it. */
final class FileRoutes {
  /** A switch for tests and measurements: Iceberg's library reads every file. */
  static final String LIBRARY_READS_ALL = "moraine.internal.library-reads-all";

  private FileRoutes() {}

  /** Whether Iceberg's library reads every file, as was asked for. */
  static boolean libraryReadsAll() {
    return Boolean.getBoolean(LIBRARY_READS_ALL);
  }

  /** Why Iceberg's library reads a file; empty if the engine does. */
  static Optional<String> byLibrary(FileScanTask task) {
    if (task.file().format() != FileFormat.PARQUET) {
      return Optional.of(task.file().format().name().toLowerCase(Locale.ROOT));
    }
    if (task.file().dataSequenceNumber() == null && !EqualityDeletes.in(task).isEmpty()) {
      // The engine would match keys to files by sequence numbers; the library takes the task's.
      return Optional.of("deleted keys, as planned by the catalog's server");
    }
    return libraryReadsAll() ? Optional.of("as asked") : Optional.empty();
  }

  /** Whether the engine needs help with a file, be it a copy. */
  static boolean needHelp(FileScanTask task) {
    return byLibrary(task).isPresent() || !LocalCopies.isLocal(task);
  }

  /** What records of a file have in hidden columns that are the same in all of them. */
  static Map<Integer, @Nullable Object> constants(FileScanTask task) {
    Map<Integer, @Nullable Object> constants = new HashMap<>();
    constants.put(MetadataColumns.PARTITION_COLUMN_ID, FileValues.partition(task));
    return constants;
  }

  /**
   * Refuses a file that Iceberg's library would have to decrypt.
   *
   * @throws MoraineException NOT_SUPPORTED for an encrypted file
   */
  static void requireReadable(FileScanTask task, String table) {
    requireReadable(task.file(), "data file", table);
    for (DeleteFile delete : task.deletes()) {
      requireReadable(delete, "delete file", table);
    }
  }

  private static void requireReadable(ContentFile<?> file, String what, String table) {
    ByteBuffer key = file.keyMetadata();
    if (key != null) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot read table "
              + table
              + ": "
              + what
              + " "
              + file.location()
              + " is encrypted, which is not supported yet; rewrite the table without encryption");
    }
  }
}
