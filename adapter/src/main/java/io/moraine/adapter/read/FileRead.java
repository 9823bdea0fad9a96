/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.AllowedRoots;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Data files of a table to be read by Iceberg's library, with their deletes applied. */
public final class FileRead {
  /** A file of more bytes is read in parts, by several threads. */
  private static final long PART_BYTES = 32L << 20;

  private final Table state;
  private final List<ReadColumn> columns;
  private final List<FileScanTask> files;
  private final Schema projection;
  private final @Nullable NameMapping mapping;
  private final DeletesOfRead deletes;
  private final Function<FileScanTask, Map<Integer, @Nullable Object>> constants;

  /**
   * A read.
   *
   * @param state the table, pinned to the snapshot that was planned
   * @param roots where the files of its catalog may lie, deletes too
   * @param columns the columns to read, in order
   * @param files whole files, each with its deletes
   * @param constants values of a file in hidden columns, by their ids
   */
  public FileRead(
      Table state,
      AllowedRoots roots,
      List<ReadColumn> columns,
      List<FileScanTask> files,
      Function<FileScanTask, Map<Integer, @Nullable Object>> constants) {
    this.state = state;
    this.columns = List.copyOf(columns);
    this.files = List.copyOf(files);
    this.projection = new Schema(columns.stream().map(ReadColumn::field).toList());
    this.mapping =
        FileNames.of(state.schema(), state.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
    this.deletes = new DeletesOfRead(state);
    this.constants = constants;
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

  /** The records of a part; they may have values behind those of the columns. */
  CloseableIterable<Record> records(FileScanTask part) {
    DeletesOfRead.Filter filter = deletes.filter(part, withKeys(part));
    CloseableIterable<Record> records =
        FileRecords.open(state.io(), part, filter.requiredSchema(), mapping, constants.apply(part));
    return part.deletes().isEmpty() ? records : filter.filter(records);
  }
}
