/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of its own, asked for values. */
final class SemanticsPostgres implements AutoCloseable {
  private final EmbeddedPostgres server;
  private final Connection connection;

  SemanticsPostgres() throws IOException, SQLException {
    server = EmbeddedPostgres.builder().setPort(0).start();
    connection = server.getPostgresDatabase().getConnection();
  }

  /** The first value of an expression as text, or {@code error} and its SQLSTATE. */
  String value(String expression) {
    return value(connection, expression);
  }

  static String value(Connection connection, String expression) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT " + expression)) {
      result.next();
      String text = result.getString(1);
      return text == null ? "NULL" : text;
    } catch (SQLException e) {
      return "error " + e.getSQLState();
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    try (server;
        connection) {
      connection.isClosed();
    }
  }
}
