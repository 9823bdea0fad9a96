/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of many batches, read value by value. */
final class FetchTest {
  private static final String DIGITS = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
  private static final int ROWS = 100_000;

  /** The numbers below {@link #ROWS}. */
  private static final String NUMBERS =
      String.format(
          Locale.ROOT,
          "(SELECT a.x + 10 * b.x + 100 * c.x + 1000 * d.x + 10000 * e.x AS n FROM %1$s AS a(x),"
              + " %1$s AS b(x), %1$s AS c(x), %1$s AS d(x), %1$s AS e(x)) AS numbers",
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

  /** Short values lie in the batch's views, long ones elsewhere. */
  @Test
  void bytesOfEveryLengthAreRight() throws SQLException {
    String bytes = "00ff" + "a7".repeat(38);
    String sql =
        "SELECT n, CASE WHEN MOD(n, 9) = 8 THEN NULL ELSE SUBSTRING(X'"
            + bytes
            + "' FROM 1 FOR MOD(n, 41)) END FROM "
            + NUMBERS
            + " ORDER BY n";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      for (int n = 0; n < ROWS; n++) {
        assertThat(rows.next()).isTrue();
        byte[] value = rows.getBytes(2);
        assertThat(value == null ? null : HexFormat.of().formatHex(value))
            .isEqualTo(n % 9 == 8 ? null : bytes.substring(0, n % 41 * 2));
      }
      assertThat(rows.next()).isFalse();
    }
  }

  /** The engine holds them in 16, 32, 64 and 128 bits. */
  @Test
  void decimalsOfEveryWidthAreRight() throws SQLException {
    String sql =
        "SELECT CAST(x AS DECIMAL(4, 3)), CAST(x * 1000000 AS DECIMAL(9, 2)),"
            + " CAST(x * 100000000000000 AS DECIMAL(18, 3)),"
            + " CAST(x * 100000000000000 AS DECIMAL(19, 3)), CAST(x AS DECIMAL(38, 37))"
            + " FROM (VALUES CAST(-9.999 AS DECIMAL(4, 3)), 9.999, 0.000, NULL) AS t(x)";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      for (String x : new String[] {"-9.999", "9.999", "0.000", null}) {
        assertThat(rows.next()).isTrue();
        BigDecimal one = x == null ? null : new BigDecimal(x);
        check(rows, 1, one);
        check(rows, 2, scaled(one, 6, 2));
        check(rows, 3, scaled(one, 14, 3));
        check(rows, 4, scaled(one, 14, 3));
        check(rows, 5, scaled(one, 0, 37));
      }
      assertThat(rows.next()).isFalse();
    }
  }

  private static @Nullable BigDecimal scaled(@Nullable BigDecimal one, int power, int scale) {
    return one == null ? null : one.scaleByPowerOfTen(power).setScale(scale);
  }

  /** Every seventh value is NULL; texts and numbers come again and again, or never do. */
  @Test
  void eachValueOfManyBatchesIsRight() throws SQLException {
    String sql =
        "SELECT n, CASE WHEN MOD(n, 7) = 0 THEN NULL ELSE CAST(n AS BIGINT) * 3000000000 END,"
            + " CASE WHEN MOD(n, 7) = 1 THEN NULL ELSE 'kind ' || CAST(MOD(n, 11) AS VARCHAR) END,"
            + " CASE WHEN MOD(n, 7) = 2 THEN NULL"
            + " ELSE CAST(n AS VARCHAR) || ' żółw and more than thirty-two bytes' END,"
            + " CASE WHEN MOD(n, 7) = 3 THEN NULL ELSE CAST(MOD(n, 5) AS DECIMAL(12, 2)) END,"
            + " CASE WHEN MOD(n, 7) = 4 THEN NULL ELSE CAST(n AS DECIMAL(12, 2)) END,"
            + " CASE WHEN MOD(n, 7) = 5 THEN NULL ELSE CAST(n AS DOUBLE) END"
            + " FROM "
            + NUMBERS
            + " ORDER BY n";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      for (int n = 0; n < ROWS; n++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(n);
        check(rows, 2, n % 7 == 0 ? null : n * 3_000_000_000L);
        assertThat(rows.getLong(2)).isEqualTo(n % 7 == 0 ? 0 : n * 3_000_000_000L);
        assertThat(rows.wasNull()).isEqualTo(n % 7 == 0);
        assertThat(rows.getRow()).isEqualTo(n + 1);
        assertThat(rows.isFirst()).isEqualTo(n == 0);
        check(rows, 3, n % 7 == 1 ? null : "kind " + n % 11);
        String text = n % 7 == 2 ? null : n + " żółw and more than thirty-two bytes";
        assertThat(rows.getBytes(4))
            .isEqualTo(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        assertThat(rows.wasNull()).isEqualTo(text == null);
        check(rows, 4, text);
        check(rows, 5, n % 7 == 3 ? null : new BigDecimal(n % 5).setScale(2));
        check(rows, 6, n % 7 == 4 ? null : new BigDecimal(n).setScale(2));
        check(rows, 7, n % 7 == 5 ? null : (double) n);
      }
      assertThat(rows.next()).isFalse();
      assertThat(rows.isAfterLast()).isTrue();
      assertThat(rows.getRow()).isZero();
    }
  }

  /** Reading goes on within a batch by itself, where a limit or a cancel still counts. */
  @Test
  void aLimitAndACancelCountWithinABatch() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(3);
      try (ResultSet rows = statement.executeQuery("SELECT n FROM " + NUMBERS)) {
        for (int n = 0; n < 3; n++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getRow()).isEqualTo(n + 1);
        }
        assertThat(rows.next()).isFalse();
        assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
      }
      statement.setMaxRows(0);
      try (ResultSet rows = statement.executeQuery("SELECT n FROM " + NUMBERS)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.next()).isTrue();
        statement.cancel();
        assertThatThrownBy(rows::next)
            .isInstanceOf(SQLException.class)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("57014");
      }
    }
  }

  private static void check(ResultSet rows, int column, @Nullable Object expected)
      throws SQLException {
    assertThat(rows.getObject(column)).isEqualTo(expected);
    assertThat(rows.wasNull()).isEqualTo(expected == null);
  }

  @Test
  void textsOfOneBatchMayBeLong() throws SQLException {
    String megabytes = "ab".repeat(2 << 20);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT CAST(? AS VARCHAR) || CAST(x AS VARCHAR) FROM "
                + DIGITS
                + " AS d(x)"
                + " ORDER BY x")) {
      statement.setString(1, megabytes);
      try (ResultSet rows = statement.executeQuery()) {
        for (int i = 0; i < 10; i++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1).equals(megabytes + i)).isTrue();
        }
      }
    }
  }

  @Test
  void datesAreThoseOfTheJvmOrOfTheCalendar() throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    String[] days = {
      "0001-01-01",
      "1582-10-04",
      "1583-01-01",
      "1969-12-31",
      "1970-01-01",
      "1970-01-02",
      "1981-03-20",
      "2024-02-29",
      "9999-12-31"
    };
    String sql = "SELECT CAST(d AS DATE) FROM (VALUES '" + String.join("', '", days) + "') AS t(d)";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql + " ORDER BY 1")) {
      for (String day : days) {
        LocalDate date = LocalDate.parse(day);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1)).isEqualTo(Date.valueOf(date));
        assertThat(rows.getDate(1)).isEqualTo(Date.valueOf(date));
        assertThat(rows.getDate(1, utc).getTime())
            .isEqualTo(TimeUnit.DAYS.toMillis(date.toEpochDay()));
        assertThat(rows.getObject(1, LocalDate.class)).isEqualTo(date);
        assertThat(rows.getString(1)).isEqualTo(day);
      }
    }
  }

  @Test
  void closingInAnotherThreadEndsTheReader() throws Exception {
    String sql =
        "SELECT a.n, CAST(b.n AS VARCHAR) FROM "
            + NUMBERS.replace("numbers", "a")
            + ", "
            + NUMBERS.replace("numbers", "b");
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery(sql);
      CountDownLatch reading = new CountDownLatch(1);
      CompletableFuture<@Nullable SQLException> failure =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  while (rows.next()) {
                    rows.getObject(1);
                    rows.getObject(2);
                    reading.countDown();
                  }
                  return null;
                } catch (SQLException e) {
                  return e;
                }
              });
      assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
      rows.close();
      assertThat((Throwable) failure.get(1, TimeUnit.MINUTES)).isInstanceOf(SQLException.class);
    }
  }
}
