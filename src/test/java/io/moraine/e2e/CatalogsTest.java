/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of catalog that runs in this process, alone and together. */
final class CatalogsTest {
  @TempDir private Path folder;

  private static Connection connect(Map<String, String> properties) throws SQLException {
    Properties info = new Properties();
    info.putAll(properties);
    return DriverManager.getConnection("jdbc:moraine:", info);
  }

  private Map<String, String> sqlite(String name) {
    SqliteCatalog catalog = new SqliteCatalog(name, folder);
    return Map.of(
        "catalog." + name + ".type", "jdbc",
        "catalog." + name + ".uri", catalog.uri(),
        "catalog." + name + ".warehouse", catalog.warehouse());
  }

  private static void createAndRead(Connection connection, String catalog) throws SQLException {
    run(
        connection,
        "CREATE SCHEMA " + catalog + ".db",
        "CREATE TABLE " + catalog + ".db.t (i INTEGER, s VARCHAR) PARTITIONED BY (bucket(4, i))",
        "INSERT INTO " + catalog + ".db.t VALUES (1, 'a'), (2, NULL)",
        "INSERT INTO " + catalog + ".db.t SELECT i + 10, s FROM " + catalog + ".db.t");
    assertThat(column(connection, "SELECT i FROM " + catalog + ".db.t ORDER BY i"))
        .containsExactly("1", "2", "11", "12");
    assertThat(column(connection, "SELECT COUNT(*) FROM " + catalog + ".db.t$snapshots"))
        .containsExactly("2");
    assertFailure(connection, "DROP SCHEMA " + catalog + ".db").startsWith("2BP01: ");
  }

  private static void externalChangeIsSeen(Connection connection, String name, Catalog other)
      throws SQLException {
    TableIdentifier t = TableIdentifier.of("db", "t");
    other.loadTable(t).updateSchema().addColumn("n", Types.LongType.get()).commit();
    assertThat(rows(connection, "SELECT * FROM " + name + ".db.t WHERE i = 1"))
        .containsExactly(Arrays.asList("1", "a", null));
    other.createTable(
        TableIdentifier.of("db", "fresh"),
        new Schema(Types.NestedField.optional(1, "i", Types.IntegerType.get())));
    assertThat(column(connection, "SELECT * FROM " + name + ".db.fresh")).isEmpty();
    other.dropTable(t, false);
    assertFailure(connection, "SELECT * FROM " + name + ".db.t").startsWith("42S02: ");
  }

  @Test
  void sqliteIsReadAndWrittenAndItsChangesAreSeen() throws Exception {
    try (Connection connection = connect(sqlite("disk"));
        JdbcCatalog other = new SqliteCatalog("disk", folder).open()) {
      createAndRead(connection, "disk");
      externalChangeIsSeen(connection, "disk", other);
    }
  }

  @Test
  void aCatalogInMemoryIsSharedWhileAConnectionHoldsIt() throws SQLException {
    Map<String, String> memory = Map.of("catalog.mem.type", "in-memory");
    try (Connection first = connect(memory);
        Connection second = connect(memory)) {
      createAndRead(first, "mem");
      assertThat(column(second, "SELECT COUNT(*) FROM mem.db.t")).containsExactly("4");
      run(second, "INSERT INTO mem.db.t VALUES (5, 'x')");
      assertThat(column(first, "SELECT COUNT(*) FROM mem.db.t")).containsExactly("5");
    }
    try (Connection later = connect(memory)) {
      assertFailure(later, "SELECT * FROM mem.db.t").startsWith("42S02: ");
    }
  }

  @Test
  void aCatalogIsNamedByItsClass() throws SQLException {
    SqliteCatalog catalog = new SqliteCatalog("own", folder);
    Map<String, String> properties =
        Map.of(
            "catalog.own.catalog-impl", JdbcCatalog.class.getName(),
            "catalog.own.uri", catalog.uri(),
            "catalog.own.warehouse", catalog.warehouse(),
            "catalog.own.jdbc.schema-version", "V1");
    try (Connection connection = connect(properties)) {
      createAndRead(connection, "own");
    }
    assertFailure(() -> connect(Map.of("catalog.x.catalog-impl", "no.such.Class")).close())
        .startsWith("08001: ")
        .contains("no.such.Class", "'x'");
  }

  @Test
  void tablesOfSeveralCatalogsAreJoinedInOneStatement() throws SQLException {
    Map<String, String> both = new HashMap<>(sqlite("disk"));
    both.put("catalog.mem.type", "in-memory");
    try (Connection connection = connect(both)) {
      createAndRead(connection, "disk");
      createAndRead(connection, "mem");
      run(connection, "INSERT INTO mem.db.t SELECT i + 100, s FROM disk.db.t WHERE i = 1");
      assertThat(
              rows(
                  connection,
                  "SELECT a.i, b.i FROM disk.db.t a JOIN mem.db.t b ON a.i + 100 = b.i"))
          .containsExactly(List.of("1", "101"));
    }
  }

  @Test
  void aRestCatalogIsReadAndWrittenAndItsChangesAreSeen() throws Exception {
    try (JdbcCatalog backend = new SqliteCatalog("rest", folder).open();
        RestCatalogServer server = new RestCatalogServer(backend);
        Connection connection =
            connect(
                Map.of(
                    "catalog.rest.type", "rest",
                    "catalog.rest.uri", server.uri(),
                    "catalog.rest.roots", folder.toString()))) {
      createAndRead(connection, "rest");
      externalChangeIsSeen(connection, "rest", backend);
    }
  }

  @Test
  void aRestCatalogThatDoesNotAnswerIsNamed() throws Exception {
    String uri;
    try (InMemoryCatalog backend = new InMemoryCatalog()) {
      backend.initialize("m", Map.of());
      backend.createNamespace(Namespace.of("db"));
      try (RestCatalogServer server = new RestCatalogServer(backend)) {
        uri = server.uri();
      }
    }
    assertFailure(
            () -> {
              try (Connection connection =
                  connect(Map.of("catalog.gone.type", "rest", "catalog.gone.uri", uri))) {
                run(connection, "SELECT * FROM gdisk.db.t");
              }
            })
        .startsWith("08001: ")
        .contains("gone");
  }
}
