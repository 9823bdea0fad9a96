/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.AllowedRoots;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Data files of a table to be read by Iceberg's library, with their deletes applied. */
public final class FileRead {
  private static final Logger LOG = LoggerFactory.getLogger(FileRead.class);

  /** A file of more bytes is read in parts, by several threads. */
  private static final long PART_BYTES = 32L << 20;

  private final Table state;
  private final List<ReadColumn> columns;
  private final List<FileScanTask> files;
  private final Schema projection;
  private final @Nullable NameMapping mapping;
  private final DeletesOfRead deletes;
  private final Function<FileScanTask, Map<Integer, @Nullable Object>> constants;
  private final @Nullable Supplier<BufferAllocator> memory;

  /**
   * A read.
   *
   * @param state the table, pinned to the snapshot that was planned
   * @param roots where the files of its catalog may lie, deletes too
   * @param columns the columns to read, in order
   * @param files whole files, each with its deletes
   * @param constants values of a file in hidden columns, by their ids
   * @param memory makes places for vectors, or null where there is none
   */
  public FileRead(
      Table state,
      AllowedRoots roots,
      List<ReadColumn> columns,
      List<FileScanTask> files,
      Function<FileScanTask, Map<Integer, @Nullable Object>> constants,
      @Nullable Supplier<BufferAllocator> memory) {
    this.state = state;
    this.columns = List.copyOf(columns);
    this.files = List.copyOf(files);
    this.projection = new Schema(columns.stream().map(ReadColumn::field).toList());
    this.mapping =
        FileNames.of(state.schema(), state.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
    this.deletes = new DeletesOfRead(state);
    this.constants = constants;
    this.memory = memory;
    requireAllowed(roots);
  }

  private void requireAllowed(AllowedRoots roots) {
    List<String> locations = new ArrayList<>();
    for (FileScanTask file : files) {
      locations.add(file.file().location());
      file.deletes().forEach(delete -> locations.add(delete.location()));
    }
    roots.requireAllowed(locations, "data or delete file of table " + tableName());
  }

  List<ReadColumn> columns() {
    return columns;
  }

  String tableName() {
    return columns.isEmpty() ? state.name() : columns.get(0).table();
  }

  /** What is read by one thread at a time. */
  Queue<FileScanTask> parts() {
    Queue<FileScanTask> parts = new ArrayDeque<>();
    for (FileScanTask file : files) {
      // An Avro file that was cut off ends like any other: its records are counted as a whole.
      if (file.length() > PART_BYTES && file.file().format() != FileFormat.AVRO) {
        file.split(PART_BYTES).forEach(parts::add);
      } else {
        parts.add(file);
      }
    }
    return parts;
  }

  /** The columns, and behind them those that have fields by which rows are deleted. */
  private Schema withKeys(FileScanTask part) {
    Set<Integer> keys = new HashSet<>();
    part.deletes().stream()
        .filter(delete -> delete.equalityFieldIds() != null)
        .forEach(delete -> keys.addAll(delete.equalityFieldIds()));
    keys.removeAll(TypeUtil.getProjectedIds(projection));
    List<Types.NestedField> wider = new ArrayList<>(projection.columns());
    for (Types.NestedField column : state.schema().columns()) {
      // The library's filter would look for a field within a column beside it.
      if (column.type().isNestedType()
          && !Collections.disjoint(keys, TypeUtil.getProjectedIds(column.type()))) {
        wider.add(column);
      }
    }
    return new Schema(wider);
  }

  /** The rows of a part by vectors; null if it has, or may have, others than those can be. */
  @Nullable PartRows vectors(FileScanTask part) throws IOException {
    Map<Integer, @Nullable Object> values = FileRecords.constants(part, constants.apply(part));
    boolean isFit =
        memory != null
            && part.file().format() == FileFormat.PARQUET
            && part.deletes().stream().allMatch(d -> d.content() == FileContent.POSITION_DELETES)
            && columns.stream().allMatch(column -> isVector(column, values));
    if (!isFit) {
      return null;
    }
    return VectorRows.open(
        new VectorRows.Request(
            state.io().newInputFile(part.file()),
            part,
            columns,
            mapping,
            values,
            RowGroupFilter.of(part.residual(), projection, true),
            part.deletes().isEmpty()
                ? null
                : deletes.filter(part, projection).deletedRowPositions()),
        memory.get());
  }

  private boolean isVector(ReadColumn column, Map<Integer, @Nullable Object> values) {
    int id = column.field().fieldId();
    return VectorTypes.canBe(column.type())
        && !hasDefault(column.field())
        && (state.schema().findField(id) != null || isConstant(id) && values.containsKey(id));
  }

  /** The library's vectors cast a default to the file's physical type, which fails for decimals. */
  private static boolean hasDefault(Types.NestedField field) {
    return field.initialDefault() != null || field.writeDefault() != null;
  }

  /** Whether what the metadata says of a file is the column's value in all of its rows. */
  private static boolean isConstant(int id) {
    return id != MetadataColumns.ROW_ID.fieldId()
        && id != MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId();
  }

  /**
   * The records of a part that are not deleted; they may have values behind the columns'.
   *
   * @param plain whether vectors could be made of its columns
   */
  CloseableIterable<Record> undeleted(FileScanTask part, boolean plain) {
    DeletesOfRead.Filter filter = deletes.filter(part, withKeys(part));
    CloseableIterable<Record> records =
        FileRecords.open(
            state.io(),
            part,
            filter.requiredSchema(),
            mapping,
            FileRecords.constants(part, constants.apply(part)),
            RowGroupFilter.of(part.residual(), projection, plain));
    return part.deletes().isEmpty() ? records : filter.filter(records);
  }

  /**
   * The rows of a part by records.
   *
   * @param plain whether vectors could be made of its columns
   * @param toSkip how many of those that are not deleted to leave out at first
   */
  PartRows records(FileScanTask part, boolean plain, long toSkip) {
    CloseableIterable<Record> records = undeleted(part, plain);
    RecordRows rows = null;
    try {
      rows = new RecordRows(columns, records, toSkip);
      return rows;
    } finally {
      if (rows == null) {
        close(records);
      }
    }
  }

  private static void close(CloseableIterable<Record> records) {
    try {
      records.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Closing a data file failed", e);
    }
  }
}
