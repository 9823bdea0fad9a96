/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Calendar;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StockQueryTest {
  public static final class Hr {
    public final Employee[] emps = {new Employee(1, "Ann"), new Employee(2, "Bo")};
  }

  public static final class Employee {
    public final long id;
    public final String name;

    Employee(long id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @TempDir static Path folder;
  private static StockConnection stock;

  @BeforeAll
  static void open() throws SQLException {
    stock =
        StockConnection.open(
            StockConnection.inline(
                folder,
                ",{name:'hr',type:'custom',factory:'org.apache.calcite.adapter.java.ReflectiveSchema$Factory',operand:{'class':'"
                    + Hr.class.getName()
                    + "'}}"));
    stock.execute("CREATE SCHEMA lake.db");
    stock.execute(FlatTypes.CREATE);
    assertThat(stock.update(FlatTypes.INSERT)).isEqualTo(3);
    stock.execute("CREATE TABLE lake.db.n (k INTEGER, g VARCHAR, a DOUBLE)");
    stock.update(
        "INSERT INTO lake.db.n VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 3), (4, NULL, NULL)");
  }

  @AfterAll
  static void close() throws SQLException {
    stock.close();
  }

  @Test
  void everyFlatTypeIsReadExactly() throws SQLException {
    assertThat(stock.rows(FlatTypes.SELECT))
        .containsExactly(
            "1|true|2147483647|1.5|-0.25|9999999999999999999999999999.0123456789|9999-12-31"
                + "|23:59:59.999999|9999-12-31 23:59:59.999999|2020-06-01 12:00:00.123456+00"
                + "|zażółć|ffffffff-ffff-ffff-ffff-ffffffffffff|00ff10|",
            "2|false|-2147483648|0.0|0.0|-1E-10|0001-01-01|00:00:00"
                + "|1969-12-31 23:59:59.999999|1969-12-31 23:59:59.000001+00"
                + "||00000000-0000-0000-0000-000000000001|ffffff|00",
            "3|null|null|null|null|null|null|null|null|null|null|null|null|null");
  }

  @Test
  void aValueWithMicrosecondsIsRefusedByColumn() {
    assertThatThrownBy(() -> stock.rows("SELECT ts FROM lake.db.flat WHERE id = 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Column ts holds 9999-12-31T23:59:59.999999")
        .hasMessageContaining("CAST it to VARCHAR")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("22008");
  }

  @Test
  void aValueWithMicrosecondsIsRefusedBetweenRows() throws SQLException {
    String sql = "SELECT tm FROM lake.db.flat WHERE id < 3 ORDER BY id DESC";
    try (Statement statement = stock.jdbc().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThatThrownBy(() -> StockConnection.rows(rows))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("Column tm holds 23:59:59.999999")
          .hasCauseInstanceOf(MoraineException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("22008");
    }
    assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.flat")).containsExactly("3");
  }

  @Test
  void valuesWithMillisecondsAreCarried() throws SQLException {
    stock.execute(
        "CREATE TABLE lake.db.ms (ts TIMESTAMP, tz TIMESTAMP WITH LOCAL TIME ZONE, u UUID)");
    stock.update(
        "INSERT INTO lake.db.ms VALUES (TIMESTAMP '1969-12-31 23:59:59.999',"
            + " CAST('2020-01-01 00:00:00.5' AS TIMESTAMP(6) WITH LOCAL TIME ZONE),"
            + " CAST('00000000-0000-0000-0000-000000000001' AS UUID))");
    try (Statement statement = stock.jdbc().createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM lake.db.ms")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).startsWith("1969-12-31 23:59:59.999");
      Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
      assertThat(rows.getTimestamp(2, utc).toInstant())
          .isEqualTo(Instant.parse("2020-01-01T00:00:00.500Z"));
      assertThat(rows.getObject(3)).isEqualTo(new UUID(0, 1));
    }
  }

  @Test
  void operatorsRunInTheColumnarRuntime() throws SQLException {
    String sql =
        "SELECT n.g, COUNT(*) AS c, SUM(n.k) AS s, AVG(n.k) AS q FROM lake.db.n AS n"
            + " JOIN lake.db.n AS o ON n.k = o.k WHERE n.k < 4"
            + " GROUP BY n.g HAVING COUNT(*) > 0 ORDER BY n.g DESC LIMIT 5";
    assertThat(stock.rows(sql))
        .containsExactly("b|1|3|3.0000000000000000", "a|2|3|1.5000000000000000");
    assertThat(stock.rows("EXPLAIN PLAN FOR " + sql).get(0))
        .startsWith("EnumerableColumnar(plan=[LogicalSort(")
        .doesNotContain("EnumerableAggregate", "EnumerableHashJoin", "EnumerableSort");
  }

  @Test
  void setOperatorsAndSubQueriesRunInTheColumnarRuntime() throws SQLException {
    String sql =
        "SELECT k FROM lake.db.n WHERE k IN (SELECT k FROM lake.db.n WHERE g = 'a')"
            + " UNION ALL SELECT k FROM (VALUES (7), (8)) AS v (k)"
            + " EXCEPT SELECT k FROM lake.db.n AS o"
            + " WHERE EXISTS (SELECT 1 FROM lake.db.n AS i WHERE i.k = o.k AND i.g = 'b')"
            + " ORDER BY k";
    assertThat(stock.rows(sql)).containsExactly("1", "2", "7", "8");
    assertThat(stock.rows("EXPLAIN PLAN FOR " + sql).get(0)).startsWith("EnumerableColumnar(");
  }

  @Test
  void aFunctionThatTheRuntimeHasNotIsLeftToCalcite() throws SQLException {
    String sql = "SELECT JSON_EXISTS(g, 'lax $') FROM lake.db.n WHERE k = 3";
    assertThat(stock.rows(sql)).containsExactly("false");
    assertThat(stock.rows("EXPLAIN PLAN FOR " + sql).get(0))
        .startsWith("EnumerableCalc(")
        .contains("EnumerableColumnar(plan=[LogicalFilter(");
  }

  @Test
  void anotherSchemaIsJoinedAboveTheColumnarRuntime() throws SQLException {
    String sql =
        "SELECT e.name, SUM(n.a) FROM lake.db.n AS n JOIN lake.db.n AS o ON n.k = o.k"
            + " JOIN hr.emps AS e ON e.id = n.k WHERE n.g = 'a' GROUP BY e.name ORDER BY 1";
    assertThat(stock.rows(sql)).containsExactly("Ann|1.0", "Bo|2.0");
    assertThat(stock.rows("EXPLAIN PLAN FOR " + sql).get(0))
        .contains("EnumerableHashJoin", "EnumerableColumnar(plan=[")
        .containsOnlyOnce("EnumerableColumnar(");
  }

  @Test
  void aQueryOfManyJoinsIsPlannedInTheRuntimesOwnWay() throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM lake.db.n AS t0");
    for (int i = 1; i < 12; i++) {
      sql.append(" JOIN lake.db.n AS t%d ON t%d.k = t%d.k".formatted(i, i, i - 1));
    }
    assertThat(stock.rows(sql.toString())).containsExactly("4");
  }

  @Test
  void constantsBeforeTheFirstIcebergTableAreColumnarToo() throws SQLException {
    String sql = "SELECT COUNT(*) FROM (VALUES 1, 2) AS v, lake.db.n";
    assertThat(stock.rows(sql)).containsExactly("8");
    assertThat(stock.rows("EXPLAIN PLAN FOR " + sql).get(0))
        .startsWith("EnumerableColumnar(plan=[LogicalAggregate(");
  }

  @Test
  void theTimeLimitEndsAQuery() throws SQLException {
    String ten = "(VALUES 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)";
    String sql =
        "SELECT COUNT(*) FROM lake.db.n, "
            + IntStream.range(0, 11)
                .mapToObj(i -> ten + " AS v" + i)
                .collect(Collectors.joining(", "));
    try (Statement statement = stock.jdbc().createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(sql))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
    }
    assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.n")).containsExactly("4");
  }

  @Test
  void anotherClientsRowsAreSeenByTheNextStatement() throws SQLException {
    try (StockConnection other = StockConnection.open(StockConnection.inline(folder, ""))) {
      other.execute("CREATE TABLE lake.db.seen (a INTEGER)");
      assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.seen")).containsExactly("0");
      try (var prepared = stock.prepare("SELECT a FROM lake.db.seen AS x WHERE a > ?")) {
        other.update("INSERT INTO lake.db.seen VALUES (5)");
        prepared.setInt(1, 1);
        assertThat(StockConnection.rows(prepared.executeQuery())).containsExactly("5");
        other.update("INSERT INTO lake.db.seen VALUES (6)");
        assertThat(StockConnection.rows(prepared.executeQuery()))
            .containsExactlyInAnyOrder("5", "6");
      }
      other.execute("DROP TABLE lake.db.seen");
      assertThatThrownBy(() -> stock.rows("SELECT * FROM lake.db.seen"))
          .hasMessageContaining("Object 'seen' not found");
    }
  }

  @Test
  void aColumnThatWasChangedAfterPreparingIsAnErrorAndNoWrongRow() throws SQLException {
    stock.execute("CREATE TABLE lake.db.changed (a INTEGER, z INTEGER)");
    stock.update("INSERT INTO lake.db.changed VALUES (1, 2)");
    try (var prepared = stock.prepare("SELECT z FROM lake.db.changed");
        CatalogLease lease =
            CatalogRegistry.shared().lease(CatalogConfig.ofWarehouse("lake", folder))) {
      lease
          .catalog()
          .loadTable(TableIdentifier.of("db", "changed"))
          .updateSchema()
          .deleteColumn("a")
          .commit();
      assertThatThrownBy(prepared::executeQuery)
          .hasMessageContaining("lake.db.changed")
          .hasMessageContaining("prepare it again")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("0A001");
    }
    assertThat(stock.rows("SELECT * FROM lake.db.changed")).containsExactly("2");
  }

  @Test
  void metadataTablesAreFound() throws SQLException {
    assertThat(stock.rows("SELECT operation FROM lake.db.\"flat$snapshots\""))
        .containsExactly("append");
    assertThat(stock.rows("SELECT SUM(record_count) FROM lake.db.\"flat$files\""))
        .containsExactly("3");
  }

  @Test
  void withoutTheTypeSystemAColumnThatWouldBeClampedIsRefused() throws SQLException {
    Properties properties = StockConnection.properties();
    properties.remove("typeSystem");
    try (StockConnection plain =
        StockConnection.open(StockConnection.inline(folder, ""), properties)) {
      assertThatThrownBy(() -> plain.rows("SELECT id FROM lake.db.flat"))
          .hasMessageContaining("lake.db.flat")
          .hasMessageContaining("column m of type decimal(38, 10)")
          .hasMessageContaining("typeSystem=io.moraine.rules.type.MoraineTypeSystem");
      assertThat(plain.rows("SELECT SUM(k) FROM lake.db.n")).containsExactly("10");
    }
  }

  @Test
  void aCorruptTableDoesNotHideItsNeighbours(@TempDir Path damaged) throws Exception {
    try (StockConnection fresh = StockConnection.open(StockConnection.inline(damaged, ""));
        CatalogLease lease =
            CatalogRegistry.shared().lease(CatalogConfig.ofWarehouse("lake", damaged))) {
      fresh.execute("CREATE SCHEMA lake.db");
      fresh.execute("CREATE TABLE lake.db.broken (a INTEGER)");
      fresh.execute("CREATE TABLE lake.db.whole (a INTEGER)");
      Table table = lease.catalog().loadTable(TableIdentifier.of("db", "broken"));
      String metadata = ((HasTableOperations) table).operations().current().metadataFileLocation();
      Files.writeString(Path.of(metadata), "{");
      assertThat(fresh.rows("SELECT COUNT(*) FROM lake.db.whole")).containsExactly("0");
    }
  }

  @Test
  void errorsOfAQueryNameTheThingAndCarryTheirState() {
    assertState("SELECT 1 / (k - k) FROM lake.db.n", "22012");
    assertState("SELECT CAST(k + 3000000000 AS INTEGER) FROM lake.db.n", "22003");
    assertState("SELECT k + 2147483647 FROM lake.db.n", "22003");
    assertThatThrownBy(() -> stock.rows("SELECT nope FROM lake.db.n"))
        .hasMessageContaining("Column 'nope' not found");
    assertThatThrownBy(() -> stock.rows("SELECT * FROM lake.nope.n"))
        .hasMessageContaining("Object 'nope' not found within 'lake'");
    assertThatThrownBy(
            () -> stock.rows("SELECT CAST(TIMESTAMP '2020-01-01 00:00:00.123456' AS VARCHAR)"))
        .hasMessageContaining("drop its digits below milliseconds");
  }

  private static void assertState(String sql, String state) {
    assertThatThrownBy(() -> stock.rows(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }
}
