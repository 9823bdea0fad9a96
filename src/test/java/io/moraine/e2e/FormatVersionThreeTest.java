/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of format version 3: defaults of columns, unknown columns and row numbers. */
final class FormatVersionThreeTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");

  @TempDir private Path folder;

  /**
   * A column with defaults.
   *
   * @param initial what rows of older files have
   * @param write what an INSERT that leaves it out writes
   */
  private record Defaulted(Type type, Literal<?> initial, Literal<?> write) {
    String name() {
      return "c_" + type.toString().replaceAll("\\W+", "_");
    }
  }

  private static final List<Defaulted> COLUMNS =
      List.of(
          new Defaulted(Types.BooleanType.get(), Literal.of(true), Literal.of(false)),
          new Defaulted(Types.IntegerType.get(), Literal.of(-1), Literal.of(Integer.MAX_VALUE)),
          new Defaulted(Types.LongType.get(), Literal.of(7L), Literal.of(Long.MIN_VALUE)),
          new Defaulted(Types.FloatType.get(), Literal.of(1.5f), Literal.of(-0.0f)),
          new Defaulted(Types.DoubleType.get(), Literal.of(0.1), Literal.of(1e300)),
          decimal(9, 2, "1.50", "-0.01"),
          decimal(38, 10, "0.0000000001", "9999999999999999999999999999.9999999999"),
          text(Types.DateType.get(), "1969-12-31", "9999-12-31"),
          text(Types.TimeType.get(), "00:00:00.000001", "23:59:59.999999"),
          text(
              Types.TimestampType.withoutZone(),
              "1969-12-31T23:59:59.999999",
              "2024-03-31T02:30:00"),
          text(
              Types.TimestampType.withZone(),
              "1969-12-31T23:59:59.999999+00:00",
              "2024-03-31T02:30:00.000001+00:00"),
          text(
              Types.TimestampNanoType.withoutZone(),
              "1969-12-31T23:59:59.999999999",
              "2262-04-11T23:47:16.854775806"),
          text(
              Types.TimestampNanoType.withZone(),
              "1969-12-31T23:59:59.999999999+00:00",
              "2024-03-31T02:30:00.000000001+00:00"),
          text(Types.StringType.get(), "it''s \uD83D\uDE00", ""),
          text(
              Types.UUIDType.get(),
              "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
              "ffffffff-ffff-ffff-ffff-ffffffffffff"),
          bytes(Types.FixedType.ofLength(2), new byte[] {0, 1}, new byte[] {-1, -1}),
          bytes(Types.BinaryType.get(), new byte[] {}, new byte[] {0, -1}));

  private static Defaulted decimal(int precision, int scale, String initial, String write) {
    return new Defaulted(
        Types.DecimalType.of(precision, scale),
        Literal.of(new BigDecimal(initial)),
        Literal.of(new BigDecimal(write)));
  }

  private static Defaulted text(Type type, String initial, String write) {
    return new Defaulted(type, Literal.of(initial).to(type), Literal.of(write).to(type));
  }

  private static Defaulted bytes(Type type, byte[] initial, byte[] write) {
    return new Defaulted(type, Literal.of(initial).to(type), Literal.of(write).to(type));
  }

  private SqliteCatalog catalog() {
    return new SqliteCatalog("lake", folder);
  }

  private Connection connect() throws Exception {
    Connection connection = catalog().connect();
    run(connection, "CREATE SCHEMA IF NOT EXISTS lake.s", "SET schema = 'lake.s'");
    return connection;
  }

  /** The rows as Iceberg's own reader has them. */
  private static List<List<@Nullable String>> library(Table table) throws Exception {
    List<List<@Nullable String>> texts = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Types.NestedField field : table.schema().columns()) {
          cells.add(ExactValue.ofIceberg(field.type(), row.get(cells.size())));
        }
        texts.add(cells);
      }
    }
    return Rows.sorted(texts);
  }

  private static List<List<@Nullable String>> ours(Connection connection, Table table)
      throws Exception {
    return Rows.sorted(Rows.query(connection, "SELECT * FROM t", table.schema()));
  }

  @Test
  void rowsHaveTheDefaultsOfTheirTime() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER) WITH ('format-version' = '3')",
          "INSERT INTO t VALUES (1), (2)");
      Table table = library.loadTable(T);
      UpdateSchema added = table.updateSchema();
      COLUMNS.forEach(c -> added.addColumn(c.name(), c.type(), c.initial()));
      added.commit();
      run(connection, "INSERT INTO t (id) VALUES (3)");
      UpdateSchema changed = table.updateSchema();
      COLUMNS.forEach(c -> changed.updateColumnDefault(c.name(), c.write()));
      changed.commit();
      run(
          connection,
          "INSERT INTO t (id) VALUES (4)",
          "INSERT INTO t (id) SELECT id + 4 FROM t WHERE id = 1",
          "INSERT INTO t (id, c_int) VALUES (6, DEFAULT), (7, NULL)",
          "INSERT INTO t (id, c_int) SELECT 8, CAST(NULL AS INTEGER)");
      table.refresh();
      assertThat(ours(connection, table)).hasSize(8).isEqualTo(library(table));
      assertThat(rows(connection, "SELECT id, c_int FROM t ORDER BY id"))
          .extracting(row -> row.get(1))
          .containsExactly("-1", "-1", "-1", "2147483647", "2147483647", "2147483647", null, null);
      filtersSeeDefaults(connection, table);
    }
  }

  private static void filtersSeeDefaults(Connection connection, Table table) throws Exception {
    List<List<@Nullable String>> rows = ours(connection, table);
    for (Types.NestedField field : table.schema().columns().subList(1, COLUMNS.size() + 1)) {
      int position = table.schema().columns().indexOf(field);
      String initial = rows.get(0).get(position);
      long same = rows.stream().filter(row -> initial.equals(row.get(position))).count();
      String name = field.name();
      String first = "(SELECT " + name + " FROM t WHERE id = 1)";
      assertThat(column(connection, "SELECT COUNT(*) FROM t WHERE " + name + " = " + first))
          .as(name)
          .containsExactly(String.valueOf(same));
    }
    assertThat(column(connection, "SELECT id FROM t WHERE c_int IS NULL ORDER BY id"))
        .containsExactly("7", "8");
    assertThat(column(connection, "SELECT id FROM t WHERE c_date IS NULL")).isEmpty();
    assertThat(rows(connection, "SELECT MIN(c_int), MAX(c_int), COUNT(c_int) FROM t"))
        .containsExactly(List.of("-1", "2147483647", "6"));
    assertThat(
            column(
                connection,
                "SELECT COUNT(*) FROM t WHERE c_int = -1 AND c_date < DATE '1970-01-01'"))
        .containsExactly("3");
  }

  @Test
  void requiredColumnsWithDefaultsMayBeLeftOut() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER) WITH ('format-version' = '3')",
          "INSERT INTO t VALUES (1)");
      Table table = library.loadTable(T);
      table.updateSchema().addRequiredColumn("r", Types.IntegerType.get(), Literal.of(5)).commit();
      run(connection, "INSERT INTO t (id) VALUES (2)", "INSERT INTO t VALUES (3)");
      assertFailure(connection, "INSERT INTO t (id, r) VALUES (4, NULL)").startsWith("23502: ");
      assertThat(rows(connection, "SELECT COUNT(r), MIN(r), MAX(r), COUNT(*) FROM t"))
          .containsExactly(List.of("3", "5", "5", "3"));
      table.refresh();
      assertThat(ours(connection, table)).isEqualTo(library(table));
    }
  }

  @Test
  void unknownColumnsAreNull() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      Schema schema =
          new Schema(
              Types.NestedField.optional(1, "id", Types.IntegerType.get()),
              Types.NestedField.optional(2, "u", Types.UnknownType.get()));
      Table table =
          library.createTable(
              T, schema, PartitionSpec.unpartitioned(), Map.of("format-version", "3"));
      run(connection, "INSERT INTO t VALUES (1, NULL)", "INSERT INTO t (id) VALUES (2)");
      assertFailure(connection, "INSERT INTO t VALUES (3, 'x')")
          .startsWith("0A000: ")
          .contains("u");
      assertThat(rows(connection, "SELECT COUNT(*), COUNT(u) FROM t WHERE u IS NULL"))
          .containsExactly(List.of("2", "0"));
      table.refresh();
      assertThat(ours(connection, table)).hasSize(2).isEqualTo(library(table));
    }
  }

  @Test
  void insertedRowsAreNumbered() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER) PARTITIONED BY (id) WITH ('format-version' = '3')",
          "INSERT INTO t VALUES (1), (2), (3)",
          "INSERT INTO t VALUES (4), (5)");
      TableMetadata metadata = ((HasTableOperations) library.loadTable(T)).operations().current();
      assertThat(metadata.nextRowId()).isEqualTo(5);
      assertThat(column(connection, "SELECT SUM(id) FROM t")).containsExactly("15");
    }
  }

  @Test
  void laterVersionsAreRefused() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.IntegerType.get()));
      library.createTable(T, schema, PartitionSpec.unpartitioned(), Map.of("format-version", "4"));
      for (String sql : List.of("SELECT * FROM t", "INSERT INTO t VALUES (1)")) {
        assertFailure(connection, sql).startsWith("0A000: ").contains("lake.s.t", "version is 4");
      }
    }
  }
}
