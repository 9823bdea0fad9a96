/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.launcher.SqlFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Statements on any connection, and their results as texts. */
final class Statements {
  private Statements() {}

  /** Runs statements one after the other; the count of the last. */
  static long run(Connection connection, String... statements) throws SQLException {
    long count = -1;
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
        count = statement.getLargeUpdateCount();
      }
    }
    return count;
  }

  /** The rows of a query, by {@code getString}. */
  static List<List<@Nullable String>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  /** The rows of a statement whose parameters are set. */
  static List<List<@Nullable String>> rows(PreparedStatement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      return rows(result);
    }
  }

  /** The remaining rows of a result. */
  static List<List<@Nullable String>> rows(ResultSet result) throws SQLException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<@Nullable String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(result.getString(i));
      }
      rows.add(row);
    }
    return rows;
  }

  /** The first column of a query. */
  static List<@Nullable String> column(Connection connection, String sql) throws SQLException {
    List<@Nullable String> values = new ArrayList<>();
    rows(connection, sql).forEach(row -> values.add(row.get(0)));
    return values;
  }

  /** Something that is expected to fail. */
  @FunctionalInterface
  interface Failing {
    void run() throws Exception;
  }

  /** How it fails, as {@code SQLSTATE: message}. */
  static AbstractStringAssert<?> assertFailure(Failing failing) {
    try {
      failing.run();
    } catch (Exception e) {
      return Assertions.assertThat(SqlFailure.of(e).toString());
    }
    throw new AssertionError("It did not fail");
  }

  /** How a statement fails, all of its rows read, on a connection that must answer the next one. */
  static AbstractStringAssert<?> assertFailure(Connection connection, String sql)
      throws SQLException {
    AbstractStringAssert<?> failure =
        assertFailure(
            () -> {
              try (Statement statement = connection.createStatement()) {
                if (statement.execute(sql)) {
                  throw new AssertionError(
                      "Not refused: " + sql + ": " + rows(statement.getResultSet()));
                }
              }
            });
    Assertions.assertThat(column(connection, "SELECT 1")).containsExactly("1");
    return failure.as(sql);
  }
}
