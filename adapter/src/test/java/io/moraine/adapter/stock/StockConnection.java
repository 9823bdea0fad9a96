/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.stock;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Calcite's own driver with the documented properties, and its results as plain lists. */
final class StockConnection implements AutoCloseable {
  private final Connection connection;

  private StockConnection(Connection connection) {
    this.connection = connection;
  }

  static StockConnection open(String model) throws SQLException {
    return open(model, properties());
  }

  static StockConnection open(String model, Properties properties) throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("model", model);
    return new StockConnection(DriverManager.getConnection("jdbc:calcite:", all));
  }

  static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("typeSystem", "io.moraine.rules.type.MoraineTypeSystem");
    properties.setProperty("parserFactory", "io.moraine.adapter.StockParser#FACTORY");
    properties.setProperty("conformance", "LENIENT");
    properties.setProperty("caseSensitive", "false");
    properties.setProperty("unquotedCasing", "UNCHANGED");
    properties.setProperty("quotedCasing", "UNCHANGED");
    properties.setProperty("timeZone", "UTC");
    return properties;
  }

  /** A model of one embedded warehouse named {@code lake}, and other schemas. */
  static String inline(Path warehouse, String otherSchemas) {
    return "inline:{version:'1.0',schemas:[{name:'lake',type:'custom',"
        + "factory:'io.moraine.adapter.IcebergSchemaFactory',operand:{warehouse:'"
        + warehouse
        + "'}}"
        + otherSchemas
        + "]}";
  }

  Connection jdbc() {
    return connection;
  }

  PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  long update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows, each as its values' texts joined by a bar. */
  List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(String.valueOf(result.getString(i)));
      }
      rows.add(String.join("|", row));
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
