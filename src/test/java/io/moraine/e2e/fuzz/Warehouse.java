/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Moraine over a warehouse, embedded and as a server. */
final class Warehouse implements AutoCloseable {
  /** How a query reaches it. */
  enum Way {
    EMBEDDED,
    /** A prepared statement with the literals as parameters. */
    PREPARED,
    JSON,
    PROTOBUF
  }

  private static final String ALL = "runtime: columnar (embedded DuckDB), all operators";

  private final MoraineServer server;
  private final Map<Way, Connection> connections = new EnumMap<>(Way.class);

  private Warehouse(MoraineServer server) {
    this.server = server;
  }

  static Warehouse open(Path folder) throws SQLException {
    Warehouse warehouse =
        new Warehouse(
            MoraineServer.start(
                new ServerConfig(
                    Endpoint.ofWarehouse(folder),
                    ServerConfig.DEFAULT_HOST,
                    0,
                    ServerConfig.Limits.DEFAULT)));
    Properties embedded = new Properties();
    embedded.setProperty("warehouse", folder.toString());
    embedded.setProperty("timeZone", "UTC");
    Connection connection = DriverManager.getConnection("jdbc:moraine:", embedded);
    warehouse.connections.put(Way.EMBEDDED, connection);
    warehouse.connections.put(Way.PREPARED, connection);
    warehouse.connections.put(Way.JSON, warehouse.remote("json"));
    warehouse.connections.put(Way.PROTOBUF, warehouse.remote("protobuf"));
    return warehouse;
  }

  private Connection remote(String serialization) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("timestamps", "text");
    Connection connection =
        DriverManager.getConnection(
            "jdbc:avatica:remote:url=" + server.url() + ";serialization=" + serialization,
            properties);
    run(connection, "SET timeZone = 'UTC'");
    return connection;
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException(sql, e.getSQLState(), e);
    }
  }

  private Connection connection(Way way) {
    Connection connection = connections.get(way);
    if (connection == null) {
      throw new IllegalStateException("Not open: " + way);
    }
    return connection;
  }

  /** Makes a schema of these tables the current one. */
  void load(String schema, List<TableDefinition> tables) throws SQLException {
    Connection embedded = connection(Way.EMBEDDED);
    run(embedded, "CREATE SCHEMA lake." + schema);
    for (TableDefinition table : tables) {
      run(embedded, table.ours("lake." + schema));
      for (List<List<Node>> rows : table.files()) {
        run(embedded, TableDefinition.insert("lake." + schema + "." + table.name(), rows, true));
      }
    }
    use(schema);
  }

  /** Makes a schema the current one. */
  void use(String schema) throws SQLException {
    for (Connection connection : connections.values()) {
      run(connection, "SET schema = 'lake." + schema + "'");
    }
  }

  /** Appends the rows of each table's first file once more, as if a pattern matched a sibling. */
  void append(String schema, List<TableDefinition> tables) throws SQLException {
    for (TableDefinition table : tables) {
      if (!table.files().isEmpty()) {
        String name = "lake." + schema + "." + table.name();
        run(connection(Way.EMBEDDED), TableDefinition.insert(name, table.files().get(0), true));
      }
    }
  }

  Outcome query(Node query, Way way) {
    return query(Sql.ours(query, way == Way.PREPARED), query.columns(), way);
  }

  Outcome query(Sql sql, List<Type> types, Way way) {
    boolean remote = way == Way.JSON || way == Way.PROTOBUF;
    try (PreparedStatement prepared = connection(way).prepareStatement(sql.text())) {
      for (int i = 0; i < sql.parameters().size(); i++) {
        prepared.setObject(i + 1, sql.parameters().get(i));
      }
      try (ResultSet result = prepared.executeQuery()) {
        return Outcome.of(result, types, remote);
      }
    } catch (SQLException e) {
      return Outcome.of(e);
    }
  }

  /** Whether every operator of a query runs in the columnar runtime. */
  boolean isColumnar(Node query) throws SQLException {
    String sql = "EXPLAIN PLAN FOR " + Sql.ours(query, false).text();
    try (Statement statement = connection(Way.EMBEDDED).createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        if (result.getString(1).contains(ALL)) {
          return true;
        }
      }
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections.values()) {
      connection.close();
    }
    server.close();
  }
}
