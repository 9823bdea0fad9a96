/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.FileWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes data files and delete files of a table by Iceberg's own writers, as the table's columns
 * and partitions are now; the caller commits them.
 */
final class RowChanges {
  private final Table table;
  private final Schema schema;
  private final FileFormat format;
  private final FileFormat deleteFormat;
  private final OutputFileFactory files;
  private final OutputFileFactory deleteFiles;

  RowChanges(Table table) {
    this(table, table.schema(), FileFormat.PARQUET, FileFormat.PARQUET);
  }

  /** With other columns in data files than the table's. */
  RowChanges(Table table, Schema schema) {
    this(table, schema, FileFormat.PARQUET, FileFormat.PARQUET);
  }

  /** With delete files of another format. */
  RowChanges(Table table, FileFormat deleteFormat) {
    this(table, FileFormat.PARQUET, deleteFormat);
  }

  /** With files of other formats. */
  RowChanges(Table table, FileFormat format, FileFormat deleteFormat) {
    this(table, table.schema(), format, deleteFormat);
  }

  private RowChanges(Table table, Schema schema, FileFormat format, FileFormat deleteFormat) {
    this.table = table;
    this.schema = schema;
    this.format = format;
    this.deleteFormat = deleteFormat;
    this.files = OutputFileFactory.builderFor(table, 1, 1).format(format).build();
    this.deleteFiles = OutputFileFactory.builderFor(table, 1, 1).format(deleteFormat).build();
  }

  /** A row of a data file. */
  Record row(@Nullable Object... values) {
    return record(schema, values);
  }

  private static Record record(Schema schema, @Nullable Object... values) {
    Record record = GenericRecord.create(schema);
    for (int i = 0; i < values.length; i++) {
      record.set(i, values[i]);
    }
    return record;
  }

  private GenericFileWriterFactory.Builder writers() {
    return new GenericFileWriterFactory.Builder(table)
        .dataFileFormat(format)
        .deleteFileFormat(deleteFormat)
        .dataSchema(schema);
  }

  /** Rows in one data file a partition, in order of the partitions' first rows. */
  List<DataFile> data(List<Record> rows) {
    List<DataFile> written = new ArrayList<>();
    byPartition(rows)
        .forEach(
            (partition, some) -> {
              var writer = writers().build();
              var file = writer.newDataWriter(output(partition), table.spec(), partition);
              write(file, some);
              written.add(file.toDataFile());
            });
    return written;
  }

  /** Rows of one partition in one data file. */
  DataFile dataFile(Record... rows) {
    List<DataFile> written = data(List.of(rows));
    if (written.size() != 1) {
      throw new IllegalArgumentException("Rows of " + written.size() + " partitions");
    }
    return written.get(0);
  }

  private Map<@Nullable StructLike, List<Record>> byPartition(List<Record> rows) {
    PartitionKey key = new PartitionKey(table.spec(), schema);
    InternalRecordWrapper wrapper = new InternalRecordWrapper(schema.asStruct());
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> {
                  key.partition(wrapper.wrap(row));
                  return key.copy();
                },
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private EncryptedOutputFile output(@Nullable StructLike partition) {
    return files.newOutputFile(table.spec(), partition);
  }

  private static <T, R> void write(FileWriter<T, R> file, List<T> rows) {
    try (Closeable closed = file) {
      rows.forEach(file::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One file that deletes rows by their positions, in several data files of one partition. */
  DeleteFile positions(Map<DataFile, List<Long>> positions) {
    DataFile first = positions.keySet().iterator().next();
    PositionDeleteWriter<Record> file =
        writers()
            .build()
            .newPositionDeleteWriter(outputOf(first), specOf(first), first.partition());
    List<PositionDelete<Record>> rows = new ArrayList<>();
    positions.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(ContentFile::location)))
        .forEach(
            e ->
                e.getValue().stream()
                    .sorted()
                    .forEach(
                        position ->
                            rows.add(
                                PositionDelete.<Record>create()
                                    .set(e.getKey().location(), position))));
    write(file, rows);
    return file.toDeleteFile();
  }

  /** Deletion vectors, one for each data file. */
  List<DeleteFile> vectors(Map<DataFile, List<Long>> positions) throws IOException {
    OutputFileFactory vectors =
        OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PUFFIN).build();
    DVFileWriter writer = new BaseDVFileWriter(vectors, path -> null);
    try (writer) {
      positions.forEach(
          (file, rows) ->
              rows.forEach(
                  row -> writer.delete(file.location(), row, specOf(file), file.partition())));
    }
    return writer.result().deleteFiles();
  }

  private EncryptedOutputFile outputOf(DataFile file) {
    return deleteFiles.newOutputFile(specOf(file), file.partition());
  }

  private PartitionSpec specOf(DataFile file) {
    return table.specs().get(file.specId());
  }

  /** A file that deletes rows by the values of some columns; the table is not partitioned now. */
  DeleteFile keys(List<String> columns, List<List<@Nullable Object>> keys) {
    PartitionSpec spec = table.spec();
    if (spec.isPartitioned()) {
      throw new IllegalArgumentException("The table is partitioned");
    }
    return keys(columns, keys, spec, null);
  }

  /** The same for the rows of one partition. */
  DeleteFile keys(
      List<String> columns,
      List<List<@Nullable Object>> keys,
      PartitionSpec spec,
      @Nullable StructLike partition) {
    List<Integer> ids = columns.stream().map(c -> table.schema().findField(c).fieldId()).toList();
    Schema keySchema = TypeUtil.select(table.schema(), Set.copyOf(ids));
    return keys(
        keySchema,
        ids,
        keys.stream().map(key -> keyRecord(keySchema, columns, key)).toList(),
        spec,
        partition);
  }

  /** A file that deletes rows by columns that may be nested; the table is not partitioned now. */
  DeleteFile keys(Schema keySchema, List<Integer> ids, List<Record> keys) {
    return keys(keySchema, ids, keys, table.spec(), null);
  }

  private DeleteFile keys(
      Schema keySchema,
      List<Integer> ids,
      List<Record> keys,
      PartitionSpec spec,
      @Nullable StructLike partition) {
    var writer =
        writers()
            .equalityFieldIds(ids.stream().mapToInt(i -> i).toArray())
            .equalityDeleteRowSchema(keySchema)
            .build();
    var file =
        writer.newEqualityDeleteWriter(deleteFiles.newOutputFile(spec, partition), spec, partition);
    write(file, keys);
    return file.toDeleteFile();
  }

  private static Record keyRecord(Schema schema, List<String> columns, List<@Nullable Object> key) {
    Record record = GenericRecord.create(schema);
    for (int i = 0; i < columns.size(); i++) {
      record.setField(columns.get(i), key.get(i));
    }
    return record;
  }
}
