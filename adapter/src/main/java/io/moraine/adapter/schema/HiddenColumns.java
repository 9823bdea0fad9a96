/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.rules.type.TypeMapping;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * The columns that every table has beside its own: where a row lies, and which numbers it has. They
 * are found by their names alone; {@code *} and lists of columns do not have them.
 */
public final class HiddenColumns {
  /** A path such as {@code day=2026-01-31/kind=a}; Iceberg's own has a structure of its own. */
  private static final Types.NestedField PARTITION =
      Types.NestedField.optional(
          MetadataColumns.PARTITION_COLUMN_ID,
          MetadataColumns.PARTITION_COLUMN_NAME,
          Types.StringType.get());

  private static final List<Types.NestedField> ALL =
      List.of(
          MetadataColumns.FILE_PATH,
          MetadataColumns.ROW_POSITION,
          MetadataColumns.SPEC_ID,
          PARTITION,
          MetadataColumns.ROW_ID,
          MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER);

  private HiddenColumns() {}

  /** Whether a column of this name may be one of them, without regard to case. */
  public static boolean isName(String name) {
    return ALL.stream().anyMatch(column -> column.name().equalsIgnoreCase(name));
  }

  /** Those of a table: a column of its own hides one of the same name. */
  private static List<Types.NestedField> of(Schema schema) {
    Set<String> own =
        schema.columns().stream()
            .map(Types.NestedField::name)
            .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
    return ALL.stream().filter(column -> !own.contains(column.name())).toList();
  }

  /** A table's columns, and behind them the hidden ones. */
  static RelDataType rowType(RelDataTypeFactory types, Schema schema) {
    RelDataTypeFactory.Builder row =
        types.builder().addAll(TypeMapping.rowType(types, schema).getFieldList());
    of(schema)
        .forEach(
            column ->
                row.add(
                    column.name(), TypeMapping.toSql(types, column.type(), column.isOptional())));
    return row.build();
  }

  /** A column by its position in {@link #rowType}. */
  public static Types.NestedField column(Schema schema, int position) {
    int own = schema.columns().size();
    return position < own ? schema.columns().get(position) : of(schema).get(position - own);
  }
}
