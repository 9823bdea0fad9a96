/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignColumn;
import io.moraine.rules.type.MoraineTypeFactory;
import io.moraine.rules.type.TypeMapping;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.DeleteFilter;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.PartitionUtil;
import org.jspecify.annotations.Nullable;

/** The rows of data files by Iceberg's own reader, for columns that the engine would cut. */
final class LibraryRows {
  private final Table state;
  private final List<Types.NestedField> columns;
  private final List<FileScanTask> files;

  LibraryRows(Table state, List<Types.NestedField> columns, List<FileScanTask> files) {
    this.state = state;
    this.columns = List.copyOf(columns);
    this.files = List.copyOf(files);
  }

  /** The columns as the engine is fed with them. */
  static List<ForeignColumn> carried(String table, List<Types.NestedField> columns) {
    MoraineTypeFactory types = new MoraineTypeFactory();
    return columns.stream()
        .map(
            column ->
                new ForeignColumn(
                    table,
                    column.name(),
                    TypeMapping.toSql(types, column.type(), true),
                    column.type().toString(),
                    false))
        .toList();
  }

  /** All rows, file by file, with the values of Iceberg's generic records. */
  CloseableIterator<@Nullable Object[]> open() {
    CloseableIterable<@Nullable Object[]> rows =
        CloseableIterable.transform(
            CloseableIterable.concat(files.stream().map(this::records).toList()), this::values);
    return rows.iterator();
  }

  private CloseableIterable<Record> records(FileScanTask task) {
    DeleteFilter<Record> deletes =
        new GenericDeleteFilter(state.io(), task, known(task), read(task));
    Schema schema = deletes.requiredSchema();
    Map<Integer, @Nullable Object> constants =
        new HashMap<>(PartitionUtil.constantsMap(task, LibraryRows::constant));
    constants.put(MetadataColumns.PARTITION_COLUMN_ID, FileValues.partition(task));
    Parquet.ReadBuilder reader =
        Parquet.read(state.io().newInputFile(task.file().location()))
            .project(schema)
            .createReaderFunc(file -> GenericParquetReaders.buildReader(schema, file, constants));
    String mapping = state.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    if (mapping != null) {
      reader.withNameMapping(NameMappingParser.fromJson(mapping));
    }
    return deletes.filter(reader.build());
  }

  /** The columns to return, and behind them those around nested keys of equality deletes. */
  private Schema read(FileScanTask task) {
    Set<Types.NestedField> read = new LinkedHashSet<>(columns);
    for (Types.NestedField column : state.schema().columns()) {
      Set<Integer> nested = TypeUtil.getProjectedIds(column.type());
      if (EqualityDeletes.in(task).stream()
          .anyMatch(delete -> delete.equalityFieldIds().stream().anyMatch(nested::contains))) {
        read.add(column);
      }
    }
    return new Schema(List.copyOf(read));
  }

  /** The columns of the table, and those it had before that equality deletes name. */
  private Schema known(FileScanTask task) {
    List<Types.NestedField> known = new ArrayList<>(state.schema().columns());
    EqualityDeletes.in(task).stream()
        .flatMap(delete -> delete.equalityFieldIds().stream())
        .distinct()
        .filter(id -> state.schema().findField(id) == null)
        .forEach(id -> EqualityDeletes.key(state, id).ifPresent(known::add));
    return new Schema(known);
  }

  /** The library's own conversion leaves nanoseconds as numbers. */
  private static @Nullable Object constant(Type type, @Nullable Object value) {
    if (type.typeId() != Type.TypeID.TIMESTAMP_NANO || value == null) {
      return IdentityPartitionConverters.convertConstant(type, value);
    }
    return TypeMapping.isInstant(type)
        ? DateTimeUtil.timestamptzFromNanos((Long) value)
        : DateTimeUtil.timestampFromNanos((Long) value);
  }

  private @Nullable Object[] values(Record record) {
    @Nullable Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = record.get(i);
      values[i] = value instanceof ByteBuffer bytes ? ByteBuffers.toByteArray(bytes) : value;
    }
    return values;
  }
}
