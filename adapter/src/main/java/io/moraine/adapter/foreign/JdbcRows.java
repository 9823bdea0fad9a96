/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.adapter.catalog.Secrets;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The rows of a query of a database, each value as exactly as its driver can give it. */
final class JdbcRows implements RowReader {
  private final String table;
  private final Connection connection;
  private final PreparedStatement statement;
  private @Nullable ResultSet rows;
  private final List<ForeignColumn> columns;
  private final boolean sqlite;

  private JdbcRows(
      String table,
      Connection connection,
      PreparedStatement statement,
      List<ForeignColumn> columns,
      boolean sqlite) {
    this.table = table;
    this.connection = connection;
    this.statement = statement;
    this.columns = columns;
    this.sqlite = sqlite;
  }

  /** Prepares a query; it runs when the first row is asked for, and can be cancelled by then. */
  static JdbcRows open(
      String table,
      Connection connection,
      boolean sqlite,
      String sql,
      List<Object> values,
      ForeignSource.Request request)
      throws SQLException {
    // Without a transaction some drivers fetch all rows before they return the first.
    connection.setAutoCommit(false);
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setFetchSize(fetchSize(connection));
    if (request.limit().isPresent()) {
      statement.setMaxRows((int) Math.min(request.limit().getAsLong(), Integer.MAX_VALUE));
    }
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    return new JdbcRows(table, connection, statement, request.returned(), sqlite);
  }

  private static int fetchSize(Connection connection) throws SQLException {
    // MySQL's driver streams for this value alone.
    return "MySQL".equals(connection.getMetaData().getDatabaseProductName())
        ? Integer.MIN_VALUE
        : RowFeed.BATCH_ROWS;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    try {
      ResultSet open = rows;
      if (open == null) {
        open = statement.executeQuery();
        rows = open;
      }
      if (!open.next()) {
        return null;
      }
      @Nullable Object[] row = new Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        ForeignColumn column = columns.get(i);
        row[i] = ForeignValues.carried(column, value(open, i + 1, column));
      }
      return row;
    } catch (SQLException e) {
      throw failed("table " + table, e);
    }
  }

  private @Nullable Object value(ResultSet rows, int i, ForeignColumn column) throws SQLException {
    if (sqlite) {
      return sqliteValue(rows, i, column);
    }
    return switch (column.type().getSqlTypeName()) {
      case DATE -> rows.getObject(i, LocalDate.class);
      case TIME -> rows.getObject(i, LocalTime.class);
      case TIMESTAMP -> rows.getObject(i, LocalDateTime.class);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> rows.getObject(i, OffsetDateTime.class);
      case VARCHAR -> rows.getString(i);
      case VARBINARY -> rows.getBytes(i);
      default -> rows.getObject(i);
    };
  }

  /** Any column may hold any type of value; numbers of date-times are the driver's to explain. */
  private static @Nullable Object sqliteValue(ResultSet rows, int i, ForeignColumn column)
      throws SQLException {
    Object value = rows.getObject(i);
    if (!(value instanceof Number)) {
      return value;
    }
    return switch (column.type().getSqlTypeName()) {
      case DATE -> rows.getTimestamp(i).toLocalDateTime().toLocalDate();
      case TIME -> rows.getTimestamp(i).toLocalDateTime().toLocalTime();
      case TIMESTAMP -> rows.getTimestamp(i);
      default -> value;
    };
  }

  @Override
  public void cancel() {
    try {
      statement.cancel();
    } catch (SQLException e) {
      LoggerFactory.getLogger(JdbcRows.class).debug("Cancelling a read of {} failed", table, e);
    }
  }

  @Override
  public void close() {
    // With the statement its result; then the read's transaction, in which nothing was written.
    try (Connection c = connection) {
      statement.close();
      c.rollback();
    } catch (SQLException e) {
      LoggerFactory.getLogger(JdbcRows.class).debug("Closing a read of {} failed", table, e);
    }
  }

  static void close(@Nullable Connection connection, Exception because) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        because.addSuppressed(e);
      }
    }
  }

  /** A database's error, with its own code; drivers may quote the URL that they cannot open. */
  static MoraineException failed(String what, SQLException e) {
    String state = e.getSQLState() == null ? "" : " (SQLSTATE " + e.getSQLState() + ")";
    String said = String.valueOf(e.getMessage());
    String redacted = Secrets.redact(said);
    return new MoraineException(
        ErrorCode.SOURCE_FAILED,
        "Cannot read " + what + ": its database says: " + redacted + state,
        redacted.equals(said) ? e : null);
  }
}
