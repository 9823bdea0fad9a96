/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.runtime.ColumnarRuntime;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results whose next batch is loaded while one is read. */
final class ReadAheadTest {
  private static final int BATCH = 16_384;
  private static final String DIGITS = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";

  /** A million numbers, in no order. */
  private static final String NUMBERS =
      String.format(
          Locale.ROOT,
          "(SELECT a.x + 10 * b.x + 100 * c.x + 1000 * d.x + 10000 * e.x + 100000 * f.x AS n"
              + " FROM %1$s AS a(x), %1$s AS b(x), %1$s AS c(x), %1$s AS d(x), %1$s AS e(x),"
              + " %1$s AS f(x)) AS numbers",
          DIGITS);

  @TempDir private @Nullable Path warehouse;
  private @Nullable Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private static void skip(ResultSet rows, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      if (!rows.next()) {
        throw new AssertionError("There are only " + i + " rows");
      }
    }
  }

  private static void readNumber(ResultSet rows, int expected) throws SQLException {
    skip(rows, 1);
    if (rows.getInt(1) != expected) {
      throw new AssertionError(rows.getInt(1) + " is not " + expected);
    }
  }

  @Test
  void whoStopsReadingHoldsTwoBatches() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT n FROM " + NUMBERS + " ORDER BY n")) {
      skip(rows, 3 * BATCH + 1);
      // Statements that run meanwhile have the engine go on, as time alone would.
      for (int i = 0; i < 3; i++) {
        try (Statement other = connection.createStatement();
            ResultSet sum = other.executeQuery("SELECT SUM(n) FROM " + NUMBERS)) {
          skip(sum, 1);
        }
        assertThat(ColumnarRuntime.usage().arrowBytes()).isBetween(1L, 2L * 2 * 4 * BATCH);
      }
      assertThat(rows.getInt(1)).isEqualTo(3 * BATCH);
      for (int n = 3 * BATCH + 1; n < 1_000_000; n++) {
        readNumber(rows, n);
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void anErrorOfALaterBatchIsNotTakenForTheEnd() throws SQLException {
    int bad = 600_000;
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT n, 1 / (n - "
                    + bad
                    + ") FROM (SELECT n FROM "
                    + NUMBERS
                    + " ORDER BY n)")) {
      int read = 0;
      SQLException failure = null;
      while (failure == null) {
        try {
          readNumber(rows, read);
          read++;
        } catch (SQLException e) {
          failure = e;
        }
      }
      assertThat(failure.getSQLState()).isEqualTo("22012");
      assertThat(read).isBetween(3 * BATCH, bad);
      // Nor does a reader that goes on take what is missing for the end.
      assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void cancelAndCloseEndWhatIsReadAhead() throws SQLException {
    for (int i = 0; i < 6; i++) {
      try (Statement statement = connection.createStatement()) {
        ResultSet rows = statement.executeQuery("SELECT n FROM " + NUMBERS);
        skip(rows, (i + 1) * BATCH);
        if (i % 2 == 0) {
          statement.cancel();
          assertThatThrownBy(() -> skip(rows, 1_000_000))
              .isInstanceOf(SQLException.class)
              .extracting(e -> ((SQLException) e).getSQLState())
              .isEqualTo("57014");
        }
        rows.close();
        assertThat(ColumnarRuntime.usage().arrowBytes()).isZero();
      }
    }
  }

  /** More of them than the pool has threads. */
  @Test
  void manyResultsAreReadInTurn() throws SQLException {
    List<Statement> statements = new ArrayList<>();
    List<ResultSet> results = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        Statement statement = connection.createStatement();
        statements.add(statement);
        results.add(statement.executeQuery("SELECT n FROM " + NUMBERS + " ORDER BY n"));
      }
      for (int n = 0; n < 5 * BATCH; n++) {
        for (ResultSet rows : results) {
          readNumber(rows, n);
        }
      }
    } finally {
      for (Statement statement : statements) {
        statement.close();
      }
    }
  }
}
