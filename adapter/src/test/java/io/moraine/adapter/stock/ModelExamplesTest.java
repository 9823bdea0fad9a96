/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.adapter.catalog.CatalogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ModelExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "model-examples");
  private static final String CALCITE = "jdbc:calcite:";
  private static final String MORAINE = "jdbc:moraine:";

  @TempDir Path folder;

  private Connection connect(String driver, String example) throws SQLException, IOException {
    Path model = folder.resolve(example);
    if (!Files.exists(model)) {
      Files.copy(EXAMPLES.resolve(example), model);
    }
    Properties properties =
        driver.equals(CALCITE) ? StockConnection.properties() : new Properties();
    properties.setProperty("model", model.toString());
    return DriverManager.getConnection(driver, properties);
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return StockConnection.rows(rows);
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:calcite:,warehouse.json",
    "jdbc:moraine:,warehouse.json",
    "jdbc:calcite:,jdbc-sqlite.json",
    "jdbc:moraine:,jdbc-sqlite.json",
    "jdbc:calcite:,in-memory.json",
    "jdbc:moraine:,in-memory.json",
    "jdbc:calcite:,environment.json",
    "jdbc:moraine:,environment.json"
  })
  void aCatalogTakesATableAndItsRows(String driver, String example) throws Exception {
    try (Connection connection = connect(driver, example)) {
      String table = "lake.db." + (driver.equals(CALCITE) ? "c" : "m");
      run(
          connection,
          "CREATE SCHEMA IF NOT EXISTS lake.db",
          "DROP TABLE IF EXISTS " + table,
          "CREATE TABLE " + table + " (id BIGINT, ts TIMESTAMP)",
          "INSERT INTO " + table + " VALUES (1, TIMESTAMP '2020-01-01 00:00:00.123456')");
      assertThat(rows(connection, "SELECT id, CAST(ts AS VARCHAR) FROM " + table))
          .containsExactly("1|2020-01-01 00:00:00.123456");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CALCITE, MORAINE})
  void twoCatalogsAreJoined(String driver) throws Exception {
    try (Connection connection = connect(driver, "two-catalogs.json")) {
      run(
          connection,
          "CREATE SCHEMA sales.db",
          "CREATE SCHEMA archive.db",
          "CREATE TABLE sales.db.t (id BIGINT, s VARCHAR)",
          "CREATE TABLE archive.db.t (id BIGINT, s VARCHAR)",
          "INSERT INTO sales.db.t VALUES (1, 'new')",
          "INSERT INTO archive.db.t VALUES (1, 'old')");
      assertThat(
              rows(
                  connection,
                  "SELECT a.s, b.s FROM sales.db.t AS a JOIN archive.db.t AS b ON a.id = b.id"))
          .containsExactly("new|old");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CALCITE, MORAINE})
  void aSingleTableIsSeenAsTheCatalogHasIt(String driver) throws Exception {
    try (Connection catalog = connect(driver, "warehouse.json")) {
      run(
          catalog,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.t (id BIGINT)",
          "INSERT INTO lake.db.t VALUES (1)");
      try (Connection single = connect(driver, "single-table.json")) {
        assertThat(rows(single, "SELECT id FROM shared.trips")).containsExactly("1");
        run(catalog, "INSERT INTO lake.db.t VALUES (2)");
        assertThat(
                rows(
                    single,
                    "SELECT COUNT(*) FROM shared.trips AS a JOIN shared.trips AS b ON a.id = b.id"))
            .containsExactly("2");
        run(single, "INSERT INTO shared.trips VALUES (3)");
        assertThat(rows(catalog, "SELECT MAX(id) FROM lake.db.t")).containsExactly("3");
      }
    }
  }

  @Test
  void aDatabaseIsJoinedWithTheLake() throws Exception {
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:file:shop?mode=memory&cache=shared");
        Connection connection = connect(MORAINE, "with-database.json")) {
      run(
          database,
          "CREATE TABLE orders (id INTEGER, customer VARCHAR(20))",
          "INSERT INTO orders VALUES (1, 'Ann'), (2, 'Bob')");
      run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.events (order_id BIGINT, amount DECIMAL(38, 10), ts TIMESTAMP)",
          "INSERT INTO lake.db.events VALUES (2, 1.0123456789, NULL), (3, 5, NULL)");
      assertThat(rows(connection, "SELECT * FROM reports.spent"))
          .containsExactly("Bob|1.0123456789");
      run(connection, "INSERT INTO lake.db.events SELECT id, 7, NULL FROM shop.orders");
      assertThat(rows(connection, "SELECT COUNT(*), SUM(amount) FROM lake.db.events"))
          .containsExactly("4|20.0123456789");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CALCITE, MORAINE})
  void aCatalogThatCannotBeReachedDoesNotHideItsNeighbour(String driver) throws Exception {
    // Nothing can listen on port 0.
    String lost =
        ", {\"name\": \"lost\", \"type\": \"custom\", \"factory\":"
            + " \"io.moraine.adapter.IcebergSchemaFactory\", \"operand\":"
            + " {\"type\": \"rest\", \"uri\": \"http://localhost:0\"}}]";
    String both =
        Files.readString(EXAMPLES.resolve("warehouse.json"))
            .replaceFirst("(?s)\\](?=[^\\]]*$)", lost);
    Files.writeString(folder.resolve("both.json"), both);
    try (Connection connection = connect(driver, "both.json")) {
      run(connection, "CREATE SCHEMA lake.db", "CREATE TABLE lake.db.t (a INTEGER)");
      assertThat(rows(connection, "SELECT COUNT(*) FROM lake.db.t")).containsExactly("0");
      assertThatThrownBy(() -> rows(connection, "SELECT * FROM lost.db.t"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("'lost'");
    }
  }

  @Test
  void theRestExampleIsAModel() throws Exception {
    JsonNode operand =
        new ObjectMapper()
            .readTree(EXAMPLES.resolve("rest.json").toFile())
            .at("/schemas/0/operand");
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "lake", new ObjectMapper().convertValue(operand, new TypeReference<>() {}));
    assertThat(config.type()).isEqualTo("rest");
  }

  @Test
  void everyExampleIsDescribed() throws IOException {
    String readme = Files.readString(EXAMPLES.resolve("README.md"));
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".json")))
          .isNotEmpty()
          .allSatisfy(example -> assertThat(readme).contains("[" + example + "]"));
    }
  }
}
