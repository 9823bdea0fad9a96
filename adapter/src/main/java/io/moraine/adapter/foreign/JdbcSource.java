/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.calcite.adapter.jdbc.JdbcTable;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDialect;

/**
 * A table of a schema of Calcite's JDBC adapter. It is read here, not by the adapter, which carries
 * date-times as milliseconds.
 */
final class JdbcSource implements ForeignSource {
  private final String name;
  private final JdbcTable table;

  JdbcSource(String name, JdbcTable table) {
    this.name = name;
    this.table = table;
  }

  private static boolean isSqlite(Connection connection) throws SQLException {
    return "SQLite".equals(connection.getMetaData().getDatabaseProductName());
  }

  @Override
  public List<ForeignColumn> columns(RelDataTypeFactory types) {
    try (Connection connection = table.jdbcSchema.getDataSource().getConnection()) {
      List<ForeignColumn> columns =
          new JdbcColumns(name, types, isSqlite(connection)).read(connection.getMetaData(), table);
      if (columns.isEmpty()) {
        throw new MoraineException(
            ErrorCode.TABLE_NOT_FOUND, "Table " + name + " does not exist in its database");
      }
      return columns;
    } catch (SQLException e) {
      throw JdbcRows.failed("table " + name, e);
    }
  }

  @Override
  public String describe(Request request) {
    return "JDBC, " + sql(request, new ArrayList<>());
  }

  @Override
  public RowReader open(Request request, ZoneId zone, AtomicBoolean cancelled) {
    List<Object> values = new ArrayList<>();
    String sql = sql(request, values);
    Connection connection = null;
    try {
      connection = table.jdbcSchema.getDataSource().getConnection();
      return JdbcRows.open(name, connection, isSqlite(connection), sql, values, request);
    } catch (SQLException | RuntimeException e) {
      JdbcRows.close(connection, e);
      throw e instanceof SQLException failed
          ? JdbcRows.failed("table " + name, failed)
          : (RuntimeException) e;
    }
  }

  private String sql(Request request, List<Object> values) {
    SqlDialect dialect = table.jdbcSchema.dialect;
    String columns =
        request.returned().stream()
            .map(column -> dialect.quoteIdentifier(column.name()))
            .collect(Collectors.joining(", "));
    String from = dialect.quoteIdentifier(new StringBuilder(), table.tableName().names).toString();
    String where =
        request.conditions().stream()
            .map(condition -> sql(request, condition, values))
            .collect(Collectors.joining(" AND "));
    return "SELECT " + columns + " FROM " + from + (where.isEmpty() ? "" : " WHERE " + where);
  }

  private String sql(Request request, PushedCondition condition, List<Object> values) {
    if (condition instanceof PushedCondition.Composition composition) {
      return composition.parts().stream()
          .map(part -> sql(request, part, values))
          .collect(Collectors.joining(composition.all() ? " AND " : " OR ", "(", ")"));
    }
    if (condition instanceof PushedCondition.NullTest test) {
      return column(request, test.column()) + (test.isNull() ? " IS NULL" : " IS NOT NULL");
    }
    PushedCondition.Comparison comparison = (PushedCondition.Comparison) condition;
    values.add(comparison.value());
    return column(request, comparison.column()) + " " + comparison.operator().sql + " ?";
  }

  private String column(Request request, int position) {
    return table.jdbcSchema.dialect.quoteIdentifier(request.table().get(position).name());
  }
}
