/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of many columns, statements of many values and results of many rows. */
final class WideAndLargeTest {
  private static final int COLUMNS = 1_200;
  private static final int ROWS = 10_007;

  @TempDir private Path folder;

  private static String list(int count, String separator, IntFunction<String> of) {
    return IntStream.range(0, count).mapToObj(of).collect(Collectors.joining(separator));
  }

  @ParameterizedTest
  @EnumSource
  void aTableOfManyColumnsIsWrittenFilteredAndRead(Transport transport) throws Exception {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.s",
          "CREATE TABLE lake.s.w (" + list(COLUMNS, ", ", i -> "c_" + i + " INTEGER") + ")");
      for (int row = 0; row < 3; row++) {
        int first = row * 10;
        run(
            connection,
            "INSERT INTO lake.s.w VALUES (" + list(COLUMNS, ", ", i -> "" + (first + i)) + ")");
      }
      // Beyond the first hundred columns files have no bounds.
      assertThat(column(connection, "SELECT c_1199 FROM lake.s.w WHERE c_1150 = 1160"))
          .containsExactly("1209");
      assertThat(column(connection, "SELECT c_1199 FROM lake.s.w WHERE c_5 = 25"))
          .containsExactly("1219");
      assertThat(column(connection, "SELECT COUNT(*) FROM lake.s.w WHERE c_1150 > 5000"))
          .containsExactly("0");
      assertThat(rows(connection, "SELECT * FROM lake.s.w WHERE c_0 = 10").get(0))
          .hasSize(COLUMNS)
          .startsWith("10", "11")
          .endsWith("1209");
      run(connection, "INSERT INTO lake.s.w (c_1100, c_2) VALUES (7, 8)");
      assertThat(rows(connection, "SELECT c_2, c_1100, c_1199 FROM lake.s.w WHERE c_0 IS NULL"))
          .containsExactly(Arrays.asList("8", "7", null));
      String sum = list(900, " + ", i -> "c_" + i);
      assertThat(column(connection, "SELECT " + sum + " FROM lake.s.w WHERE c_0 = 0"))
          .containsExactly("404550");
    }
  }

  @ParameterizedTest
  @EnumSource
  void longListsAndManyRowsAreExact(Transport transport) throws Exception {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.s",
          "CREATE TABLE lake.s.t (id INTEGER)",
          "INSERT INTO lake.s.t VALUES " + list(ROWS, ", ", i -> "(" + i + ")"));
      String list = list(5_000, ", ", i -> "" + (2 * i));
      assertThat(column(connection, "SELECT COUNT(*) FROM lake.s.t WHERE id IN (" + list + ")"))
          .containsExactly("5000");
      assertThat(column(connection, "SELECT COUNT(*) FROM lake.s.t WHERE id NOT IN (" + list + ")"))
          .containsExactly("5007");
      for (int size : new int[] {1_000, 100_000, 7, 0}) {
        try (Statement statement = connection.createStatement()) {
          statement.setFetchSize(size);
          readsAll(statement, size);
        }
      }
      for (int most : new int[] {0, 1, 99, 100, 101}) {
        try (Statement statement = connection.createStatement()) {
          statement.setMaxRows(most);
          try (ResultSet result = statement.executeQuery("SELECT id FROM lake.s.t")) {
            assertThat(rows(result)).hasSize(most == 0 ? ROWS : most);
          }
        }
      }
      twoResultsAreReadInTurns(connection);
    }
  }

  private static void readsAll(Statement statement, int size) throws Exception {
    long count = 0;
    long sum = 0;
    try (ResultSet result = statement.executeQuery("SELECT id FROM lake.s.t")) {
      while (result.next()) {
        count++;
        sum += result.getInt(1);
      }
    }
    assertThat(count).as("fetch size %s", size).isEqualTo(ROWS);
    assertThat(sum).isEqualTo((long) ROWS * (ROWS - 1) / 2);
  }

  private static void twoResultsAreReadInTurns(Connection connection) throws Exception {
    try (Statement one = connection.createStatement();
        Statement two = connection.createStatement();
        ResultSet up = one.executeQuery("SELECT id FROM lake.s.t ORDER BY id");
        ResultSet down = two.executeQuery("SELECT id FROM lake.s.t ORDER BY id DESC")) {
      for (int i = 0; i < ROWS; i++) {
        assertThat(up.next() && down.next()).isTrue();
        assertThat(up.getInt(1) + down.getInt(1)).isEqualTo(ROWS - 1);
      }
      assertThat(up.next() || down.next()).isFalse();
    }
  }

  /** Avatica's protocol does not carry the timeout, so this is the embedded driver's alone. */
  @Test
  @Timeout(60)
  void aLongStatementEndsAtItsTimeout() throws Exception {
    String ones = "(VALUES " + String.join(", ", Collections.nCopies(1_000, "(1)")) + ") AS ";
    try (Transport.Target target = Transport.EMBEDDED.open(folder);
        Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertFailure(
              () -> {
                String from = ones + "a(x), " + ones + "b(x), " + ones + "c(x), " + ones + "d(x)";
                rows(statement.executeQuery("SELECT SUM(a.x * b.x + c.x * d.x) FROM " + from));
              })
          .matches("(?s)57014: .*");
      assertThat(column(connection, "SELECT 1")).containsExactly("1");
    }
  }
}
