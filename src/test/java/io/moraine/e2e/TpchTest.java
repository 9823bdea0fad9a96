/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.moraine.adapter.sample.TpchSample;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The 22 queries of TPC-H: the same results as DuckDB on the same files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TpchTest {
  private static final double SCALE = 0.01;
  private static final String NAMESPACE = "tpch";

  /** DuckDB divides and averages decimals as DOUBLE. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  private static final int LEAST_SCALE = 6;

  @TempDir private static @Nullable Path warehouse;
  private @Nullable Connection moraine;
  private @Nullable Connection duckdb;

  @BeforeAll
  void writeSample() throws Exception {
    TpchSample.writeTo(warehouse, NAMESPACE, SCALE, line -> {});
    moraine = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    moraine.setSchema(NAMESPACE);
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", warehouse).open();
        Statement statement = duckdb.createStatement()) {
      for (TableIdentifier table : catalog.listTables(Namespace.of(NAMESPACE))) {
        statement.execute(
            "CREATE VIEW "
                + table.name()
                + " AS SELECT * FROM read_parquet("
                + files(catalog, table)
                + ", hive_partitioning = false)");
      }
    }
  }

  @AfterAll
  void closeAll() throws SQLException {
    if (moraine != null) {
      moraine.close();
    }
    if (duckdb != null) {
      duckdb.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> queryHasTheResultOfDuckDb() {
    return IntStream.rangeClosed(1, 22)
        .mapToObj(number -> String.format(Locale.ROOT, "q%02d", number))
        .map(name -> dynamicTest(name, () -> compare(text(name))));
  }

  private void compare(String sql) throws SQLException {
    List<List<@Nullable Object>> actual = rows(moraine, sql);
    List<List<@Nullable Object>> expected = rows(duckdb, sql);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      for (int j = 0; j < expected.get(i).size(); j++) {
        assertThat(same(actual.get(i).get(j), expected.get(i).get(j)))
            .as("row %s:%n%s%n%s", i, actual.get(i), expected.get(i))
            .isTrue();
      }
    }
  }

  private static boolean same(@Nullable Object actual, @Nullable Object expected) {
    if (actual instanceof Number a && expected instanceof Number e) {
      return decimal(a).subtract(decimal(e)).abs().compareTo(limit(a, e)) <= 0;
    }
    return String.valueOf(actual).equals(String.valueOf(expected));
  }

  /** Half of the last digit where we return an exact decimal and DuckDB a DOUBLE. */
  private static BigDecimal limit(Number actual, Number expected) {
    if (!(actual instanceof Double) && !(expected instanceof Double)) {
      return BigDecimal.ZERO;
    }
    BigDecimal relative = TOLERANCE.multiply(decimal(expected).abs());
    return actual instanceof BigDecimal exact && exact.scale() >= LEAST_SCALE
        ? relative.add(exact.ulp().movePointLeft(1).multiply(BigDecimal.valueOf(5)))
        : relative;
  }

  private static BigDecimal decimal(Number number) {
    return new BigDecimal(number.toString());
  }

  private static List<List<@Nullable Object>> rows(Connection connection, String sql)
      throws SQLException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static String files(JdbcCatalog catalog, TableIdentifier table) throws IOException {
    try (CloseableIterable<FileScanTask> tasks = catalog.loadTable(table).newScan().planFiles()) {
      List<String> paths = new ArrayList<>();
      tasks.forEach(task -> paths.add(task.file().location().replaceFirst("^file:/*", "/")));
      return paths.stream()
          .map(path -> "'" + path + "'")
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  private static String text(String query) {
    try (InputStream in = TpchTest.class.getResourceAsStream("/tpch/" + query + ".sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
