/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.jspecify.annotations.Nullable;

/** Files of any format in a table, by Iceberg's own writers; each call commits. */
record FormatFiles(Table table, String prefix) {
  /** Files whose names are no patterns and no URIs. */
  FormatFiles(Table table) {
    this(table, "a b%20#[1]ż-");
  }

  /** Appends a file with these rows; those of a partitioned table are all in one partition. */
  DataFile append(FileFormat format, Schema fileSchema, List<Record> rows, StructLike partition)
      throws IOException {
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSchema(fileSchema)
            .build()
            .newDataWriter(file(format), table.spec(), partition);
    try (writer) {
      rows.forEach(writer::write);
    }
    table.newAppend().appendFile(writer.toDataFile()).commit();
    return writer.toDataFile();
  }

  private EncryptedOutputFile file(FileFormat format) {
    String name = format.addExtension(prefix + UUID.randomUUID());
    return EncryptedFiles.plainAsEncryptedOutput(
        table.io().newOutputFile(table.locationProvider().newDataLocation(name)));
  }

  /** A key of the table's partition with these values of a row. */
  PartitionKey partition(Record row) {
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(row);
    return key;
  }

  /** Deletes rows of a file by their positions. */
  void deletePositions(FileFormat format, DataFile file, long... positions) throws IOException {
    PositionDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(format)
            .build()
            .newPositionDeleteWriter(file(format), table.spec(), file.partition());
    try (writer) {
      for (long position : positions) {
        writer.write(PositionDelete.<Record>create().set(file.location(), position));
      }
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
  }

  /** Deletes rows of a file by a deletion vector. */
  void deleteByVector(DataFile file, long... positions) throws IOException {
    OutputFileFactory files =
        OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PUFFIN).build();
    DVFileWriter writer = new BaseDVFileWriter(files, path -> null);
    try (writer) {
      for (long position : positions) {
        writer.delete(file.location(), position, table.spec(), file.partition());
      }
    }
    RowDelta delta = table.newRowDelta();
    writer.result().deleteFiles().forEach(delta::addDeletes);
    delta.commit();
  }

  /** Deletes the rows that are equal to these in the columns of {@code keys}. */
  DeleteFile deleteEqual(
      FileFormat format,
      Schema keys,
      @Nullable StructLike partition,
      List<Map<String, Object>> rows)
      throws IOException {
    EqualityDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(format)
            .equalityDeleteRowSchema(keys)
            .equalityFieldIds(keys.columns().stream().mapToInt(c -> c.fieldId()).toArray())
            .build()
            .newEqualityDeleteWriter(file(format), table.spec(), partition);
    try (writer) {
      for (Map<String, Object> row : rows) {
        Record record = GenericRecord.create(keys);
        row.forEach(record::setField);
        writer.write(record);
      }
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    return writer.toDeleteFile();
  }
}
