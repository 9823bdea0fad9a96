/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What SQL means: each line of a file under {@code semantics} is a statement, {@code ;;} and its
 * rows, or {@code ERR} and a SQLSTATE.
 */
class SemanticsTest {
  private static final String SEPARATOR = " ;;";

  @TempDir Path warehouse;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aggregates",
        "casts",
        "correlation",
        "datetime",
        "decimals",
        "filters",
        "numbers",
        "queries",
        "text"
      })
  void everyStatementHasItsRows(String file) throws SQLException {
    SoftAssertions softly = new SoftAssertions();
    String url = "jdbc:moraine:warehouse=" + warehouse;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA semantics");
      statement.execute("SET schema = 'semantics'");
      for (String line : lines(file)) {
        int end = line.indexOf(SEPARATOR);
        String sql = end < 0 ? line : line.substring(0, end);
        String outcome = outcome(statement, sql);
        if (end < 0) {
          softly.assertThat(outcome).as(sql).doesNotStartWith("ERR");
        } else {
          softly
              .assertThat(outcome)
              .as(sql)
              .isEqualTo(line.substring(end + SEPARATOR.length()).strip());
        }
      }
    }
    softly.assertAll();
  }

  private static List<String> lines(String file) {
    try (InputStream text =
        SemanticsTest.class.getResourceAsStream("/semantics/" + file + ".txt")) {
      List<String> lines =
          new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .toList();
      assertThat(lines).isNotEmpty();
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String outcome(Statement statement, String sql) {
    try {
      if (!statement.execute(sql)) {
        return String.valueOf(statement.getUpdateCount());
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.getResultSet()) {
        while (result.next()) {
          rows.add(row(result));
        }
      }
      return String.join("; ", rows);
    } catch (SQLException e) {
      return "ERR " + e.getSQLState();
    }
  }

  private static String row(ResultSet result) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      Object value = result.getObject(i);
      values.add(
          value instanceof byte[] bytes
              ? "0x" + HexFormat.of().formatHex(bytes)
              : String.valueOf(value));
    }
    return values.size() == 1 ? values.get(0) : "(" + String.join(", ", values) + ")";
  }
}
