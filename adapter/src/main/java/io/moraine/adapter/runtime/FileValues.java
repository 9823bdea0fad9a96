/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Values that are the same in all rows of a data file, as they follow from what the table knows of
 * it.
 */
final class FileValues {
  /** The sequence number of the file's rows, as it counts for equality deletes. */
  static final Types.NestedField SEQUENCE =
      Types.NestedField.required(own(1), "sequence", Types.LongType.get());

  /** A number of the file's partition, as it counts for equality deletes. */
  static final Types.NestedField SCOPE =
      Types.NestedField.required(own(2), "scope", Types.IntegerType.get());

  /** None of the numbers of a field that a file may have. */
  static final int NO_FIELD = own(3);

  private static final Set<Integer> IDS =
      Set.of(
          MetadataColumns.FILE_PATH_COLUMN_ID,
          MetadataColumns.SPEC_ID_COLUMN_ID,
          MetadataColumns.PARTITION_COLUMN_ID,
          SEQUENCE.fieldId(),
          SCOPE.fieldId());

  private final Map<String, Long> sequences;
  private final Map<String, Integer> scopes;

  /**
   * The values of data files.
   *
   * @param sequences of each file, by its location; needed for {@link #SEQUENCE} alone
   * @param scopes the same for {@link #SCOPE}
   */
  FileValues(Map<String, Long> sequences, Map<String, Integer> scopes) {
    this.sequences = sequences;
    this.scopes = scopes;
  }

  /** Below those that Iceberg reserves, which are the 200 largest. */
  private static int own(int number) {
    return Integer.MAX_VALUE - 1000 - number;
  }

  /** Whether a column is one of these. */
  static boolean has(Types.NestedField column) {
    return IDS.contains(column.fieldId());
  }

  /** Whether a column is a number of rows that files may have, but need not. */
  static boolean isLineage(Types.NestedField column) {
    return column.fieldId() == MetadataColumns.ROW_ID.fieldId()
        || column.fieldId() == MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId();
  }

  /**
   * The value of a column in a file, which is that of the file's partition or one of these; of a
   * number of rows, that of the first row, or null where the table does not number rows.
   */
  @Nullable Object of(FileScanTask task, Types.NestedField column) {
    DataFile file = task.file();
    return switch (column.fieldId()) {
      case MetadataColumns.FILE_PATH_COLUMN_ID -> file.location();
      case MetadataColumns.SPEC_ID_COLUMN_ID -> file.specId();
      case MetadataColumns.PARTITION_COLUMN_ID -> partition(task);
      default -> other(task, column);
    };
  }

  private @Nullable Object other(FileScanTask task, Types.NestedField column) {
    DataFile file = task.file();
    int id = column.fieldId();
    if (id == SEQUENCE.fieldId()) {
      return sequences.get(file.location());
    }
    if (id == SCOPE.fieldId()) {
      return scopes.get(file.location());
    }
    if (id == MetadataColumns.ROW_ID.fieldId()) {
      return file.firstRowId();
    }
    if (id == MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId()) {
      return file.firstRowId() == null ? null : file.fileSequenceNumber();
    }
    int position = FileGroups.identityPosition(task, column);
    StructLike partition = file.partition();
    Class<?> type = task.spec().partitionType().fields().get(position).type().typeId().javaClass();
    return partition.get(position, type);
  }

  /** The partition's path, or null for the only one of a table. */
  static @Nullable String partition(FileScanTask task) {
    return task.spec().isUnpartitioned()
        ? null
        : task.spec().partitionToPath(task.file().partition());
  }
}
