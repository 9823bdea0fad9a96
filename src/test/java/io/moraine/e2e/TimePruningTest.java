/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions of times choose files, here of a month each, and all rows are still found. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TimePruningTest {
  private static final Pattern FILES = Pattern.compile("files (\\d+) of 12");

  private Connection connection;

  @BeforeAll
  void create(@TempDir Path folder) throws SQLException {
    connection =
        DriverManager.getConnection(
            "jdbc:moraine:warehouse=" + folder + ";timeZone=America/New_York");
    run(
        connection,
        "CREATE SCHEMA s",
        "CREATE TABLE s.t (ts TIMESTAMP, tz TIMESTAMP WITH LOCAL TIME ZONE)");
    for (int month = 1; month <= 12; month++) {
      // The second is the last moment of a day; in UTC it is the next one.
      String first = String.format(Locale.ROOT, "TIMESTAMP '2024-%02d-10 00:00:00'", month);
      String last = String.format(Locale.ROOT, "TIMESTAMP '2024-%02d-10 23:59:59.999999'", month);
      run(
          connection,
          "INSERT INTO s.t SELECT x, CAST(x AS TIMESTAMP WITH LOCAL TIME ZONE) FROM (VALUES "
              + first
              + ", "
              + last
              + ") v(x)");
    }
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          CAST(ts AS DATE) = DATE '2024-03-10' | 1 | 2
          YEAR(ts) = 2023 | 0 | 0
          EXTRACT(YEAR FROM CAST(ts AS DATE)) <= 2023 | 0 | 0
          FLOOR(ts TO MONTH) = TIMESTAMP '2024-03-01 00:00:00' | 1 | 2
          FLOOR(ts TO QUARTER) = TIMESTAMP '2024-01-01 00:00:00' | 3 | 6
          FLOOR(ts TO WEEK) = TIMESTAMP '2024-03-10 00:00:00' | 1 | 2
          DATE_TRUNC('month', ts) = TIMESTAMP '2024-03-01 00:00:00' | 1 | 2
          DATE_TRUNC('WEEK', ts) = TIMESTAMP '2024-03-04 00:00:00' | 1 | 2
          DATE_TRUNC('hour', ts) = TIMESTAMP '2024-03-10 23:00:00' | 1 | 1
          CAST(FLOOR(ts TO MONTH) AS DATE) IN (DATE '2024-03-01', DATE '2024-05-01') | 2 | 4
          FLOOR(CAST(ts AS DATE) TO MONTH) > DATE '2024-11-01' | 1 | 2
          DATE_TRUNC('month', CAST(ts AS DATE)) = TIMESTAMP '2024-03-01 00:00:00' | 1 | 2
          CAST(tz AS DATE) = DATE '2024-03-10' | 1 | 2
          CAST(tz AS DATE) = DATE '2024-03-11' | 1 | 0
          CAST(tz AS DATE) BETWEEN DATE '2024-03-01' AND DATE '2024-04-30' | 2 | 4
          CAST(tz AS TIMESTAMP) < TIMESTAMP '2024-03-10 23:59:59.999999' | 3 | 5
          EXTRACT(YEAR FROM tz) = 2023 | 0 | 0
          FLOOR(tz TO MONTH) = TIMESTAMP '2024-03-01 00:00:00' | 1 | 2
          FLOOR(tz TO DAY) >= TIMESTAMP '2024-11-10 00:00:00' | 2 | 4
          DATE_TRUNC('day', tz) = TIMESTAMP '2024-07-10 00:00:00' | 1 | 2
          DATE_TRUNC('month', tz) <= TIMESTAMP '2024-02-01 00:00:00' | 2 | 4
          DATE_TRUNC('quarter', CAST(tz AS DATE)) = TIMESTAMP '2024-10-01 00:00:00' | 3 | 6
          """)
  void functionsOfTimesChooseFiles(String condition, int files, int rows) throws SQLException {
    String plan =
        String.join(
            "\n", column(connection, "EXPLAIN PLAN FOR SELECT ts, tz FROM s.t WHERE " + condition));
    Matcher found = FILES.matcher(plan);
    assertThat(found.find()).as(plan).isTrue();
    assertThat(Integer.parseInt(found.group(1))).as(plan).isEqualTo(files);
    assertThat(column(connection, "SELECT COUNT(ts) FROM s.t WHERE " + condition))
        .containsExactly(String.valueOf(rows));
    assertThat(column(connection, "SELECT COUNT(CASE WHEN " + condition + " THEN 1 END) FROM s.t"))
        .containsExactly(String.valueOf(rows));
  }

  /** Rules of zones change every year; Java's and the engine's are not of the same one. */
  @Test
  void localTimesFindTheRowsThatTheEngineFindsInEachZone() throws SQLException {
    run(connection, "CREATE TABLE s.hours (tz TIMESTAMP WITH LOCAL TIME ZONE)");
    OffsetDateTime first = OffsetDateTime.of(2026, 12, 15, 0, 0, 0, 0, ZoneOffset.UTC);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO s.hours VALUES (CAST(? AS TIMESTAMP(6) WITH LOCAL TIME ZONE))")) {
      for (int hour = 0; hour < 5; hour++) {
        insert.setObject(1, first.plusHours(hour));
        insert.executeUpdate();
      }
    }
    Map<ZoneRules, String> zones = new HashMap<>();
    new TreeSet<>(ZoneId.getAvailableZoneIds())
        .forEach(zone -> zones.putIfAbsent(ZoneId.of(zone).getRules(), zone));
    // Those that have not changed for years are known to both.
    Instant lately = Instant.parse("2020-01-01T00:00:00Z");
    zones.keySet().removeIf(rules -> rules.nextTransition(lately) == null);
    for (String zone : zones.values()) {
      LocalDateTime local = first.plusHours(2).atZoneSameInstant(ZoneId.of(zone)).toLocalDateTime();
      List<String> pruned = new ArrayList<>();
      List<String> whole = new ArrayList<>();
      for (String comparison : List.of("<", ">=")) {
        String condition =
            "tz " + comparison + " TIMESTAMP '" + local.toString().replace('T', ' ') + ":00'";
        pruned.add("(SELECT COUNT(tz) FROM s.hours WHERE " + condition + ")");
        whole.add("COUNT(CASE WHEN " + condition + " THEN 1 END)");
      }
      run(connection, "SET timeZone = '" + zone + "'");
      assertThat(rows(connection, "SELECT " + String.join(", ", pruned)))
          .as(zone)
          .isEqualTo(rows(connection, "SELECT " + String.join(", ", whole) + " FROM s.hours"));
    }
    run(connection, "SET timeZone = 'America/New_York'");
  }
}
