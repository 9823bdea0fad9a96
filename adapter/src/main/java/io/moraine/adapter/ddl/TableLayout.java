/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.parser.SqlPartitionField;
import io.moraine.parser.SqlSortField;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Types;

/** How a new table's rows are split into files: PARTITIONED BY and ORDERED BY. */
final class TableLayout {
  private static final String PARTITIONED_BY = "PARTITIONED BY";
  private static final String ORDERED_BY = "ORDERED BY";

  /** What each transform can be applied to, for messages. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "identity", "a flat column",
          "bucket",
              "INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP, VARCHAR, UUID, BINARY and VARBINARY",
          "truncate", "INTEGER, BIGINT, DECIMAL, VARCHAR and VARBINARY",
          "year", "DATE and TIMESTAMP",
          "month", "DATE and TIMESTAMP",
          "day", "DATE and TIMESTAMP",
          "hour", "TIMESTAMP",
          "void", "any column");

  private final String doing;
  private final Schema schema;

  TableLayout(String doing, Schema schema) {
    this.doing = doing;
    this.schema = schema;
  }

  /**
   * The partition spec.
   *
   * @throws MoraineException COLUMN_NOT_FOUND or INVALID_STATEMENT naming the field
   */
  PartitionSpec partitionSpec(List<SqlPartitionField> fields) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    for (SqlPartitionField field : fields) {
      Types.NestedField source =
          SourceColumns.find(doing, PARTITIONED_BY, schema, field.getColumn());
      requireApplicable(field, source);
      try {
        add(builder, field, schema.findColumnName(source.fieldId()));
      } catch (IllegalArgumentException e) {
        throw invalid(field, e.getMessage());
      }
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new MoraineException(
          ErrorCode.INVALID_STATEMENT, "Cannot " + doing + ": " + e.getMessage(), e);
    }
  }

  /**
   * The sort order. Nulls come first ascending and last descending, as Iceberg has it, unless the
   * statement says otherwise.
   *
   * @throws MoraineException COLUMN_NOT_FOUND naming the column
   */
  SortOrder sortOrder(List<SqlSortField> fields) {
    SortOrder.Builder builder = SortOrder.builderFor(schema);
    for (SqlSortField field : fields) {
      Types.NestedField column = SourceColumns.find(doing, ORDERED_BY, schema, field.getColumn());
      Boolean nullsFirst = field.getNullsFirst();
      boolean first = nullsFirst == null ? !field.isDescending() : nullsFirst;
      builder.sortBy(
          schema.findColumnName(column.fieldId()),
          field.isDescending() ? SortDirection.DESC : SortDirection.ASC,
          first ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST);
    }
    return builder.build();
  }

  private void requireApplicable(SqlPartitionField field, Types.NestedField source) {
    if (!transform(field).canTransform(source.type())) {
      throw invalid(
          field,
          String.format(
              Locale.ROOT,
              "column %s is of Iceberg type %s, but %s takes %s",
              source.name(),
              source.type(),
              field.getTransformName(),
              SOURCES.get(field.getTransformName())));
    }
  }

  private static Transform<?, ?> transform(SqlPartitionField field) {
    return switch (field.getTransformName()) {
      case "identity" -> Transforms.identity();
      case "bucket" -> Transforms.bucket(width(field));
      case "truncate" -> Transforms.truncate(width(field));
      case "year" -> Transforms.year();
      case "month" -> Transforms.month();
      case "day" -> Transforms.day();
      case "hour" -> Transforms.hour();
      default -> Transforms.alwaysNull();
    };
  }

  private static void add(PartitionSpec.Builder builder, SqlPartitionField field, String column) {
    switch (field.getTransformName()) {
      case "identity" -> builder.identity(column);
      case "bucket" -> builder.bucket(column, width(field));
      case "truncate" -> builder.truncate(column, width(field));
      case "year" -> builder.year(column);
      case "month" -> builder.month(column);
      case "day" -> builder.day(column);
      case "hour" -> builder.hour(column);
      default -> builder.alwaysNull(column);
    }
  }

  private static int width(SqlPartitionField field) {
    Integer width = field.getWidth();
    if (width == null) {
      throw new IllegalStateException(field.getTransformName() + " was parsed without its width");
    }
    return width;
  }

  private MoraineException invalid(SqlPartitionField field, String reason) {
    String width = field.getWidth() == null ? "" : field.getWidth() + ", ";
    return new MoraineException(
        ErrorCode.INVALID_STATEMENT,
        String.format(
            Locale.ROOT,
            "Cannot %s: partition field %s(%s%s): %s",
            doing,
            field.getTransformName(),
            width,
            field.getColumn(),
            reason));
  }
}
