/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.adapter.session.CompiledStatement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A statement that was compiled before means what it would mean if it were compiled now. */
class PlanCacheTest {
  private static final String ALL = "SELECT * FROM t";

  @TempDir Path warehouse;
  private Connection connection;
  private Connection other;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    other = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    for (Connection c : new Connection[] {connection, other}) {
      execute(c, "CREATE SCHEMA IF NOT EXISTS s");
      execute(c, "SET schema = 's'");
    }
    execute(other, "CREATE TABLE t (a INTEGER)");
    execute(other, "INSERT INTO t VALUES (1)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    other.close();
  }

  @Test
  void theSameTextIsCompiledOnceAndSeesNewRows() throws SQLException {
    assertThat(rows(ALL)).isEqualTo("a;1;");
    CompiledStatement first = compiled(ALL);
    execute(other, "INSERT INTO t VALUES (2)");
    assertThat(rows("SELECT COUNT(*) AS n FROM t")).isEqualTo("n;2;");
    assertThat(rows("SELECT SUM(a) AS n FROM t WHERE a > 0")).isEqualTo("n;3;");
    execute(other, "INSERT INTO t VALUES (4)");
    assertThat(rows("SELECT COUNT(*) AS n FROM t")).isEqualTo("n;3;");
    assertThat(rows("SELECT SUM(a) AS n FROM t WHERE a > 0")).isEqualTo("n;7;");
    assertThat(compiled(ALL)).isSameAs(first);
  }

  @Test
  void theCacheCanBeTurnedOff() throws SQLException {
    execute(connection, "SET planCache = false");
    assertThat(compiled(ALL)).isNotSameAs(compiled(ALL));
    execute(connection, "SET planCache = TRUE");
    assertThat(compiled(ALL)).isSameAs(compiled(ALL));
    try (Connection off =
        DriverManager.getConnection("jdbc:moraine:planCache=false;warehouse=" + warehouse)) {
      assertThat(((MoraineConnection) off).session().settings().planCache()).isFalse();
    }
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:moraine:planCache=perhaps;warehouse=" + warehouse))
        .hasMessageContaining("'planCache' is 'perhaps', not true or false");
  }

  @Test
  void droppedAndMadeAnewItHasOtherColumns() throws SQLException {
    rows(ALL);
    execute(other, "DROP TABLE t");
    assertThatThrownBy(() -> rows(ALL)).hasMessageContaining("'t' not found");
    execute(other, "CREATE TABLE t (b VARCHAR, a BIGINT)");
    execute(other, "INSERT INTO t VALUES ('x', 7)");
    assertThat(rows(ALL)).isEqualTo("b,a;x,7;");
    assertThat(rows("SELECT a FROM t")).isEqualTo("a;7;");
    execute(other, "DROP TABLE t");
    execute(other, "CREATE TABLE t (b VARCHAR, a BIGINT)");
    assertThat(rows(ALL)).isEqualTo("b,a;");
  }

  @Test
  void columnsMayGetOtherNamesAndTypes() throws SQLException {
    assertThat(rows(ALL)).isEqualTo("a;1;");
    assertThat(rows("SELECT a + 1 AS n FROM t WHERE a < 9")).isEqualTo("n;2;");
    change(columns -> columns.updateColumn("a", Types.LongType.get()));
    execute(other, "INSERT INTO t VALUES (4000000000)");
    assertThat(rows("SELECT a + 1 AS n FROM t WHERE a < 9")).isEqualTo("n;2;");
    assertThat(rows("SELECT MAX(a) AS n FROM t")).isEqualTo("n;4000000000;");
    change(columns -> columns.renameColumn("a", "b"));
    assertThat(rows("SELECT * FROM t WHERE b < 9")).isEqualTo("b;1;");
    assertThatThrownBy(() -> rows("SELECT a + 1 AS n FROM t WHERE a < 9"))
        .hasMessageContaining("'a' not found");
    change(columns -> columns.renameColumn("b", "c").addColumn("a", Types.StringType.get()));
    assertThat(rows("SELECT a AS n FROM t WHERE c < 9")).isEqualTo("n;null;");
    assertThat(rows(ALL + " WHERE c < 9")).isEqualTo("c,a;1,null;");
  }

  @Test
  void aScanIsPlannedForItsParameters() throws SQLException {
    execute(other, "INSERT INTO t VALUES (7)");
    String sql = "SELECT a, CAST(? AS INTEGER) AS p FROM t WHERE a = ?";
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      for (int value : new int[] {7, 1, 7, 5, 1}) {
        prepared.setInt(1, value);
        prepared.setInt(2, value);
        String row = value == 5 ? "" : value + "," + value + ";";
        assertThat(text(prepared.executeQuery())).isEqualTo("a,p;" + row);
      }
    }
  }

  @Test
  void aLimitIsNotTakenForTheWholeTable() throws SQLException {
    execute(other, "INSERT INTO t VALUES (2)");
    execute(other, "INSERT INTO t VALUES (3)");
    String sql = "SELECT COUNT(*) AS n FROM (SELECT a FROM t WHERE a >= 2 LIMIT %s) q";
    for (int limit : new int[] {1, 0, 2, 5, 1}) {
      String expected = "n;" + Math.min(limit, 2) + ";";
      assertThat(rows(String.format(Locale.ROOT, sql, limit))).isEqualTo(expected);
    }
    assertThat(rows("SELECT COUNT(*) AS n FROM t WHERE a >= 2")).isEqualTo("n;2;");
  }

  @Test
  void aNameThatFitsBetterIsFound() throws SQLException {
    create("Orders", "a");
    assertThat(rows("SELECT * FROM orders")).isEqualTo("a;");
    create("orders", "b");
    assertThat(rows("SELECT * FROM orders")).isEqualTo("b;");
    execute(other, "DROP TABLE \"orders\"");
    create("ORDERS", "c");
    assertThatThrownBy(() -> rows("SELECT * FROM orders"))
        .hasMessageContaining("fits more than one");
    execute(other, "DROP TABLE \"Orders\"");
    assertThat(rows("SELECT * FROM orders")).isEqualTo("c;");
  }

  @Test
  void aSchemaInFrontHidesTheOneBehind() throws SQLException {
    execute(other, "CREATE SCHEMA lake.x");
    execute(other, "CREATE TABLE lake.x.u (behind INTEGER)");
    assertThat(rows("SELECT * FROM x.u")).isEqualTo("behind;");
    execute(other, "CREATE SCHEMA lake.s.x");
    execute(other, "CREATE TABLE lake.s.x.u (front INTEGER)");
    assertThat(rows("SELECT * FROM x.u")).isEqualTo("front;");
    execute(other, "DROP TABLE lake.s.x.u");
    execute(other, "DROP SCHEMA lake.s.x");
    assertThat(rows("SELECT * FROM x.u")).isEqualTo("behind;");
  }

  @Test
  void theDefaultSchemaIsPartOfTheMeaning() throws SQLException {
    execute(other, "CREATE SCHEMA lake.y");
    execute(other, "CREATE TABLE lake.y.t (y INTEGER)");
    assertThat(rows(ALL)).isEqualTo("a;1;");
    execute(connection, "SET schema = 'y'");
    assertThat(rows(ALL)).isEqualTo("y;");
    execute(connection, "SET schema = 's'");
    assertThat(rows(ALL)).isEqualTo("a;1;");
  }

  @Test
  void preparedStatementsFollowNamesToo() throws SQLException {
    create("Names", "a");
    try (PreparedStatement prepared = connection.prepareStatement("SELECT * FROM names")) {
      assertThat(text(prepared.executeQuery())).isEqualTo("a;");
      create("names", "b");
      assertThat(text(prepared.executeQuery())).isEqualTo("b;");
    }
  }

  private CompiledStatement compiled(String sql) {
    return ((MoraineConnection) connection).session().ready(sql).statement();
  }

  private String rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return text(statement.executeQuery(sql));
    }
  }

  private static String text(ResultSet rows) throws SQLException {
    StringBuilder text = new StringBuilder();
    int columns = rows.getMetaData().getColumnCount();
    for (int i = 1; i <= columns; i++) {
      text.append(i == 1 ? "" : ",").append(rows.getMetaData().getColumnLabel(i));
    }
    text.append(';');
    while (rows.next()) {
      for (int i = 1; i <= columns; i++) {
        text.append(i == 1 ? "" : ",").append(rows.getString(i));
      }
      text.append(';');
    }
    rows.close();
    return text.toString();
  }

  private void change(Consumer<UpdateSchema> change) {
    try (CatalogLease lease =
        CatalogRegistry.shared().lease(((MoraineConnection) other).settings().catalogs().get(0))) {
      UpdateSchema update = lease.catalog().loadTable(TableIdentifier.of("s", "t")).updateSchema();
      change.accept(update);
      update.commit();
    }
  }

  /** Tables whose names differ only in case are made by other engines. */
  private void create(String name, String column) {
    try (CatalogLease lease =
        CatalogRegistry.shared().lease(((MoraineConnection) other).settings().catalogs().get(0))) {
      lease
          .catalog()
          .createTable(
              TableIdentifier.of("s", name),
              new Schema(Types.NestedField.optional(1, column, Types.IntegerType.get())));
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
