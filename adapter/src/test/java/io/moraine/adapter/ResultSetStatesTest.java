/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program meets that uses JDBC in the wrong order, or in an odd folder. */
class ResultSetStatesTest {
  @TempDir Path folder;
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws Exception {
    // Characters that the engine takes for those of a pattern.
    Path warehouse = Files.createDirectory(folder.resolve("a b%#[x]*ü"));
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    statement = connection.createStatement();
    statement.execute("CREATE SCHEMA s");
    statement.execute("SET schema = 's'");
    statement.execute("CREATE TABLE t (id INTEGER, s VARCHAR)");
    statement.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aFolderNamedLikeAPatternIsRead() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT MAX(id + 0) FROM t");
    assertThat(rows.next()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(2);
  }

  @Test
  void readingWhereThereIsNoRowIsAnInvalidCursorState() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT id FROM t WHERE id = 1");
    assertState("24000", () -> rows.getInt(1));
    assertThat(rows.next()).isTrue();
    assertThat(rows.next()).isFalse();
    assertState("24000", () -> rows.getInt(1));
    rows.close();
    assertState("24000", rows::next);
    assertState("24000", () -> rows.getInt(1));
  }

  @Test
  void anUnknownLabelIsAnUnknownColumn() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT id AS a, s AS A FROM t");
    assertThat(rows.findColumn("A")).isEqualTo(1);
    assertState("42S22", () -> rows.findColumn("b"));
  }

  @Test
  void anAggregateOverAFilterTakesParameters() throws SQLException {
    try (PreparedStatement count =
        connection.prepareStatement("SELECT COUNT(*) FROM t WHERE id >= ? AND s <> ?")) {
      assertThat(count(count, 1, "a")).isEqualTo(1);
      assertThat(count(count, 1, "x")).isEqualTo(2);
      assertThat(count(count, 3, "x")).isEqualTo(0);
    }
  }

  private static long count(PreparedStatement count, int id, String s) throws SQLException {
    count.setInt(1, id);
    count.setString(2, s);
    try (ResultSet rows = count.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static void assertState(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }
}
