/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is pushed into a scan, as EXPLAIN shows it. */
final class ExplainTest {
  @TempDir Path warehouse;
  private Connection connection;

  @BeforeEach
  void createTables() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    execute("CREATE SCHEMA s");
    execute("CREATE TABLE s.t (id INTEGER, d DATE, name VARCHAR) PARTITIONED BY (d)");
    for (int day = 1; day <= 3; day++) {
      execute(
          "INSERT INTO s.t VALUES (%d, DATE '2024-01-0%d', 'a'), (%d, DATE '2024-01-0%d', 'b')"
              .replace("%d", String.valueOf(day)));
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String explain(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN PLAN FOR " + sql)) {
      return text(plan);
    }
  }

  private static String text(ResultSet plan) throws SQLException {
    StringBuilder text = new StringBuilder();
    while (plan.next()) {
      text.append(plan.getString(1)).append('\n');
    }
    return text.toString();
  }

  private static String scans(String plan) {
    return plan.lines()
        .filter(line -> line.startsWith("scan of"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aFilterOnThePartitionColumnPrunesExactly() throws SQLException {
    assertThat(scans(explain("SELECT id FROM s.t WHERE d = DATE '2024-01-02'")))
        .contains("by read_parquet, pruning exact, manifests 1 of 3, files 1 of 3");
  }

  @Test
  void columnsThatNobodyReadsStayOut() throws SQLException {
    assertThat(explain("SELECT id FROM s.t WHERE d > DATE '2024-01-01'"))
        .contains("columns=[[id, d]]");
  }

  @Test
  void anInexactFilterIsSaidToBe() throws SQLException {
    assertThat(
            scans(explain("SELECT id FROM s.t WHERE d = DATE '2024-01-02' AND UPPER(name) = 'A'")))
        .contains("pruning inexact")
        .contains("files 1 of 3");
  }

  @Test
  void aLimitStopsPlanning() throws SQLException {
    assertThat(scans(explain("SELECT * FROM s.t LIMIT 2"))).contains("files 1 of 3");
    assertThat(scans(explain("SELECT id + 1 FROM s.t LIMIT 1 OFFSET 2"))).contains("files 2 of 3");
  }

  @Test
  void aLimitStaysAboveAFilterAnOrderAndAnAggregate() throws SQLException {
    for (String query :
        new String[] {
          "SELECT * FROM s.t WHERE name = 'b' LIMIT 1",
          "SELECT * FROM s.t ORDER BY name LIMIT 1",
          "SELECT DISTINCT name FROM s.t LIMIT 1"
        }) {
      assertThat(scans(explain(query))).as(query).contains("files 3 of 3");
    }
  }

  @Test
  void anOrderByAColumnWithBoundsSkipsFiles() throws SQLException {
    assertThat(scans(explain("SELECT * FROM s.t ORDER BY id LIMIT 1"))).contains("files 1 of 3");
  }

  @Test
  void aFilterReachesBothSidesOfAJoinAndSubQueries() throws SQLException {
    assertThat(
            scans(
                explain(
                    "SELECT * FROM s.t AS a JOIN s.t AS b ON a.id = b.id"
                        + " WHERE a.d = DATE '2024-01-01' AND b.d >= DATE '2024-01-02'")))
        .contains("files 1 of 3")
        .contains("files 2 of 3");
    assertThat(
            scans(
                explain(
                    "SELECT id FROM s.t WHERE id IN"
                        + " (SELECT id FROM s.t WHERE d = DATE '2024-01-03')")))
        .contains("files 1 of 3");
  }

  @Test
  void metadataAnswersCountMinAndMax() throws SQLException {
    String query = "SELECT COUNT(*), MIN(id), MAX(d) FROM s.t WHERE d >= DATE '2024-01-02'";
    assertThat(scans(explain(query))).contains("by metadata, pruning exact");
    assertThat(rows(query)).containsExactly("4|2|2024-01-03");
  }

  @Test
  void metadataDoesNotAnswerWhatItMayGetWrong() throws SQLException {
    for (String query :
        new String[] {
          "SELECT COUNT(*) FROM s.t WHERE name = 'a'",
          "SELECT COUNT(*) FROM s.t WHERE UPPER(name) = 'A'",
          "SELECT MIN(name) FROM s.t",
          "SELECT COUNT(DISTINCT id) FROM s.t",
          "SELECT COUNT(*) FILTER (WHERE id > 1) FROM s.t",
          "SELECT MAX(id + 1) FROM s.t"
        }) {
      assertThat(scans(explain(query))).as(query).contains("by read_parquet");
    }
  }

  @Test
  void theSameScanTwiceIsOneScanOfOneSnapshot() throws SQLException {
    assertThat(scans(explain("SELECT * FROM s.t AS a, s.t AS b")).lines()).hasSize(1);
  }

  @Test
  void aParameterWithoutAValuePrunesNothingAndWithOneItDoes() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("EXPLAIN PLAN FOR SELECT id FROM s.t WHERE d = ?")) {
      try (ResultSet plan = statement.executeQuery()) {
        assertThat(scans(text(plan))).contains("files 3 of 3");
      }
      statement.setDate(1, java.sql.Date.valueOf("2024-01-02"));
      try (ResultSet plan = statement.executeQuery()) {
        assertThat(scans(text(plan))).contains("pruning exact").contains("files 1 of 3");
      }
    }
  }

  private List<String> rows(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> all = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        Stream.Builder<String> row = Stream.builder();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        all.add(row.build().collect(Collectors.joining("|")));
      }
      return all;
    }
  }
}
