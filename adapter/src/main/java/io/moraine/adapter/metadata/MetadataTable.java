/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.metadata;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.data.GenericDataUtil;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/**
 * One of Iceberg's metadata tables over the metadata that a table had when this was made, with flat
 * columns: structs, maps and lists are JSON text.
 */
public final class MetadataTable {
  private final Table metadataTable;
  private final Schema flatSchema;

  private MetadataTable(Table metadataTable) {
    this.metadataTable = metadataTable;
    this.flatSchema =
        new Schema(metadataTable.schema().columns().stream().map(MetadataTable::flat).toList());
  }

  /**
   * The metadata table of {@code type} over the present metadata of {@code base}, which a later
   * refresh or commit through {@code base} does not move.
   *
   * @throws MoraineException NOT_SUPPORTED when the table is not backed by a metadata file
   */
  public static MetadataTable of(Table base, MetadataTableType type) {
    if (!(base instanceof HasTableOperations withOperations)) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED, "Table " + base.name() + " has no metadata tables");
    }
    TableOperations operations = withOperations.operations();
    Table pinned =
        new BaseTable(
            new StaticTableOperations(operations.current(), operations.io()), base.name());
    return new MetadataTable(MetadataTableUtils.createMetadataTableInstance(pinned, type));
  }

  /** The columns: those of Iceberg's table, with string in place of nested types. */
  public Schema flatSchema() {
    return flatSchema;
  }

  /**
   * The rows, one value a column of {@link #flatSchema()}: {@code OffsetDateTime} in UTC for
   * timestamptz, {@code byte[]} for binary, the plain Java class for other types. Manifests are
   * read while iterating; close the iterable.
   */
  public CloseableIterable<@Nullable Object[]> rows() {
    List<Types.NestedField> columns = metadataTable.schema().columns();
    CloseableIterable<FileScanTask> tasks = metadataTable.newScan().planFiles();
    return CloseableIterable.concat(
        CloseableIterable.transform(
            tasks,
            task ->
                CloseableIterable.transform(
                    task.asDataTask().rows(), row -> exactRow(columns, row))));
  }

  private static Types.NestedField flat(Types.NestedField column) {
    return column.type().isNestedType()
        ? Types.NestedField.from(column).ofType(Types.StringType.get()).build()
        : column;
  }

  private static @Nullable Object[] exactRow(List<Types.NestedField> columns, StructLike row) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = row.get(i, Object.class);
      values[i] = value == null ? null : exact(columns.get(i).type(), value);
    }
    return values;
  }

  private static Object exact(Type type, Object value) {
    if (type.isNestedType()) {
      return JsonText.of(type, value);
    }
    Object generic = GenericDataUtil.internalToGeneric(type, value);
    if (generic instanceof CharSequence text) {
      return text.toString();
    }
    return generic instanceof ByteBuffer buffer ? ByteBuffers.toByteArray(buffer) : generic;
  }
}
