/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** PostgreSQL with UTF-8 and the order of code points. */
final class Reference implements AutoCloseable {
  /** A quotient of so many fraction digits, rounded half away from zero. */
  private static final String QUOTIENT =
      "CREATE FUNCTION quotient(a numeric, b numeric, s integer) RETURNS numeric AS $$"
          + " SELECT CASE WHEN b = 0 THEN a / b ELSE sign(a) * sign(b)"
          + " * div(2 * abs(a) * (10::numeric ^ s) + abs(b), 2 * abs(b))"
          + " * CAST('1e-' || s AS numeric) END $$ LANGUAGE SQL IMMUTABLE STRICT";

  private final EmbeddedPostgres server;
  private final Connection connection;

  private Reference(EmbeddedPostgres server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  static Reference start() throws IOException, SQLException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setLocaleConfig("locale", "C")
            .setLocaleConfig("encoding", "UTF8")
            .setServerConfig("fsync", "off")
            .setServerConfig("jit", "off")
            .start();
    Reference reference = new Reference(server, server.getPostgresDatabase().getConnection());
    reference.run("SET TimeZone = 'UTC'", "SET extra_float_digits = 3", QUOTIENT);
    return reference;
  }

  void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Makes a schema of these tables the current one. */
  void load(String schema, List<TableDefinition> tables) throws SQLException {
    run(
        "DROP SCHEMA IF EXISTS " + schema + " CASCADE",
        "CREATE SCHEMA " + schema,
        "SET search_path = " + schema + ", public");
    for (TableDefinition table : tables) {
      run(table.theirs());
      for (List<List<Node>> rows : table.files()) {
        run(TableDefinition.insert(table.name(), rows, false));
      }
    }
  }

  void drop(String schema) throws SQLException {
    run("DROP SCHEMA " + schema + " CASCADE");
  }

  Outcome query(Node query) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(Sql.theirs(query).text())) {
      return Outcome.of(result, query.columns(), false);
    } catch (SQLException e) {
      return Outcome.of(e);
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    connection.close();
    server.close();
  }
}
