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
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that are prepared once and run again: with other values, rows and columns. */
final class PreparedTest {
  private static final TableIdentifier T = TableIdentifier.of("db", "t");

  @TempDir private Path folder;

  @FunctionalInterface
  private interface Work {
    void on(Connection connection) throws Exception;
  }

  private void with(Transport transport, Work work) throws Exception {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(connection, "CREATE SCHEMA lake.db");
      work.on(connection);
    }
  }

  /** The same catalog through Iceberg's library, as another program would open it. */
  private JdbcCatalog other() {
    return new SqliteCatalog("moraine", folder).open();
  }

  /** Each type with two values, as SQL and as a parameter. */
  private static Map<String, List<List<Object>>> types() {
    Map<String, List<List<Object>>> types = new LinkedHashMap<>();
    types.put("BOOLEAN", List.of(List.of("TRUE", true), List.of("FALSE", false)));
    types.put("INTEGER", List.of(List.of("-2147483648", Integer.MIN_VALUE), List.of("7", 7)));
    types.put(
        "BIGINT", List.of(List.of("9223372036854775807", Long.MAX_VALUE), List.of("-7", -7L)));
    types.put(
        "REAL",
        List.of(List.of("CAST(1.5 AS REAL)", 1.5f), List.of("CAST(-2.25 AS REAL)", -2.25f)));
    types.put("DOUBLE", List.of(List.of("1e300", 1e300), List.of("-0.5e0", -0.5)));
    types.put(
        "DECIMAL(38, 10)",
        List.of(
            List.of(
                "9999999999999999999999999999.9999999999",
                new BigDecimal("9999999999999999999999999999.9999999999")),
            List.of("-1.5", new BigDecimal("-1.5000000000"))));
    types.put(
        "DATE",
        List.of(
            List.of("DATE '1969-12-31'", Date.valueOf("1969-12-31")),
            List.of("DATE '2024-02-29'", Date.valueOf("2024-02-29"))));
    types.put(
        "TIME(6)",
        List.of(
            List.of("TIME '23:59:59'", Time.valueOf("23:59:59")),
            List.of("TIME '00:00:01'", Time.valueOf("00:00:01"))));
    types.put(
        "TIMESTAMP(6)",
        List.of(
            List.of(
                "TIMESTAMP '1969-12-31 23:59:59.999'",
                Timestamp.valueOf("1969-12-31 23:59:59.999")),
            List.of("TIMESTAMP '2024-02-29 12:00:00'", Timestamp.valueOf("2024-02-29 12:00:00"))));
    types.put("VARCHAR", List.of(List.of("'😀 żółw'", "😀 żółw"), List.of("''", "")));
    types.put(
        "VARBINARY",
        List.of(List.of("X'00FF'", new byte[] {0, -1}), List.of("X'01'", new byte[] {1})));
    types.put(
        "UUID",
        List.of(
            List.of(
                "UUID 'ffffffff-ffff-ffff-ffff-ffffffffffff'",
                "ffffffff-ffff-ffff-ffff-ffffffffffff"),
            List.of(
                "UUID '00000000-0000-0000-0000-000000000000'",
                "00000000-0000-0000-0000-000000000000")));
    return types;
  }

  /** A table with a column of each type, and a row of each of its values and of NULLs. */
  private static void create(Connection connection) throws SQLException {
    List<String> columns = new ArrayList<>(List.of("id INTEGER"));
    List<List<String>> values = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    types()
        .forEach(
            (type, pair) -> {
              columns.add("v" + columns.size() + " " + type);
              values.get(0).add((String) pair.get(0).get(0));
              values.get(1).add((String) pair.get(1).get(0));
              values.get(2).add("CAST(NULL AS " + type + ")");
            });
    run(connection, "CREATE TABLE lake.db.t (" + String.join(", ", columns) + ")");
    for (int i = 0; i < values.size(); i++) {
      run(
          connection,
          "INSERT INTO lake.db.t SELECT " + i + ", " + String.join(", ", values.get(i)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParameterOfEachTypeFindsItsRowTwice(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          create(connection);
          int number = 0;
          List<String> equal = new ArrayList<>();
          List<Object> first = new ArrayList<>();
          for (Map.Entry<String, List<List<Object>>> type : types().entrySet()) {
            String column = "v" + ++number;
            try (PreparedStatement query =
                connection.prepareStatement("SELECT id FROM lake.db.t WHERE " + column + " = ?")) {
              for (int i = 0; i < 2; i++) {
                query.setObject(1, type.getValue().get(i).get(1));
                assertThat(rows(query)).as(type.getKey()).containsExactly(List.of("" + i));
              }
              query.setNull(1, query.getParameterMetaData().getParameterType(1));
              assertThat(rows(query)).as(type.getKey()).isEmpty();
            }
            first.add(type.getValue().get(0).get(1));
            equal.add("COUNT(CASE WHEN a." + column + " = b." + column + " THEN 1 END)");
          }
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO lake.db.t VALUES (3" + ", ?".repeat(number) + ")")) {
            for (int i = 0; i < number; i++) {
              insert.setObject(i + 1, first.get(i));
            }
            assertThat(insert.executeUpdate()).isEqualTo(1);
          }
          assertThat(
                  rows(
                      connection,
                      "SELECT "
                          + String.join(", ", equal)
                          + " FROM lake.db.t a, lake.db.t b WHERE a.id = 0 AND b.id = 3"))
              .containsExactly(Collections.nCopies(number, "1"));
        });
  }

  @ParameterizedTest
  @EnumSource
  void limitAndOffsetTakeParameters(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          run(
              connection,
              "CREATE TABLE lake.db.t (i INTEGER)",
              "INSERT INTO lake.db.t VALUES (1), (2), (3)");
          try (PreparedStatement query =
              connection.prepareStatement("SELECT i FROM lake.db.t ORDER BY i LIMIT ? OFFSET ?")) {
            query.setInt(1, 2);
            query.setInt(2, 1);
            assertThat(rows(query)).containsExactly(List.of("2"), List.of("3"));
            query.setInt(1, 1);
            query.setInt(2, 0);
            assertThat(rows(query)).containsExactly(List.of("1"));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void parametersAreDescribed(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          run(connection, "CREATE TABLE lake.db.t (i INTEGER, s VARCHAR, m DECIMAL(18, 4))");
          try (PreparedStatement query =
              connection.prepareStatement(
                  "SELECT i FROM lake.db.t WHERE i = ? AND s = ? AND m > ?")) {
            assertThat(query.getParameterMetaData().getParameterCount()).isEqualTo(3);
            assertThat(query.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
            assertThat(query.getParameterMetaData().getParameterType(2)).isEqualTo(Types.VARCHAR);
            assertThat(query.getParameterMetaData().getParameterType(3)).isEqualTo(Types.DECIMAL);
            assertThat(query.getMetaData().getColumnCount()).isEqualTo(1);
            assertFailure(query::executeQuery).startsWith("07001: ");
          }
          assertThat(column(connection, "SELECT 1")).containsExactly("1");
        });
  }

  @ParameterizedTest
  @EnumSource
  void newRowsAndColumnsAreSeen(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          run(
              connection,
              "CREATE TABLE lake.db.t (i INTEGER, s VARCHAR)",
              "INSERT INTO lake.db.t VALUES (1, 'a')");
          try (PreparedStatement star =
                  connection.prepareStatement("SELECT * FROM lake.db.t WHERE i > ?");
              PreparedStatement named =
                  connection.prepareStatement("SELECT s FROM lake.db.t WHERE i > ?")) {
            star.setInt(1, 0);
            named.setInt(1, 0);
            assertThat(rows(star)).hasSize(1);
            assertThat(rows(named)).hasSize(1);
            run(connection, "INSERT INTO lake.db.t VALUES (2, 'b')");
            assertThat(rows(star)).hasSize(2);
            try (JdbcCatalog other = other()) {
              other
                  .loadTable(T)
                  .updateSchema()
                  .addColumn("n", org.apache.iceberg.types.Types.LongType.get())
                  .commit();
            }
            assertThat(rows(star)).allSatisfy(row -> assertThat(row).hasSize(3));
            assertThat(rows(named)).hasSize(2);
            try (JdbcCatalog other = other()) {
              other.loadTable(T).updateSchema().deleteColumn("s").commit();
            }
            assertThat(rows(star)).allSatisfy(row -> assertThat(row).hasSize(2));
            assertFailure(() -> rows(named)).startsWith("42S22: ").contains("'s'");
          }
          assertThat(column(connection, "SELECT 1")).containsExactly("1");
        });
  }

  @ParameterizedTest
  @EnumSource
  void externalCreateAndDropAreSeenByTheNextStatement(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          assertFailure(connection, "SELECT * FROM lake.db.t").startsWith("42S02: ");
          try (JdbcCatalog other = other()) {
            other.createTable(
                T,
                new org.apache.iceberg.Schema(
                    org.apache.iceberg.types.Types.NestedField.optional(
                        1, "i", org.apache.iceberg.types.Types.IntegerType.get())));
          }
          assertThat(column(connection, "SELECT * FROM lake.db.t")).isEmpty();
          run(connection, "INSERT INTO lake.db.t VALUES (1)");
          try (PreparedStatement query = connection.prepareStatement("SELECT i FROM lake.db.t")) {
            assertThat(rows(query)).hasSize(1);
            try (JdbcCatalog other = other()) {
              other.dropTable(T, false);
            }
            assertFailure(() -> rows(query)).startsWith("42S02: ").contains("t");
          }
          assertFailure(connection, "SELECT * FROM lake.db.t").startsWith("42S02: ");
        });
  }

  @ParameterizedTest
  @EnumSource
  void ddlCanBePrepared(Transport transport) throws Exception {
    with(
        transport,
        connection -> {
          try (PreparedStatement create =
              connection.prepareStatement("CREATE TABLE lake.db.t (i INTEGER)")) {
            assertThat(create.execute()).isFalse();
            assertFailure(create::execute).startsWith("42S01: ");
          }
          try (PreparedStatement drop = connection.prepareStatement("DROP TABLE lake.db.t")) {
            assertThat(drop.executeUpdate()).isZero();
          }
          assertFailure(connection, "SELECT * FROM lake.db.t").startsWith("42S02: ");
        });
  }
}
