/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * An Iceberg catalog on one SQLite file that Moraine, Iceberg's library and Spark open side by
 * side.
 *
 * @param name the catalog's name, which is also part of each of its rows
 * @param directory where the file and the warehouse lie
 */
record SqliteCatalog(String name, Path directory) {
  /** JDBC URI of the catalog's database. */
  String uri() {
    return "jdbc:sqlite:"
        + directory.resolve("catalog.db")
        + "?journal_mode=WAL&busy_timeout=30000";
  }

  /** Where tables without a location of their own lie. */
  String warehouse() {
    return "file:" + directory.resolve("warehouse");
  }

  /** Iceberg's own catalog class on the same database. */
  JdbcCatalog open() {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.initialize(
        name,
        Map.of(
            "uri",
            uri(),
            "warehouse",
            warehouse(),
            "jdbc.schema-version",
            "V1",
            "io-impl",
            PlainFileIO.class.getName()));
    return catalog;
  }

  /** Adds a table to the catalog without a look at its metadata. */
  void insertRow(String namespace, String table, String metadata) throws SQLException {
    try (Connection connection = DriverManager.getConnection(uri());
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
                    + " metadata_location, iceberg_type) VALUES (?, ?, ?, ?, 'TABLE')")) {
      insert.setString(1, name);
      insert.setString(2, namespace);
      insert.setString(3, table);
      insert.setString(4, metadata);
      insert.executeUpdate();
    }
  }

  /**
   * Moraine's own driver on the same database, with these folders allowed besides the warehouse.
   */
  Connection connect(String... roots) throws SQLException {
    Properties properties = new Properties();
    String prefix = "catalog." + name + ".";
    properties.setProperty(prefix + "type", "jdbc");
    properties.setProperty(prefix + "uri", uri());
    properties.setProperty(prefix + "warehouse", warehouse());
    if (roots.length > 0) {
      properties.setProperty(prefix + "roots", String.join(",", roots));
    }
    return DriverManager.getConnection("jdbc:moraine:", properties);
  }
}
