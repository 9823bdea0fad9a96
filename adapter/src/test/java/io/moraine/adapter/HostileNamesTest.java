/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and values that look like SQL, and folders that look like patterns, are what they are. */
class HostileNamesTest {
  private static final String TEXT =
      "'; DROP TABLE x; -- \" $1 ? \\ /* {0} %s \n\t \u0001 \uD83D\uDE00";

  @TempDir Path folder;
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder.resolve("w"));
    statement = connection.createStatement();
    statement.execute("CREATE SCHEMA s");
    statement.execute("SET schema = 's'");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a*b", "a[x]b", "a[!x]b", "a\\b", "a%41b", "a%b", "a#b", "a:b", "a'b", "a\"b", "a{x,y}b",
        "a**b", "a b", "a;b", "a$1b", "a&b=c", "żółć", "[", "]", "a[b", "k=v", "a,b", "~a"
      })
  void onlyTheTablesOwnFilesAreRead(String name) throws Exception {
    Path warehouse = folder.resolve(name);
    write(warehouse, 1);
    List<Path> files = dataFiles(warehouse);
    assertThat(files).hasSize(1);
    Path decoy = decoy();
    for (String other :
        List.of("aXb", "axb", "ab", "aAb", "a/b", "a/x/b", "ayb", "a1b", "Ab", "x", "a", "b")) {
      Path target = folder.resolve(other).resolve(warehouse.relativize(files.get(0)));
      if (!other.equals(name)) {
        Files.createDirectories(target.getParent());
        Files.copy(decoy, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    try (Connection other = connect(warehouse);
        Statement read = other.createStatement();
        ResultSet rows = read.executeQuery("SELECT SUM(a + 0), COUNT(a + 0) FROM lake.s.t")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
      assertThat(rows.getInt(2)).isEqualTo(1);
    }
  }

  @Test
  void aQuestionMarkInALocationIsOne() throws Exception {
    // SQLite cannot open its file below such a folder, so it is not the warehouse's.
    Path location = folder.resolve("w/warehouse/a?b");
    statement.execute("CREATE TABLE t (a INTEGER) LOCATION '" + location + "'");
    statement.execute("INSERT INTO t VALUES (1)");
    Path file = dataFiles(location).get(0);
    Path target = location.resolveSibling("aXb").resolve(location.relativize(file));
    Files.createDirectories(target.getParent());
    Files.copy(decoy(), target);
    assertThat(rows("SELECT SUM(a + 0) FROM t")).containsExactly("1");
  }

  private Path decoy() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    write(elsewhere, 1000);
    return dataFiles(elsewhere).get(0);
  }

  /** By a property, since a URL would end at a semicolon. */
  private static Connection connect(Path warehouse) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("warehouse", warehouse.toString());
    return DriverManager.getConnection("jdbc:moraine:", properties);
  }

  private static void write(Path warehouse, int value) throws SQLException {
    try (Connection connection = connect(warehouse);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA lake.s");
      statement.execute("CREATE TABLE lake.s.t (a INTEGER)");
      statement.execute("INSERT INTO lake.s.t VALUES (" + value + ")");
    }
  }

  private static List<Path> dataFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\"b",
        "a'b",
        "a;b",
        "a--b",
        "a/*b",
        "$1",
        "?",
        "c1",
        "c0",
        "file_index",
        "filename",
        "SELECT",
        "a\\b",
        "{a}",
        "%s",
        "select 1) union all (select 2",
        "\"",
        "żółć😀",
        "rowid"
      })
  void aColumnIsWhatItsNameSays(String name) throws SQLException {
    String column = quoted(name);
    statement.execute("CREATE TABLE t (a INTEGER, " + column + " VARCHAR)");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      insert.setInt(1, 1);
      insert.setString(2, TEXT);
      insert.execute();
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT "
                + column
                + ", COUNT(*) AS "
                + column
                + " FROM t AS "
                + column
                + " WHERE "
                + column
                + "."
                + column
                + " = ? GROUP BY "
                + column
                + " ORDER BY 1")) {
      query.setString(1, TEXT);
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo(TEXT);
        assertThat(rows.getInt(2)).isEqualTo(1);
        assertThat(rows.getMetaData().getColumnLabel(2)).isEqualTo(name);
      }
    }
    String literal = "'" + TEXT.replace("'", "''") + "'";
    assertThat(rows("SELECT " + column + " FROM t WHERE " + column + " = " + literal))
        .containsExactly(TEXT);
    assertThat(rows("SELECT " + literal + " || MAX(" + column + ") FROM t"))
        .containsExactly(TEXT + TEXT);
  }

  @Test
  void nothingInATextReachesTheEngineAsSql() throws SQLException {
    statement.execute("CREATE TABLE t (a INTEGER, s VARCHAR)");
    statement.execute("INSERT INTO t VALUES (1, 'x')");
    for (String attack :
        List.of(
            "'||(SELECT content FROM read_text('/etc/passwd'))||'",
            "x'; COPY t TO '/tmp/moraine-attack'; --",
            "$$x$$",
            "E'\\x41'",
            "\\'; SELECT 1; --",
            "'' OR 1=1 --")) {
      try (PreparedStatement query =
          connection.prepareStatement("SELECT CAST(? AS VARCHAR) FROM t WHERE s <> ?")) {
        query.setString(1, attack);
        query.setString(2, attack);
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).isEqualTo(attack);
        }
      }
      assertThat(rows("SELECT '" + attack.replace("'", "''") + "' FROM t")).containsExactly(attack);
    }
    assertThat(Path.of("/tmp/moraine-attack")).doesNotExist();
    assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly("1");
  }
}
