/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StockWriteTest {
  private static final List<String> COLUMNS =
      List.of("id", "b", "i", "f", "d", "m", "dt", "tm", "ts", "s", "u", "x", "v");
  private static final List<Object> VALUES =
      List.of(
          1L,
          true,
          -7,
          1.5f,
          Double.NaN,
          new BigDecimal("1234567890123456789012345678.0123456789"),
          Date.valueOf("1969-12-31"),
          Time.valueOf("01:02:03"),
          Timestamp.valueOf("1969-12-31 23:59:59.999"),
          "zażółć 'quoted'",
          new UUID(-1, 1),
          new byte[] {0, -1, 2},
          new byte[0]);

  @TempDir Path folder;
  private StockConnection stock;

  @BeforeEach
  void open() throws SQLException {
    stock = StockConnection.open(StockConnection.inline(folder, ""));
    stock.execute("CREATE SCHEMA lake.db");
    stock.execute(FlatTypes.CREATE);
  }

  @AfterEach
  void close() throws SQLException {
    stock.close();
  }

  @Test
  void insertFromAQueryCopiesEveryDigit() throws SQLException {
    stock.update(FlatTypes.INSERT);
    List<String> before = stock.rows(FlatTypes.SELECT);
    assertThat(stock.update("INSERT INTO lake.db.flat SELECT * FROM lake.db.flat")).isEqualTo(3);
    assertThat(stock.rows(FlatTypes.SELECT)).hasSize(6).containsAll(before);
    assertThat(stock.rows("SELECT COUNT(DISTINCT CAST(ts AS VARCHAR)) FROM lake.db.flat"))
        .containsExactly("2");
  }

  @Test
  void aCastLiteralKeepsItsMicroseconds() throws SQLException {
    stock.update(
        "INSERT INTO lake.db.flat (id, ts, tm) VALUES"
            + " (1, CAST('1969-12-31 23:59:59.000001' AS TIMESTAMP(6)), CAST('00:00:00.000001' AS TIME(6)))");
    assertThat(stock.rows("SELECT CAST(ts AS VARCHAR), CAST(tm AS VARCHAR) FROM lake.db.flat"))
        .containsExactly("1969-12-31 23:59:59.000001|00:00:00.000001");
  }

  @Test
  void parametersOfEveryTypeAreWrittenAndFoundAgain() throws SQLException {
    String insert =
        "INSERT INTO lake.db.flat (%s) VALUES (%s)"
            .formatted(String.join(", ", COLUMNS), "?, ".repeat(COLUMNS.size() - 1) + "?");
    try (PreparedStatement prepared = stock.prepare(insert)) {
      bind(prepared, VALUES);
      assertThat(prepared.executeUpdate()).isEqualTo(1);
      for (int i = 1; i <= COLUMNS.size(); i++) {
        prepared.setObject(i, i == 1 ? 2L : null);
      }
      assertThat(prepared.executeUpdate()).isEqualTo(1);
    }
    for (int i = 0; i < COLUMNS.size(); i++) {
      try (PreparedStatement prepared =
          stock.prepare("SELECT id FROM lake.db.flat WHERE " + COLUMNS.get(i) + " = ?")) {
        for (int execution = 0; execution < 2; execution++) {
          bind(prepared, VALUES.subList(i, i + 1));
          assertThat(StockConnection.rows(prepared.executeQuery()))
              .as(COLUMNS.get(i))
              .containsExactly("1");
        }
      }
    }
  }

  @Test
  void aParameterOfAnAggregateThatMetadataCannotAnswerIsBound() throws SQLException {
    stock.update(FlatTypes.INSERT);
    try (PreparedStatement prepared =
        stock.prepare("SELECT COUNT(*) FROM lake.db.flat WHERE u = ?")) {
      prepared.setObject(1, new UUID(-1, -1));
      assertThat(StockConnection.rows(prepared.executeQuery())).containsExactly("1");
    }
  }

  private static void bind(PreparedStatement prepared, List<Object> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      prepared.setObject(i + 1, values.get(i));
    }
  }

  @Test
  void aRefusedRowLeavesTheTableAsItWas() throws SQLException {
    assertState("INSERT INTO lake.db.flat (id, i) VALUES (1, 1), (2, 3000000000)", "22003");
    assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.flat")).containsExactly("0");
  }

  @Test
  void ddlFailsWithItsStateAndTheConnectionGoesOn() throws SQLException {
    assertState("CREATE TABLE lake.db.flat (a INTEGER)", "42S01");
    assertState("DROP TABLE lake.db.nope", "42S02");
    assertState("CREATE SCHEMA lake.db", "42P06");
    assertState("SET timeZone = 'UTC'", "0A000");
    stock.execute("CREATE TABLE IF NOT EXISTS lake.db.flat (a INTEGER)");
    stock.execute("CREATE TABLE lake.db.copy (a INTEGER)");
    assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.copy")).containsExactly("0");
    stock.execute("DROP TABLE lake.db.copy");
  }

  @Test
  void ddlRunsWhenItIsPrepared() throws SQLException {
    stock.prepare("CREATE TABLE lake.db.early (a INTEGER)").close();
    assertThat(stock.rows("SELECT COUNT(*) FROM lake.db.early")).containsExactly("0");
  }

  private void assertState(String sql, String state) {
    assertThatThrownBy(() -> stock.execute(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }
}
