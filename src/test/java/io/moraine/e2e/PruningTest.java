/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is opened of a table of 1,000 files in 1,000 partitions, in ten manifests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PruningTest {
  private static final int PARTITIONS = 1_000;
  private static final int MANIFESTS = 10;
  private static final String TABLE = "lake.db.t";
  private static final String NAME = "pruning";
  private static final Pattern COUNTS =
      Pattern.compile("manifests (\\d+) of (\\d+), files (\\d+) of (\\d+), bytes (\\d+) of (\\d+)");

  private final Queue<String> opened = CountingFileIO.opened(NAME);
  private Connection connection;
  private Path data;

  /** Each INSERT makes a manifest; a row makes a partition and so a file. */
  @BeforeAll
  void create(@TempDir Path folder) throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("catalog.lake.type", "jdbc");
    properties.setProperty("catalog.lake.uri", "jdbc:sqlite:" + folder.resolve("catalog.db"));
    properties.setProperty("catalog.lake.warehouse", folder.resolve("warehouse").toString());
    properties.setProperty("catalog.lake.io-impl", CountingFileIO.class.getName());
    properties.setProperty("catalog.lake." + CountingFileIO.KEY, NAME);
    connection = DriverManager.getConnection("jdbc:moraine:", properties);
    run(
        connection,
        "CREATE SCHEMA lake.db",
        "CREATE TABLE " + TABLE + " (p INTEGER NOT NULL, v BIGINT) PARTITIONED BY (p)");
    String digits = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
    for (int hundred = 0; hundred < MANIFESTS; hundred++) {
      run(
          connection,
          "INSERT INTO "
              + TABLE
              + " SELECT p, CAST(p AS BIGINT) * 10 FROM (SELECT "
              + hundred * 100
              + (" + 10 * a.x + b.x AS p FROM " + digits + " AS a(x), " + digits + " AS b(x))"));
    }
    data = folder.resolve("warehouse/db/t/data");
    try (Stream<Path> files = Files.walk(data)) {
      assertThat(files.filter(f -> f.toString().endsWith(".parquet"))).hasSize(PARTITIONS);
    }
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    column(connection, "SELECT p FROM " + TABLE + " WHERE p < 0");
    opened.clear();
  }

  private record Counts(
      long manifests, long allManifests, long files, long allFiles, long bytes, long allBytes) {
    static Counts in(List<String> plan) {
      Matcher found = COUNTS.matcher(String.join("\n", plan));
      assertThat(found.find()).as(String.join("\n", plan)).isTrue();
      return new Counts(
          Long.parseLong(found.group(1)),
          Long.parseLong(found.group(2)),
          Long.parseLong(found.group(3)),
          Long.parseLong(found.group(4)),
          Long.parseLong(found.group(5)),
          Long.parseLong(found.group(6)));
    }
  }

  private Counts explain(String sql) throws SQLException {
    return Counts.in(column(connection, "EXPLAIN PLAN FOR " + sql));
  }

  private long manifestsOpened() {
    return opened.stream().filter(f -> f.endsWith(".avro") && !f.startsWith("snap-")).count();
  }

  private long bytes(int... partitions) throws IOException {
    long bytes = 0;
    for (int p : partitions) {
      try (Stream<Path> files = Files.list(data.resolve("p=" + p))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  @Test
  void aLiteralPlansTheMatchingFileAndExplainSaysWhatWasOpened() throws Exception {
    Counts counts = explain("SELECT v FROM " + TABLE + " WHERE p = 537");
    assertThat(counts.manifests()).isEqualTo(1).isEqualTo(manifestsOpened());
    assertThat(counts.allManifests()).isEqualTo(MANIFESTS);
    assertThat(counts.files()).isEqualTo(1);
    assertThat(counts.allFiles()).isEqualTo(PARTITIONS);
    assertThat(counts.bytes()).isEqualTo(bytes(537));
    assertThat(column(connection, "SELECT v FROM " + TABLE + " WHERE p = 537"))
        .containsExactly("5370");
  }

  @Test
  void aRangeOverTwoManifestsOpensThoseTwo() throws Exception {
    Counts counts = explain("SELECT v FROM " + TABLE + " WHERE p BETWEEN 398 AND 401");
    assertThat(counts.manifests()).isEqualTo(2).isEqualTo(manifestsOpened());
    assertThat(counts.files()).isEqualTo(4);
    assertThat(counts.bytes()).isEqualTo(bytes(398, 399, 400, 401));
  }

  @Test
  void theFilesOfAnUnpartitionedColumnArePrunedByTheirBounds() throws Exception {
    Counts counts = explain("SELECT p FROM " + TABLE + " WHERE v = 5370");
    assertThat(counts.files()).isEqualTo(1);
    assertThat(counts.manifests()).isEqualTo(MANIFESTS).isEqualTo(manifestsOpened());
  }

  @Test
  void aParameterPlansTheFilesOfEachValue() throws Exception {
    try (PreparedStatement query =
            connection.prepareStatement("SELECT v FROM " + TABLE + " WHERE p = ?");
        PreparedStatement explain =
            connection.prepareStatement(
                "EXPLAIN PLAN FOR SELECT v FROM " + TABLE + " WHERE p = ?")) {
      for (int value : new int[] {12, 991}) {
        opened.clear();
        explain.setInt(1, value);
        Counts counts = Counts.in(rows(explain).stream().map(row -> row.get(0)).toList());
        assertThat(counts.files()).isEqualTo(1);
        assertThat(counts.bytes()).isEqualTo(bytes(value));
        assertThat(counts.manifests()).isEqualTo(1).isEqualTo(manifestsOpened());
        opened.clear();
        query.setInt(1, value);
        assertThat(rows(query)).containsExactly(List.of(String.valueOf(value * 10)));
        assertThat(manifestsOpened()).as("the plan is kept").isZero();
      }
    }
  }

  @Test
  void aLimitPlansFewFiles() throws Exception {
    assertThat(explain("SELECT v FROM " + TABLE + " LIMIT 5").files()).isBetween(5L, 10L);
    assertThat(rows(connection, "SELECT v FROM " + TABLE + " LIMIT 5")).hasSize(5);
  }

  @Test
  void theFirstRowsInAnOrderPlanTheirFiles() throws Exception {
    String last = "SELECT p FROM " + TABLE + " ORDER BY v DESC NULLS LAST LIMIT 3 OFFSET 1";
    assertThat(explain(last).files()).isEqualTo(4);
    assertThat(column(connection, last)).containsExactly("998", "997", "996");
    String first = "SELECT v + 1 AS w, p FROM " + TABLE + " WHERE p > 99 ORDER BY 2, 1 LIMIT 2";
    assertThat(explain(first).files()).isEqualTo(2);
    assertThat(column(connection, first)).containsExactly("1001", "1011");
    String unknown = "SELECT p FROM " + TABLE + " WHERE MOD(v, 20) = 0 ORDER BY p LIMIT 2";
    assertThat(explain(unknown).files()).isEqualTo(PARTITIONS);
  }

  @Test
  void countAndExtremesOpenNoDataFile() throws Exception {
    Path hidden = data.resolveSibling("hidden");
    Files.move(data, hidden);
    try {
      assertThat(rows(connection, "SELECT COUNT(*) FROM " + TABLE))
          .containsExactly(List.of("1000"));
      assertThat(
              rows(
                  connection,
                  "SELECT COUNT(*), COUNT(v), MIN(p), MAX(p), MIN(v), MAX(v) FROM " + TABLE))
          .containsExactly(List.of("1000", "1000", "0", "999", "0", "9990"));
      assertThat(rows(connection, "SELECT COUNT(*) FROM " + TABLE + " WHERE p >= 250"))
          .containsExactly(List.of("750"));
      assertThat(rows(connection, "SELECT COUNT(*), MAX(v) FROM " + TABLE + " WHERE p IN (3, 5)"))
          .containsExactly(List.of("2", "50"));
      assertThat(column(connection, "EXPLAIN PLAN FOR SELECT COUNT(*) FROM " + TABLE).toString())
          .contains("by metadata");
    } finally {
      Files.move(hidden, data);
    }
    assertThat(opened).noneMatch(file -> file.endsWith(".parquet"));
  }
}
