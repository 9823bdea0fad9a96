/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.adapter.catalog.LocalFileIO;
import io.moraine.e2e.SharedTableFacts.Reason;
import io.moraine.rules.type.TypeMapping;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tables that other engines wrote read equal, or are refused by name with the reason. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SharedTablesTest {
  private static final String NAMESPACE = "shared";

  private final AtomicInteger equal = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @TempDir private static @Nullable Path directory;
  private @Nullable Path tables;
  private Set<String> unreadable = Set.of();
  private @Nullable JdbcCatalog catalog;
  private @Nullable Connection connection;

  @BeforeAll
  void registerAll() throws Exception {
    tables = SharedTables.copied();
    SqliteCatalog sqlite = new SqliteCatalog("lake", directory);
    unreadable = SharedTables.register(sqlite, tables, NAMESPACE);
    catalog = sqlite.open();
    connection = sqlite.connect(SharedTables.FIXTURES);
  }

  @AfterAll
  void closeAll() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (catalog != null) {
      catalog.close();
    }
    System.out.println(
        "shared tables: " + equal.get() + " read equal, " + refused.get() + " refused by name");
  }

  @TestFactory
  Stream<DynamicTest> tableReadsEqualOrIsRefusedByName() throws Exception {
    return SharedTables.names(tables).stream().map(name -> dynamicTest(name, () -> check(name)));
  }

  private void check(String name) throws Exception {
    Table table = load(name);
    Set<Reason> reasons = SharedTableFacts.reasons(table);
    if (reasons.isEmpty()) {
      readsEqual(name, table);
      equal.incrementAndGet();
    } else {
      isRefused(name, table, reasons);
      otherColumnsReadEqual(name, table);
      refused.incrementAndGet();
    }
  }

  /** What Iceberg's library cannot parse, it reads through our files. */
  private Table load(String name) {
    return unreadable.contains(name)
        ? new BaseTable(
            new StaticTableOperations(SharedTables.metadata(tables, name), new LocalFileIO()), name)
        : catalog.loadTable(TableIdentifier.of(NAMESPACE, name));
  }

  @Test
  void snapshotsBeyondLongsAreReadButNotWritten() {
    assertThat(unreadable).containsExactly("duckdb_t");
    assertThat(refusal("INSERT INTO " + path("duckdb_t") + " VALUES (1, 2, 'x')").getMessage())
        .contains("duckdb_t", "9876543210123456789", "Iceberg's library");
  }

  private void readsEqual(String name, Table table) throws Exception {
    JsonNode expected = SharedTables.expected(tables, name);
    List<List<@Nullable String>> actual =
        Rows.query(connection, "SELECT * FROM " + path(name), table.schema());
    // Such position deletes name files that do not exist here.
    boolean misses =
        name.endsWith("_orc") && expected.path("delete_paths_have_other_prefix").booleanValue();
    assertThat(actual).hasSize(expected.get(misses ? "physical_rows" : "live_rows").intValue());
    assertThat(Rows.sorted(actual))
        .isEqualTo(
            Rows.sorted(
                expected.has("rows") && !misses
                    ? rowsOf(table, expected.get("rows"))
                    : rowsOfIcebergsReader(table, table.schema())));
  }

  private void isRefused(String name, Table table, Set<Reason> reasons) {
    isRefused(name, "SELECT * FROM " + path(name), reasons);
    String column =
        table.schema().columns().stream()
            .filter(field -> TypeMapping.refusal(field.type()).isPresent())
            .map(field -> Rows.quoted(field.name()))
            .findFirst()
            .orElseThrow();
    for (String sql :
        List.of(
            "SELECT COUNT(%s) FROM %s",
            "SELECT 1 FROM %2$s WHERE %1$s IS NULL",
            "SELECT CAST(%s AS VARCHAR) FROM %s",
            "SELECT DISTINCT %s FROM %s",
            "SELECT COUNT(*) FROM %2$s GROUP BY %1$s",
            "SELECT 1 FROM %2$s ORDER BY %1$s",
            "SELECT 1 FROM (VALUES 1) AS o(x) WHERE EXISTS (SELECT 1 FROM %2$s AS i WHERE i.%1$s IS NULL AND x = 1)",
            "SELECT a.%s FROM %s AS a JOIN %2$s AS b USING (%1$s)",
            "INSERT INTO %2$s (%1$s) VALUES (NULL)")) {
      isRefused(name, String.format(Locale.ROOT, sql, column, path(name)), reasons);
    }
  }

  private void isRefused(String name, String sql, Set<Reason> reasons) {
    SQLException refusal = refusal(sql);
    assertThat((Throwable) refusal).as("%s, a table with %s", sql, reasons).isNotNull();
    assertThat(refusal.getSQLState()).as(refusal.getMessage()).isEqualTo("0A000");
    assertThat(refusal.getMessage()).contains(name);
    String reason = refusal.getMessage().replace(name, "").toLowerCase(Locale.ROOT);
    assertThat(reasons.stream().anyMatch(known -> known.pattern().matcher(reason).find()))
        .as("message names one of %s: %s", reasons, refusal.getMessage())
        .isTrue();
  }

  private void otherColumnsReadEqual(String name, Table table) throws Exception {
    List<String> readable =
        table.schema().columns().stream()
            .filter(column -> TypeMapping.refusal(column.type()).isEmpty())
            .map(Types.NestedField::name)
            .toList();
    Schema schema = table.schema().select(readable);
    String columns = readable.stream().map(Rows::quoted).collect(Collectors.joining(", "));
    List<List<@Nullable String>> expected = rowsOfIcebergsReader(table, schema);
    assertThat(
            Rows.sorted(
                Rows.query(connection, "SELECT " + columns + " FROM " + path(name), schema)))
        .isNotEmpty()
        .isEqualTo(Rows.sorted(expected));
    assertThat(Statements.column(connection, "SELECT COUNT(*) FROM " + path(name)))
        .containsExactly(String.valueOf(expected.size()));
  }

  private SQLException refusal(String sql) {
    return catchThrowableOfType(
        SQLException.class,
        () -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
          }
        });
  }

  private static String path(String name) {
    return "lake." + NAMESPACE + "." + Rows.quoted(name);
  }

  private static List<List<@Nullable String>> rowsOf(Table table, JsonNode rows) {
    List<List<@Nullable String>> texts = new ArrayList<>();
    for (JsonNode row : rows) {
      List<@Nullable String> cells = new ArrayList<>();
      for (Types.NestedField field : table.schema().columns()) {
        cells.add(ExactValue.ofJson(field.type(), row.get(cells.size())));
      }
      texts.add(cells);
    }
    return texts;
  }

  private static List<List<@Nullable String>> rowsOfIcebergsReader(Table table, Schema columns)
      throws Exception {
    List<List<@Nullable String>> texts = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).project(columns).build()) {
      for (Record row : records) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Types.NestedField field : columns.columns()) {
          cells.add(ExactValue.ofIceberg(field.type(), row.get(cells.size())));
        }
        texts.add(cells);
      }
    }
    return texts;
  }
}
