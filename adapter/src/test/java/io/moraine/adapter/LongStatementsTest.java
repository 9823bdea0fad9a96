/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that programs write: thousands of rows, terms and levels. */
class LongStatementsTest {
  @TempDir Path warehouse;
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void createTable() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    statement = connection.createStatement();
    statement.execute("CREATE SCHEMA s");
    statement.execute("SET schema = 's'");
    statement.execute("CREATE TABLE t (id INTEGER, s VARCHAR, f DOUBLE)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void thousandsOfRowsAreInsertedByOneStatement() throws SQLException {
    String rows = terms(5_000, ", ", i -> "(" + i + ", 'v" + i + "', -" + i + ".5e0)");
    assertThat(statement.executeUpdate("INSERT INTO t VALUES " + rows)).isEqualTo(5_000);
    assertThat(number("SELECT COUNT(*) FROM t WHERE f < 0")).isEqualTo(5_000);
    assertThat(
            number(
                "SELECT COUNT(*) FROM t WHERE id IN (" + terms(10_000, ",", i -> "" + 2 * i) + ")"))
        .isEqualTo(2_500);
  }

  @Test
  void aThousandTermsAndLevelsAreNotTooMany() throws SQLException {
    statement.execute("INSERT INTO t VALUES (3, 'v3', NULL)");
    String terms = terms(1_000, " OR ", i -> "id = " + i + " AND s = 'v" + i + "'");
    assertThat(number("SELECT COUNT(*) FROM t WHERE " + terms)).isEqualTo(1);
    String open = "(".repeat(1_000);
    assertThat(number("SELECT COUNT(*) FROM t WHERE " + open + "id = 3" + ")".repeat(1_000)))
        .isEqualTo(1);
    String unions = String.join(" UNION ALL ", Collections.nCopies(1_000, "SELECT id FROM t"));
    assertThat(number("SELECT COUNT(*) FROM (" + unions + ") q")).isEqualTo(1_000);
  }

  @Test
  void listsOfValuesAndColumnsMayBeLong() throws SQLException {
    statement.execute("INSERT INTO t VALUES (3, 'v3', NULL)");
    String mixed = terms(10_000, ",", i -> i % 2 == 0 ? "" + i : "id + " + i);
    assertThat(number("SELECT COUNT(*) FROM t WHERE id + 1 IN (" + mixed + ")")).isEqualTo(1);
    String texts = terms(10_000, ",", i -> "'v" + i + "'");
    assertThat(number("SELECT COUNT(*) FROM t WHERE s IN (" + texts + ")")).isEqualTo(1);
    assertThat(number("SELECT COUNT(*) FROM t WHERE s NOT IN (" + texts + ")")).isEqualTo(0);
  }

  @Test
  void aCommonTableExpressionIsWrittenOnce() throws SQLException {
    statement.execute("INSERT INTO t VALUES (1, 'a', 1e0), (2, 'a', 2e0), (3, 'b', 4e0)");
    String sums = "WITH r (k, n) AS (SELECT s, SUM(f) FROM t WHERE f > 0 GROUP BY s) ";
    assertThat(number(sums + "SELECT COUNT(*) FROM r WHERE n = (SELECT MAX(n) FROM r)"))
        .isEqualTo(1);
    assertThat(number(sums + "SELECT COUNT(*) FROM r a JOIN r b ON a.n < b.n OR a.k = b.k"))
        .isEqualTo(3);
    assertThat(
            number(
                "SELECT COUNT(*) FROM t o WHERE f = (SELECT MAX(f) FROM t i WHERE i.s = o.s)"
                    + " AND id = (SELECT MAX(id) FROM t i WHERE i.s = o.s)"))
        .isEqualTo(2);
  }

  @Test
  void aLiteralMayHaveAMillionCharacters() throws SQLException {
    String text = "x".repeat(1_000_000);
    assertThat(number("SELECT CHAR_LENGTH('" + text + "')")).isEqualTo(1_000_000);
  }

  @Test
  void aChainMayHaveTwoThousandOperands() throws SQLException {
    statement.execute("INSERT INTO t VALUES (2, 'v', 2e0)");
    String sum = String.join(" + ", Collections.nCopies(1_990, "id"));
    assertThat(number("SELECT " + sum + " FROM t")).isEqualTo(3_980);
    assertThat(number("SELECT COUNT(*) FROM t WHERE " + sum + " = 3980")).isEqualTo(1);
    assertThat(number("SELECT " + sum + " FROM t GROUP BY " + sum)).isEqualTo(3_980);
    String texts = String.join(" || ", Collections.nCopies(1_990, "s"));
    assertThat(number("SELECT CHAR_LENGTH(" + texts + ") FROM t")).isEqualTo(1_990);
    String floats = "(" + String.join(" * ", Collections.nCopies(1_024, "f")) + ")";
    assertThatThrownBy(() -> number("SELECT " + floats + " FROM t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
    String infinite = floats.replaceFirst("f", "CAST('-Infinity' AS DOUBLE)");
    assertThat(number("SELECT COUNT(*) FROM t WHERE " + infinite + " < 0")).isEqualTo(1);
  }

  @Test
  void tooManyLevelsAreAnErrorWithAState() {
    String levels = "ABS(".repeat(1_500) + "id" + ")".repeat(1_500);
    assertThatThrownBy(() -> number("SELECT " + levels + " FROM t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("54001"));
  }

  @Test
  void aChainThatIsTooLongIsRefusedBeforeItIsParsed() {
    for (String sign : new String[] {" + ", "-", " || ", "*"}) {
      String chain = String.join(sign, Collections.nCopies(100_000, "id"));
      refused("SELECT " + chain + " FROM t", "more than 2000 operands");
      refused("SELECT (1) + (2 * (" + chain + ")) FROM t", "more than 2000 operands");
    }
    String conditions = terms(50_000, " or ", i -> "id = " + i);
    refused("SELECT id FROM t WHERE " + conditions, "more than 10000 conditions; IN takes");
  }

  @Test
  void whatLooksLikeAChainIsNone() throws SQLException {
    statement.execute("INSERT INTO t VALUES (3, 'v3', NULL)");
    String text = "a+".repeat(20_000) + " AND ".repeat(20_000) + "''";
    assertThat(number("SELECT CHAR_LENGTH('" + text + "') /* " + text + "*/ -- " + text))
        .isEqualTo(text.length() - 1);
    assertThat(
            number("SELECT COUNT(*) FROM t WHERE id IN (" + terms(5_000, ",", i -> "-" + i) + ")"))
        .isEqualTo(0);
    String rows = terms(3_000, ",", i -> "(" + i + " + 1, 'a' || 'b', -" + i + ")");
    assertThat(number("SELECT COUNT(*) FROM (VALUES " + rows + ") q")).isEqualTo(3_000);
    String sums = terms(500, " AND ", i -> "id + 1 + 2 + 3 + 4 + 5 > " + i % 18);
    assertThat(number("SELECT COUNT(*) FROM t WHERE " + sums)).isEqualTo(1);
  }

  private void refused(String sql, String message) {
    assertThatThrownBy(() -> number(sql))
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("54001"));
  }

  /** As many levels as operands, which no step may go down on the stack of its caller. */
  @Test
  void aChainNeedsNoLongStackOfTheProgram() throws Exception {
    statement.execute("INSERT INTO t VALUES (2, 'v', 2e0)");
    String sum = String.join(" + ", Collections.nCopies(1_990, "id"));
    List<Throwable> failures = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              try {
                number("SELECT COUNT(*) FROM t WHERE " + sum + " = 3980");
                number("SELECT COUNT(*) FROM t WHERE " + sum + " = 3981 AND id = 2");
                statement.executeQuery("EXPLAIN PLAN FOR SELECT id FROM t WHERE " + sum + " = 1");
                statement.execute("INSERT INTO t (id) SELECT id FROM t WHERE " + sum + " = 3980");
              } catch (SQLException | AssertionError e) {
                failures.add(e);
              }
            },
            "small stack",
            400 << 10);
    small.start();
    small.join();
    assertThat(failures).isEmpty();
    assertThat(number("SELECT COUNT(*) FROM t")).isEqualTo(2);
  }

  private interface Term {
    String of(int i);
  }

  private static String terms(int count, String separator, Term term) {
    return IntStream.range(0, count).mapToObj(term::of).collect(Collectors.joining(separator));
  }

  private long number(String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
