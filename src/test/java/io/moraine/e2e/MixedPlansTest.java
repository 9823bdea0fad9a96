/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries over Iceberg tables and tables of other Calcite schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MixedPlansTest {
  private Path folder;
  private ForeignModel model;

  @BeforeAll
  void fill(@TempDir Path temporary) throws Exception {
    folder = temporary;
    model = ForeignModel.open(Files.createDirectory(folder.resolve("model")));
    model.postgres(
        "CREATE TABLE t (id BIGINT PRIMARY KEY, s VARCHAR(20))",
        "INSERT INTO t VALUES (1, 'one'), (2, 'zażółć'), (3, NULL)",
        "CREATE TABLE big AS SELECT g AS id, g % 7 AS k, 'text ' || g AS s"
            + " FROM generate_series(1, 200000) AS g");
    model.sqlite("INSERT INTO made VALUES (2), (3), (3000000000)");
    try (Connection connection = model.connect(WayIn.MORAINE)) {
      Statements.run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.t (id BIGINT, s VARCHAR)",
          "INSERT INTO lake.db.t VALUES (1, 'a'), (2, 'b'), (4, 'd')",
          "CREATE TABLE lake.db.events (id BIGINT, k INTEGER, s VARCHAR)");
    }
  }

  private static void emptyEvents(Connection connection) throws SQLException {
    Statements.run(
        connection,
        "DROP TABLE lake.db.events",
        "CREATE TABLE lake.db.events (id BIGINT, k INTEGER, s VARCHAR)");
  }

  @AfterAll
  void stop() throws Exception {
    model.close();
  }

  @AfterEach
  void everySourceIsReleased() throws SQLException {
    assertThat(JavaTables.OPEN).hasValue(0);
    assertThat(model.activeInPostgres()).isEqualTo("0");
  }

  private List<List<@Nullable String>> query(WayIn way, String sql) throws SQLException {
    try (Connection connection = model.connect(way)) {
      return rows(connection, sql);
    }
  }

  private static List<@Nullable String> row(@Nullable String... values) {
    return Arrays.asList(values);
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON", "PROTOBUF"})
  void aForeignTableIsReadByItself(WayIn way) throws SQLException {
    assertThat(query(way, "SELECT id, s FROM pg.t ORDER BY id"))
        .containsExactly(row("1", "one"), row("2", "zażółć"), row("3", null));
    assertThat(query(way, "SELECT * FROM shop.made ORDER BY 1 DESC"))
        .containsExactly(row("3000000000"), row("3"), row("2"));
    assertThat(query(way, "SELECT COUNT(*), MAX(s) FROM pg.big"))
        .containsExactly(row("200000", "text 99999"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON", "PROTOBUF"})
  void itIsJoinedWithAnIcebergTable(WayIn way) throws SQLException {
    assertThat(
            query(
                way,
                "SELECT a.id, a.s, b.s FROM lake.db.t AS a LEFT JOIN pg.t AS b ON a.id = b.id"
                    + " ORDER BY a.id"))
        .containsExactly(row("1", "a", "one"), row("2", "b", "zażółć"), row("4", "d", null));
    assertThat(
            query(
                way,
                "SELECT a.id FROM lake.db.t AS a JOIN pg.t AS b ON a.id = b.id"
                    + " JOIN shop.made AS c ON b.id = c.id"))
        .containsExactly(row("2"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void subQueriesReadForeignTables(WayIn way) throws SQLException {
    assertThat(query(way, "SELECT id FROM lake.db.t WHERE id IN (SELECT id FROM pg.t) ORDER BY 1"))
        .containsExactly(row("1"), row("2"));
    assertThat(query(way, "SELECT id FROM lake.db.t WHERE s NOT IN (SELECT s FROM pg.t)"))
        .isEmpty();
    assertThat(
            query(
                way,
                "SELECT id FROM lake.db.t AS a WHERE EXISTS"
                    + " (SELECT 1 FROM pg.t AS b WHERE b.id = a.id AND b.s <> a.s) ORDER BY id"))
        .containsExactly(row("1"), row("2"));
    assertThat(
            query(
                way,
                "SELECT a.id, (SELECT MAX(b.s) FROM pg.t AS b WHERE b.id >= a.id)"
                    + " FROM lake.db.t AS a ORDER BY a.id"))
        .containsExactly(row("1", "zażółć"), row("2", "zażółć"), row("4", null));
    assertThat(query(way, "SELECT (SELECT COUNT(*) FROM java.million)"))
        .containsExactly(row("1000000"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void aTableThatIsNamedTwiceIsReadOnce(WayIn way) throws SQLException {
    JavaTables.READ.set(0);
    assertThat(
            query(
                way,
                "SELECT COUNT(*) FROM java.million AS a JOIN java.million AS b ON a.id = b.id"))
        .containsExactly(row("1000000"));
    assertThat(JavaTables.READ).hasValue(1_000_000);
    assertThat(
            query(
                way,
                "SELECT id FROM pg.t UNION SELECT id FROM lake.db.t UNION SELECT id FROM shop.made"
                    + " WHERE id < 100 ORDER BY 1"))
        .containsExactly(row("1"), row("2"), row("3"), row("4"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "PROTOBUF"})
  void aViewReadsBoth(WayIn way) throws SQLException {
    assertThat(
            query(way, "SELECT id, s, pg_s, CAST(ts AS VARCHAR) FROM views.\"both\" ORDER BY id"))
        .containsExactly(
            row("1", "a", "one", "2020-01-01 00:00:00.123456"), row("2", "b", "zażółć", null));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void rowsAreAppendedToAnIcebergTable(WayIn way) throws SQLException {
    try (Connection connection = model.connect(way)) {
      emptyEvents(connection);
      assertThat(
              Statements.run(
                  connection,
                  "INSERT INTO lake.db.events SELECT id, k, s FROM pg.big WHERE k <> 3"))
          .isEqualTo(171_428);
      assertThat(rows(connection, "SELECT COUNT(*), SUM(id), MIN(s) FROM lake.db.events"))
          .isEqualTo(rows(connection, "SELECT COUNT(*), SUM(id), MIN(s) FROM pg.big WHERE k <> 3"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON", "PROTOBUF"})
  void parametersReachTheSource(WayIn way) throws SQLException {
    try (Connection connection = model.connect(way);
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT a.s FROM pg.t AS a JOIN lake.db.t AS b ON a.id = b.id"
                    + " WHERE a.id = ? AND a.s = ?")) {
      statement.setLong(1, 2);
      statement.setString(2, "zażółć");
      assertThat(rows(statement)).containsExactly(row("zażółć"));
      statement.setString(2, "ZAŻÓŁĆ");
      assertThat(rows(statement)).isEmpty();
      statement.setNull(1, java.sql.Types.BIGINT);
      assertThat(rows(statement)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE"})
  void explainShowsWhatTheSourceIsAsked(WayIn way) throws SQLException {
    try (Connection connection = model.connect(way)) {
      assertThat(
              column(
                  connection,
                  "EXPLAIN PLAN FOR SELECT COUNT(*) FROM pg.big AS a JOIN lake.db.t AS b"
                      + " ON a.id = b.id WHERE a.k IN (1, 3) AND a.s = 'text 8'"))
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("rows of pg.big: by JDBC, SELECT \"id\", \"k\", \"s\" FROM")
                      .contains("(\"k\" = ? OR \"k\" = ?)", "\"s\" = ?"))
          .anySatisfy(line -> assertThat(line).startsWith("scan of lake.db.t: "));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void aSourceThatBreaksFailsTheStatement(WayIn way) throws SQLException {
    model.postgres(
        "CREATE OR REPLACE VIEW broken AS SELECT id, 1 / (id - 150000) AS q FROM big",
        "DROP TABLE IF EXISTS gone",
        "CREATE TABLE gone (id INTEGER)");
    try (Connection connection = model.connect(way)) {
      assertFailure(connection, "SELECT COUNT(*) FROM java.failing")
          .startsWith("HV000: Cannot read table java.failing: ")
          .contains("the source broke");
      assertFailure(connection, "SELECT SUM(q) FROM pg.broken")
          .startsWith("HV000: Cannot read table pg.broken: its database says: ")
          .contains("division by zero", "22012");
      emptyEvents(connection);
      assertFailure(connection, "INSERT INTO lake.db.events SELECT id, 1, s FROM java.failing")
          .contains("the source broke");
      assertThat(column(connection, "SELECT COUNT(*) FROM lake.db.events")).containsExactly("0");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE"})
  void aLimitEndsTheRead(WayIn way) throws SQLException {
    JavaTables.READ.set(0);
    assertThat(query(way, "SELECT id FROM java.endless LIMIT 3")).hasSize(3);
    assertThat(JavaTables.READ.get()).isLessThan(10);
    assertThat(
            query(
                way,
                "SELECT a.id FROM java.endless AS a WHERE MOD(a.id, 3) = 0 FETCH FIRST 2 ROWS ONLY"))
        .hasSize(2);
    assertThat(JavaTables.READ.get()).isLessThan(1_000_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void functionsOfTheModelAreCalledWithExactValues(WayIn way) throws SQLException {
    assertThat(query(way, "SELECT id FROM lake.db.t WHERE views.TWICE(CAST(id AS INTEGER)) = 4"))
        .containsExactly(row("2"));
    assertThat(
            query(
                way,
                "SELECT views.GREET(b.s) FROM lake.db.t AS a LEFT JOIN pg.t AS b ON a.id = b.id"
                    + " ORDER BY a.id"))
        .containsExactly(row("hello one"), row("hello zażółć"), row("hello nobody"));
    assertThat(
            query(
                way,
                "SELECT CAST(views.NEXT_DAY(DATE '1969-12-31') AS VARCHAR),"
                    + " CAST(views.LATER(TIMESTAMP '2020-01-01 00:00:00.123456') AS VARCHAR)"))
        .containsExactly(row("1970-01-01", "2020-01-01 01:00:00.123456"));
    assertThat(query(way, "SELECT COUNT(*), SUM(views.TWICE(k)) FROM pg.big"))
        .isEqualTo(query(way, "SELECT COUNT(*), SUM(2 * k) FROM pg.big"));
    assertThat(query(way, "SELECT views.HALF(CAST(3.5 AS DECIMAL(38, 3)))"))
        .containsExactly(row("1.7500000000"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "PROTOBUF"})
  void aFunctionThatFailsSaysWhy(WayIn way) throws SQLException {
    try (Connection connection = model.connect(way)) {
      assertFailure(connection, "SELECT views.FAILS(1)")
          .startsWith("38000: Function FAILS failed: ")
          .contains("the function does not like 1")
          .doesNotContain("\n");
      assertFailure(connection, "SELECT views.TWICE(CAST(NULL AS INTEGER))")
          .startsWith("22004: Function TWICE takes no NULL as its argument 1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM java.endless",
        "SELECT COUNT(*) FROM pg.slow",
        "SELECT COUNT(*) FROM pg.slow AS a JOIN lake.db.t AS b ON a.id = b.id"
      })
  void cancelReachesTheSource(String sql) throws Exception {
    model.postgres(
        "CREATE OR REPLACE VIEW slow AS SELECT g AS id, pg_sleep(600)::text AS s"
            + " FROM generate_series(1, 10) AS g");
    JavaTables.READ.set(0);
    try (Connection connection = model.connect(WayIn.MORAINE);
        Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> failure =
          CompletableFuture.supplyAsync(
              () -> {
                try (ResultSet result = statement.executeQuery(sql)) {
                  throw new AssertionError("Not cancelled: " + result.next());
                } catch (SQLException e) {
                  return e;
                }
              });
      while (JavaTables.READ.get() == 0 && model.activeInPostgres().equals("0")) {
        Thread.onSpinWait();
      }
      statement.cancel();
      assertThat(failure.get(30, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
      assertThat(column(connection, "SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void aTimeLimitReachesTheSource() throws SQLException {
    model.postgres("CREATE OR REPLACE VIEW sleeping AS SELECT pg_sleep(600)::text AS s");
    try (Connection connection = model.connect(WayIn.MORAINE);
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertFailure(() -> statement.executeQuery("SELECT MAX(s) FROM pg.sleeping"))
          .startsWith("57014: The statement did not end within its time limit of 1 s");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void aResultThatIsClosedEarlyEndsTheRead(WayIn way) throws SQLException {
    JavaTables.READ.set(0);
    try (Connection connection = model.connect(way);
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(100);
      try (ResultSet result = statement.executeQuery("SELECT id FROM java.endless")) {
        for (int i = 0; i < 1_000; i++) {
          assertThat(result.next()).isTrue();
          assertThat(result.getLong(1)).isEqualTo(i);
        }
      }
    }
    assertThat(JavaTables.READ.get()).isLessThan(2_000_000);
  }

  @Test
  void aPreparedStatementSeesWhatTheSourceHasNow() throws SQLException {
    model.postgres(
        "DROP TABLE IF EXISTS changing",
        "CREATE TABLE changing (id INTEGER)",
        "INSERT INTO changing VALUES (1)");
    try (Connection connection = model.connect(WayIn.MORAINE);
        PreparedStatement statement =
            connection.prepareStatement("SELECT * FROM pg.changing ORDER BY id")) {
      assertThat(rows(statement)).containsExactly(row("1"));
      model.postgres("INSERT INTO changing VALUES (2)");
      assertThat(rows(statement)).containsExactly(row("1"), row("2"));
      model.postgres(
          "ALTER TABLE changing ALTER COLUMN id TYPE NUMERIC(20, 1)",
          "UPDATE changing SET id = id + 0.5");
      assertThat(rows(statement)).containsExactly(row("1.5"), row("2.5"));
    }
  }

  @Test
  void aDatabaseThatIsGoneFailsOnlyItsOwnStatements() throws Exception {
    try (ForeignModel lost = ForeignModel.open(Files.createDirectory(folder.resolve("lost")))) {
      try (Connection connection = lost.connect(WayIn.MORAINE)) {
        lost.stopPostgres();
        assertThat(column(connection, "SELECT COUNT(*) FROM shop.made")).containsExactly("0");
        assertFailure(connection, "SELECT * FROM pg.t").startsWith("HV000: ");
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "made", null)) {
          assertThat(Statements.rows(tables)).hasSize(1);
        }
      }
    }
  }
}
