/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.adapter.jdbc.JdbcTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table in a database, with types that hold every value: Calcite's own reading of
 * them cuts decimals to 19 digits and date-times to milliseconds.
 */
final class JdbcColumns {
  private static final int MAX_DIGITS = 38;

  /** The scale of decimals that the database does not limit. */
  private static final int OPEN_SCALE = 10;

  private static final Set<String> TEXTS =
      Set.of(
          "VARCHAR",
          "VARCHAR2",
          "NVARCHAR",
          "NVARCHAR2",
          "TEXT",
          "CHARACTER VARYING",
          "TINYTEXT",
          "MEDIUMTEXT",
          "LONGTEXT");

  /** Types whose JDBC code says something else than what their values are. */
  private static final Set<String> MISLEADING = Set.of("MONEY", "TIMETZ", "VARBIT");

  private final String name;
  private final RelDataTypeFactory types;
  private final boolean sqlite;

  JdbcColumns(String name, RelDataTypeFactory types, boolean sqlite) {
    this.name = name;
    this.types = types;
    this.sqlite = sqlite;
  }

  /** The columns in order; none if there is no such table. */
  List<ForeignColumn> read(DatabaseMetaData database, JdbcTable table) throws SQLException {
    List<ForeignColumn> columns = new ArrayList<>();
    try (ResultSet rows =
        database.getColumns(
            table.jdbcCatalogName,
            escaped(database, table.jdbcSchemaName),
            escaped(database, table.jdbcTableName),
            null)) {
      while (rows.next()) {
        // Where a pattern's escape does not work it finds others' columns too.
        boolean ours =
            table.jdbcTableName.equals(rows.getString(3))
                && (table.jdbcSchemaName == null || table.jdbcSchemaName.equals(rows.getString(2)));
        if (ours) {
          columns.add(column(rows));
        }
      }
    }
    return columns;
  }

  private static @Nullable String escaped(DatabaseMetaData database, @Nullable String name)
      throws SQLException {
    String escape = database.getSearchStringEscape();
    return name == null || escape == null || escape.isEmpty()
        ? name
        : name.replace(escape, escape + escape)
            .replace("_", escape + "_")
            .replace("%", escape + "%");
  }

  private ForeignColumn column(ResultSet row) throws SQLException {
    int code = row.getInt(5);
    String typeName = Objects.requireNonNullElse(row.getString(6), "");
    int size = row.getInt(7);
    int scale = row.getInt(9);
    boolean nullable = row.getInt(11) != DatabaseMetaData.columnNoNulls;
    String upper = typeName.toUpperCase(Locale.ROOT);
    RelDataType type =
        MISLEADING.contains(upper) || (code == Types.BIT && size > 1)
            ? types.createSqlType(SqlTypeName.ANY)
            : sqlite ? sqliteType(upper, scale) : type(code, upper, size, scale);
    return new ForeignColumn(
        name,
        row.getString(4),
        types.createTypeWithNullability(type, nullable),
        typeName,
        isComparable(type.getSqlTypeName(), upper));
  }

  private RelDataType type(int code, String typeName, int size, int scale) {
    return switch (code) {
      case Types.BIT, Types.BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
      case Types.TINYINT, Types.SMALLINT ->
          types.createSqlType(
              typeName.contains("UNSIGNED") ? SqlTypeName.INTEGER : SqlTypeName.SMALLINT);
      case Types.INTEGER ->
          types.createSqlType(
              typeName.contains("UNSIGNED") ? SqlTypeName.BIGINT : SqlTypeName.INTEGER);
      case Types.BIGINT ->
          typeName.contains("UNSIGNED") ? decimal(20, 0) : types.createSqlType(SqlTypeName.BIGINT);
      case Types.REAL -> types.createSqlType(SqlTypeName.REAL);
      case Types.FLOAT, Types.DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
      case Types.DECIMAL, Types.NUMERIC -> decimal(size, scale);
      case Types.DATE -> types.createSqlType(SqlTypeName.DATE);
      case Types.TIME -> types.createSqlType(SqlTypeName.TIME, 6);
      case Types.TIMESTAMP ->
          typeName.equals("TIMESTAMPTZ")
              ? instant()
              : types.createSqlType(SqlTypeName.TIMESTAMP, 6);
      case Types.TIMESTAMP_WITH_TIMEZONE -> instant();
      case Types.CHAR,
          Types.NCHAR,
          Types.VARCHAR,
          Types.NVARCHAR,
          Types.LONGVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          types.createSqlType(SqlTypeName.VARCHAR);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          types.createSqlType(SqlTypeName.VARBINARY);
      default -> types.createSqlType(typeName.equals("UUID") ? SqlTypeName.UUID : SqlTypeName.ANY);
    };
  }

  /** By the name in the table's definition: SQLite has no types of columns, only of values. */
  private RelDataType sqliteType(String typeName, int scale) {
    if (typeName.contains("INT")) {
      // 64 bits, whatever it is called.
      return types.createSqlType(SqlTypeName.BIGINT);
    }
    if (typeName.contains("CHAR") || typeName.contains("CLOB") || typeName.contains("TEXT")) {
      return types.createSqlType(SqlTypeName.VARCHAR);
    }
    if (typeName.contains("REAL") || typeName.contains("FLOA") || typeName.contains("DOUB")) {
      return types.createSqlType(SqlTypeName.DOUBLE);
    }
    return switch (typeName) {
      case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "DATE" -> types.createSqlType(SqlTypeName.DATE);
      case "TIME" -> types.createSqlType(SqlTypeName.TIME, 6);
      case "DATETIME", "TIMESTAMP" -> types.createSqlType(SqlTypeName.TIMESTAMP, 6);
      case "DECIMAL", "NUMERIC" -> decimal(MAX_DIGITS, scale);
      case "BLOB" -> types.createSqlType(SqlTypeName.VARBINARY);
      default -> types.createSqlType(SqlTypeName.ANY);
    };
  }

  private RelDataType instant() {
    return types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6);
  }

  private RelDataType decimal(int precision, int scale) {
    boolean limited = precision > 0 && precision <= MAX_DIGITS && scale >= 0 && scale <= precision;
    return limited
        ? types.createSqlType(SqlTypeName.DECIMAL, precision, scale)
        : types.createSqlType(
            SqlTypeName.DECIMAL,
            MAX_DIGITS,
            precision > MAX_DIGITS && scale >= 0 && scale <= MAX_DIGITS ? scale : OPEN_SCALE);
  }

  private boolean isComparable(SqlTypeName type, String typeName) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      // SQLite has neither decimals nor date-times, and any type of value in any column.
      case DECIMAL, DATE, TIMESTAMP -> !sqlite;
      case VARCHAR -> sqlite || TEXTS.contains(typeName);
      default -> false;
    };
  }
}
