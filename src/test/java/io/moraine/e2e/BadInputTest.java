/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that cannot be run: what is said of them, embedded and over the wire. */
final class BadInputTest {
  @TempDir private Path folder;

  @FunctionalInterface
  private interface Work {
    void on(Connection connection) throws SQLException;
  }

  private void with(Transport transport, Work work) throws SQLException {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.t (i INTEGER, l BIGINT, d DOUBLE, m DECIMAL(38, 10),"
              + " n INTEGER NOT NULL, s VARCHAR, u DECIMAL(9, 2), f BINARY(2))",
          "INSERT INTO lake.db.t VALUES"
              + " (2147483647, 9223372036854775807, 1e308, 9999999999999999999999999999.0000000001,"
              + " 0, 'x', 1.25, X'0102')");
      work.on(connection);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotThereIsNamed(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          assertFailure(connection, "SELECT * FROM lake.db.nothing")
              .startsWith("42S02: ")
              .contains("nothing");
          assertFailure(connection, "SELECT * FROM lake.nowhere.t").contains("nowhere");
          assertFailure(connection, "SELECT missing FROM lake.db.t")
              .startsWith("42S22: ")
              .containsIgnoringCase("missing");
          assertFailure(connection, "INSERT INTO lake.db.t (n, missing) VALUES (1, 2)")
              .startsWith("42S22: ")
              .containsIgnoringCase("missing");
          assertFailure(connection, "INSERT INTO lake.db.nothing VALUES (1)")
              .startsWith("42S02: ")
              .contains("nothing");
          assertFailure(connection, "DROP TABLE lake.db.nothing")
              .startsWith("42S02: ")
              .contains("nothing");
          assertFailure(connection, "CREATE TABLE lake.nowhere.t (i INTEGER)")
              .startsWith("3F000: ")
              .contains("nowhere");
          assertFailure(connection, "CREATE TABLE lake.db.t (i INTEGER)")
              .startsWith("42S01: ")
              .contains("db.t");
          assertFailure(connection, "CREATE TABLE lake.db.v (i INTEGER, I INTEGER)")
              .startsWith("42S21: ");
        });
  }

  @ParameterizedTest
  @EnumSource
  void textThatIsNoStatementIsPointedAt(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          assertFailure(connection, "SELEC 1").startsWith("42601: ").contains("line 1, column 1");
          assertFailure(connection, "SELECT * FROM").startsWith("42601: ").contains("line 1");
          assertFailure(connection, "SELECT 'open").startsWith("42601: ").contains("line 1");
          assertFailure(connection, "CREATE TABLE lake.db.x (i INTEGRE)")
              .startsWith("0A000: ")
              .contains("INTEGRE");
          assertFailure(connection, "SELECT 1; SELECT 2").startsWith("42601: ");
          assertFailure(connection, "").startsWith("42601: ");
        });
  }

  @ParameterizedTest
  @EnumSource
  void overflowIsNeverWrapped(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          for (String expression :
              new String[] {
                "i + 1",
                "l + 1",
                "l * 2",
                "-l - 2",
                "CAST(l AS INTEGER)",
                "CAST(d AS BIGINT)",
                "CAST(d AS INTEGER)",
                "CAST(m AS DECIMAL(9, 2))",
                "m * 10",
                "m + m",
                "u * m * m",
                "SUM(m) * 100000",
                "CAST('3000000000' AS INTEGER)",
                "ABS(CAST(-2147483647 AS INTEGER) - i) * i",
                "MOD(l, 2) + l"
              }) {
            assertFailure(connection, "SELECT " + expression + " FROM lake.db.t")
                .startsWith("22003: ");
          }
          assertThat(Statements.column(connection, "SELECT SUM(l) + SUM(l) FROM lake.db.t"))
              .as("a sum is wider than its column")
              .containsExactly("18446744073709551614");
          assertFailure(
                  connection,
                  "SELECT SUM(m) FROM (SELECT m FROM lake.db.t, (VALUES 1,2,3,4,5,6,7,8,9,10,11) AS v(x))")
              .startsWith("22003: ");
        });
  }

  @ParameterizedTest
  @EnumSource
  void divisionByZeroIsAnErrorForEveryType(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          for (String expression :
              new String[] {
                "1 / n",
                "i / n",
                "l / n",
                "d / n",
                "m / n",
                "MOD(i, n)",
                "MOD(l, n)",
                "MOD(m, n)",
                "i / 0",
                "d / 0e0",
                "m / 0.0",
                "MOD(i, 0)",
                "i % n"
              }) {
            assertFailure(connection, "SELECT " + expression + " FROM lake.db.t")
                .startsWith("22012: ");
          }
          assertFailure(connection, "SELECT i FROM lake.db.t WHERE 10 / n > 1")
              .startsWith("22012: ");
        });
  }

  @ParameterizedTest
  @EnumSource
  void valuesThatAColumnCannotHoldAreNotWritten(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          assertFailure(connection, "INSERT INTO lake.db.t (n, i) VALUES (1, 1), (2, 3000000000)")
              .startsWith("22003: ")
              .containsIgnoringCase("column i ")
              .contains("row 2");
          assertFailure(connection, "INSERT INTO lake.db.t (n, u) VALUES (1, 12345678.90)")
              .startsWith("22003: ")
              .containsIgnoringCase("column u ")
              .contains("row 1");
          assertFailure(connection, "INSERT INTO lake.db.t (n, u) VALUES (1, 1.255)")
              .startsWith("22003: ")
              .containsIgnoringCase("column u ");
          assertFailure(connection, "INSERT INTO lake.db.t (n, f) VALUES (1, X'010203')")
              .startsWith("22026: ")
              .containsIgnoringCase("column f ")
              .contains("row 1");
          assertFailure(connection, "INSERT INTO lake.db.t (n, i) SELECT 1, l FROM lake.db.t")
              .startsWith("22003: ")
              .containsIgnoringCase("column i ")
              .contains("row 1");
          assertFailure(connection, "INSERT INTO lake.db.t (i) VALUES (1)")
              .startsWith("23502: ")
              .containsIgnoringCase("'n'");
          assertFailure(
                  connection,
                  "INSERT INTO lake.db.t (n) SELECT CASE WHEN i = 0 THEN 1 END FROM lake.db.t")
              .startsWith("23502: ")
              .contains("column n ", "row 1");
          assertFailure(connection, "INSERT INTO lake.db.t (n, i) VALUES (1, 'x')")
              .startsWith("22018: ");
          assertThat(Statements.column(connection, "SELECT COUNT(*) FROM lake.db.t"))
              .containsExactly("1");
          assertThat(Statements.column(connection, "SELECT COUNT(*) FROM lake.db.t$snapshots"))
              .as("nothing was committed")
              .containsExactly("1");
        });
  }

  @ParameterizedTest
  @EnumSource
  void namesAndLocationsStayInTheWarehouse(Transport transport) throws SQLException {
    with(
        transport,
        connection -> {
          assertFailure(connection, "CREATE TABLE lake.db.\"..\" (i INTEGER)")
              .startsWith("42602: ")
              .contains("'..'");
          assertFailure(connection, "CREATE TABLE lake.db.\"../../x\" (i INTEGER)")
              .startsWith("42602: ")
              .contains("../../x");
          assertFailure(connection, "CREATE SCHEMA lake.\"..\"")
              .startsWith("42602: ")
              .contains("'..'");
          String outside = folder.resolveSibling("outside").toString();
          assertFailure(connection, "CREATE TABLE lake.db.o (i INTEGER) LOCATION '" + outside + "'")
              .startsWith("42501: ")
              .contains(outside);
          assertFailure(
                  connection,
                  "CREATE TABLE lake.db.o (i INTEGER) LOCATION '"
                      + folder.resolve("warehouse")
                      + "/../../outside'")
              .startsWith("42")
              .contains("outside");
          assertFailure(
                  connection,
                  "CREATE TABLE lake.db.o (i INTEGER) WITH ('write.data.path' = '" + outside + "')")
              .startsWith("42501: ")
              .contains(outside);
          assertThat(folder.resolveSibling("outside")).doesNotExist();
        });
  }
}
