/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.DatabaseMetaData;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** From the columns that a statement was compiled to, to what a connection shows of them. */
final class ResultColumns {
  private final ConnectionSettings settings;
  private final ZoneId zone;

  ResultColumns(ConnectionSettings settings, ZoneId zone) {
    this.settings = settings;
    this.zone = zone;
  }

  /** The columns of a query. */
  List<ResultColumn> of(RelDataType rowType, List<@Nullable List<String>> origins) {
    List<ResultColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      List<String> origin =
          field.getIndex() < origins.size() ? origins.get(field.getIndex()) : null;
      columns.add(column(field, origin));
    }
    return columns;
  }

  private ResultColumn column(RelDataTypeField field, @Nullable List<String> origin) {
    String label = field.getName();
    JdbcType type = JdbcType.of(field.getType());
    UnaryOperator<Object> declared =
        NestedValue.is(type.sqlType())
            ? NestedValue.form(field.getType(), label)
            : ResultColumn.declaredAs(type, label);
    if (!settings.wire()) {
      return new ResultColumn(metaData(field, label, type, origin), declared);
    }
    return onTheWire(field, label, type, declared, origin);
  }

  /** Stock Avatica clients decode neither UUIDs, nested values nor digits below milliseconds. */
  private ResultColumn onTheWire(
      RelDataTypeField field,
      String label,
      JdbcType type,
      UnaryOperator<Object> declared,
      @Nullable List<String> origin) {
    boolean text =
        type.jdbcType() == java.sql.Types.OTHER
            || NestedValue.is(type.sqlType())
            || type.isDateTime() && settings.timestamps() == ConnectionSettings.Timestamps.TEXT;
    if (text) {
      return new ResultColumn(
          metaData(field, label, JdbcType.varchar(), origin),
          value -> ValueText.of(declared.apply(value), zone));
    }
    if (!type.isDateTime()) {
      return new ResultColumn(metaData(field, label, type, origin), declared);
    }
    UnaryOperator<Object> form =
        settings.timestamps() == ConnectionSettings.Timestamps.MILLIS
            ? value -> ResultColumn.floor(value, zone)
            : value -> ResultColumn.exact(value, zone, label);
    return new ResultColumn(metaData(field, label, type.onTheWire(), origin), form);
  }

  /** A column that belongs to no table and is shown as it is. */
  static ResultColumn plain(int ordinal, String label, JdbcType type) {
    return new ResultColumn(
        metaData(ordinal, label, type, DatabaseMetaData.columnNullable, "", "", "", label),
        ResultColumn.AS_IS);
  }

  private static ColumnMetaData metaData(
      RelDataTypeField field, String label, JdbcType type, @Nullable List<String> origin) {
    int nullable =
        field.getType().isNullable()
            ? DatabaseMetaData.columnNullable
            : DatabaseMetaData.columnNoNulls;
    if (origin == null || origin.size() < 3) {
      return metaData(field.getIndex(), label, type, nullable, "", "", "", label);
    }
    int last = origin.size() - 1;
    return metaData(
        field.getIndex(),
        label,
        type,
        nullable,
        origin.get(0),
        String.join(".", origin.subList(1, last - 1)),
        origin.get(last - 1),
        origin.get(last));
  }

  private static ColumnMetaData metaData(
      int ordinal,
      String label,
      JdbcType type,
      int nullable,
      String catalog,
      String schema,
      String table,
      String column) {
    return new ColumnMetaData(
        ordinal,
        false,
        true,
        true,
        false,
        nullable,
        type.signed(),
        type.displaySize(),
        label,
        column,
        schema,
        type.precision(),
        type.scale(),
        table,
        catalog,
        type.avatica(),
        true,
        false,
        false,
        type.className());
  }
}
