/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A model with a lake, a PostgreSQL database, a SQLite file, and tables in Java. */
final class ForeignModel implements AutoCloseable {
  private final Path model;
  private final EmbeddedPostgres postgres;
  private final Path sqlite;
  private final MoraineServer server;

  private ForeignModel(Path model, EmbeddedPostgres postgres, Path sqlite, MoraineServer server) {
    this.model = model;
    this.postgres = postgres;
    this.sqlite = sqlite;
    this.server = server;
  }

  static ForeignModel open(Path folder) throws IOException, SQLException {
    EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
    Path sqlite = folder.resolve("shop.db");
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + sqlite)) {
      Statements.run(database, "CREATE TABLE made (id INTEGER)");
    }
    Path model =
        Files.writeString(
            folder.resolve("model.json"),
            "{\"version\": \"1.0\", \"defaultSchema\": \"lake\", \"schemas\": ["
                + "{\"name\": \"lake\", \"type\": \"custom\","
                + " \"factory\": \"io.moraine.adapter.IcebergSchemaFactory\","
                + " \"operand\": {\"warehouse\": \"lake\"}},"
                + jdbc("pg", "org.postgresql.Driver", postgres.getJdbcUrl("postgres", "postgres"))
                + ","
                + jdbc("shop", "org.sqlite.JDBC", "jdbc:sqlite:" + sqlite)
                + ", {\"name\": \"java\", \"type\": \"custom\", \"factory\": \""
                + JavaTables.class.getName()
                + "\"}, {\"name\": \"views\", \"tables\": [{\"name\": \"both\", \"type\": \"view\","
                + " \"sql\": \"SELECT a.id, a.s, b.s AS pg_s, c.ts FROM lake.db.t AS a"
                + " JOIN pg.t AS b ON a.id = b.id LEFT JOIN java.plain AS c ON a.id = c.id\"}],"
                + " \"functions\": ["
                + functions()
                + "]}]}");
    MoraineServer server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofModel(model),
                ServerConfig.DEFAULT_HOST,
                0,
                ServerConfig.Limits.DEFAULT));
    return new ForeignModel(model, postgres, sqlite, server);
  }

  private static String jdbc(String name, String driver, String url) {
    return "{\"name\": \""
        + name
        + "\", \"type\": \"custom\","
        + " \"factory\": \"org.apache.calcite.adapter.jdbc.JdbcSchema$Factory\","
        + " \"operand\": {\"jdbcDriver\": \""
        + driver
        + "\", \"jdbcUrl\": \""
        + url
        + "\"}}";
  }

  private static String functions() {
    return Stream.of(
            function("TWICE", "twice"),
            function("GREET", "greet"),
            function("NEXT_DAY", "nextDay"),
            function("HALF", "half"),
            function("LATER", "later"),
            function("FAILS", "fails"),
            function("DAY_BEFORE", "dayBefore"),
            function("A_SECOND", "second"),
            function("MICRO", "micro"),
            function("THEN_AT", "then"),
            function("TOO_FINE", "tooFine"),
            function("FLIP", "flip"),
            function("BACK", "back"),
            function("SQUARE", "square"),
            function("CONTRARY", "contrary"),
            function("NEXT_OF", "next"),
            function("NEGATED", "negated"),
            function("LESS", "less"))
        .collect(Collectors.joining(","));
  }

  private static String function(String name, String method) {
    return "{\"name\": \""
        + name
        + "\", \"className\": \""
        + JavaFunctions.class.getName()
        + "\", \"methodName\": \""
        + method
        + "\"}";
  }

  Connection connect(WayIn way) throws SQLException {
    return way.connect(model, server.url());
  }

  /** Runs statements in PostgreSQL. */
  void postgres(String... statements) throws SQLException {
    try (Connection database = postgres.getPostgresDatabase().getConnection()) {
      Statements.run(database, statements);
    }
  }

  void stopPostgres() throws IOException {
    postgres.close();
  }

  /** The number of connections of others to PostgreSQL that are doing something. */
  String activeInPostgres() throws SQLException {
    try (Connection database = postgres.getPostgresDatabase().getConnection()) {
      return Statements.column(
              database,
              "SELECT COUNT(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                  + " AND backend_type = 'client backend' AND state <> 'idle'")
          .get(0);
    }
  }

  /** Runs statements in SQLite. */
  void sqlite(String... statements) throws SQLException {
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + sqlite)) {
      Statements.run(database, statements);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    postgres.close();
  }
}
