/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * A program that runs statements and prints what it gets, exactly. {@code OPEN} before a query
 * leaves its result open after the first row; {@code HANG} keeps the process from ending.
 */
final class Probe {
  /** What its lines begin with. */
  static final String MARK = "> ";

  private Probe() {}

  /** Runs the statements behind the URL. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Connection connection = DriverManager.getConnection(arguments[0]);
    for (String sql : Arrays.copyOfRange(arguments, 1, arguments.length)) {
      try {
        if (sql.equals("HANG")) {
          out.println(MARK + "hanging");
          Thread.currentThread().join();
        } else if (sql.startsWith("OPEN ")) {
          ResultSet left = connection.createStatement().executeQuery(sql.substring(5));
          left.next();
          out.println(MARK + "open " + left.getString(1));
        } else {
          run(connection, sql, out);
        }
      } catch (SQLException e) {
        out.println(MARK + e.getSQLState() + " " + e.getMessage());
      }
    }
  }

  private static void run(Connection connection, String sql, PrintStream out) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        out.println(MARK + "count " + statement.getLargeUpdateCount());
        return;
      }
      try (ResultSet rows = statement.getResultSet()) {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
          StringBuilder line = new StringBuilder("row");
          for (int i = 1; i <= columns; i++) {
            Object value = rows.getObject(i);
            line.append(" | ").append(rows.getString(i));
            line.append(value == null ? "" : " " + value.getClass().getSimpleName());
          }
          out.println(MARK + line.toString().replace('\n', ' '));
        }
      }
    }
  }
}
