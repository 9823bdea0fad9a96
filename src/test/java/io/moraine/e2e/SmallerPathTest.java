/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM can do that lacks an option or a library, and what one leaves behind at its end. */
class SmallerPathTest {
  private static final String[] ALL_TYPES = {
    "CREATE SCHEMA lake.s",
    "CREATE TABLE lake.s.t (b BOOLEAN, i INTEGER, l BIGINT, f REAL, d DOUBLE, c DECIMAL(38, 10),"
        + " p DECIMAL(9, 2), v VARCHAR, da DATE, ti TIME, ts TIMESTAMP,"
        + " tz TIMESTAMP WITH LOCAL TIME ZONE, u UUID, x BINARY(2), y VARBINARY)",
    "INSERT INTO lake.s.t VALUES (TRUE, -2147483648, 9223372036854775807, 1.5, -0.1,"
        + " 1234567890123456789012345678.0123456789, -1.50, 'zażółć''', DATE '0001-01-01',"
        + " TIME '23:59:59.999999', TIMESTAMP '0001-01-01 00:00:00.000001',"
        + " TIMESTAMP '2021-03-14 02:30:00.123456',"
        + " UUID 'ffffffff-ffff-ffff-ffff-fffffffffffe', X'00FF', X'')",
    "INSERT INTO lake.s.t (ts, da) VALUES (TIMESTAMP '2021-03-14 02:30:00.123456',"
        + " DATE '1582-10-10'), (TIMESTAMP '1969-12-31 23:59:59.999999', DATE '9999-12-31'),"
        + " (NULL, NULL)",
    "SELECT * FROM lake.s.t ORDER BY ts",
    "SELECT SUM(c), COUNT(*), AVG(i), MAX(v), MIN(tz) FROM lake.s.t",
    "SELECT snapshot_id > 0, committed_at > TIMESTAMP '2020-01-01 00:00:00', operation"
        + " FROM lake.s.t$snapshots",
    "SELECT v FROM lake.s.t WHERE 1 / (i + 2147483648) = 1",
    "SELECT c FROM lake.s.t WHERE FALSE",
  };

  @TempDir Path folder;
  private Path temporary;

  @BeforeEach
  void temporaryFolder() throws Exception {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private String warehouse(String name) {
    return "jdbc:moraine:warehouse=" + folder.resolve(name);
  }

  private static String[] arguments(String url, String... statements) {
    return Stream.concat(Stream.of(url), Stream.of(statements)).toArray(String[]::new);
  }

  @Test
  void withoutTheOptionTheValuesAreTheSame() throws Exception {
    ChildJvm.Result usual = new ChildJvm(temporary).run(arguments(warehouse("a"), ALL_TYPES));
    ChildJvm.Result smaller =
        new ChildJvm(temporary).withoutOpenModule().run(arguments(warehouse("b"), ALL_TYPES));
    assertThat(usual.lines()).hasSizeGreaterThan(9).contains("count 3");
    assertThat(smaller.lines()).isEqualTo(usual.lines());
    assertThat(usual.log()).doesNotContain("--add-opens");
    assertThat(smaller.log())
        .containsOnlyOnce("Start Java with --add-opens=java.base/java.nio=ALL-UNNAMED");
    assertThat(smaller.exit()).isZero();
    assertNothingLeft();
  }

  @Test
  void withoutTheEngineCatalogsCanBeManaged() throws Exception {
    ChildJvm.Result result =
        new ChildJvm(temporary)
            .withoutJar("duckdb_jdbc")
            .run(
                warehouse("a"),
                "CREATE SCHEMA lake.s",
                "CREATE TABLE lake.s.t (a INTEGER)",
                "SELECT a FROM lake.s.t",
                "INSERT INTO lake.s.t VALUES (1)",
                "SELECT a FROM lake.s.t",
                "DROP TABLE lake.s.t");
    assertThat(result.lines()).hasSize(6);
    assertThat(List.of(result.lines().get(0), result.lines().get(1), result.lines().get(5)))
        .containsOnly("count 0");
    assertThat(result.lines().subList(2, 5))
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("58000 The columnar engine cannot be loaded on ")
                    .contains("org.duckdb:duckdb_jdbc"));
    assertThat(result.exit()).isZero();
  }

  @Test
  void anEngineWhoseLibraryCannotBeLoadedIsOneClearError() throws Exception {
    // The library is unpacked there before it is loaded.
    ChildJvm.Result result =
        new ChildJvm(temporary)
            .with("-Djava.io.tmpdir=" + folder.resolve("missing"))
            .with("-Dorg.sqlite.tmpdir=" + temporary)
            .run(warehouse("a"), "VALUES 1", "VALUES 2");
    assertThat(result.lines()).hasSize(2);
    assertThat(result.lines().get(0)).matches("(58000|58030) Cannot create the folder.*missing.*");
    assertThat(result.exit()).isZero();
  }

  @Test
  void aStatementThatSpilledLeavesNothingBehind() throws Exception {
    ChildJvm.Result result =
        new ChildJvm(temporary)
            .with("-Dmoraine.memory=200MB")
            .run(
                warehouse("a"),
                rows(6) + " ORDER BY c0 * c1 * c2 + c3, c4, c5 OFFSET 999999 ROWS",
                "OPEN " + rows(3),
                "SELECT COUNT(*) FROM (" + rows(6) + " ORDER BY c1, c2 OFFSET 2 ROWS)");
    assertThat(result.exit()).isZero();
    assertThat(result.lines()).hasSize(3);
    assertThat(result.lines().get(2)).isEqualTo("row | 999998 Long");
    // With a result left open, the folder waits for the next process.
    new ChildJvm(temporary).run(warehouse("a"), "VALUES 1");
    assertNothingLeft();
  }

  @Test
  void whatAKilledProcessLeftIsDeletedByTheNext() throws Exception {
    ChildJvm child = new ChildJvm(temporary);
    Process process = child.start(warehouse("a"), "OPEN " + rows(3), "HANG");
    long deadline = System.nanoTime() + 300_000_000_000L;
    while (!child.lines().contains("hanging")) {
      assertThat(process.isAlive() && System.nanoTime() < deadline).isTrue();
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(ours()).isNotEmpty();
    // A process in use keeps what is its own.
    Path other = Files.createDirectory(folder.resolve("other"));
    new ChildJvm(other).with("-Djava.io.tmpdir=" + temporary).run(warehouse("b"), "VALUES 1");
    assertThat(ours()).isNotEmpty();
    process.destroyForcibly().waitFor();
    new ChildJvm(other).with("-Djava.io.tmpdir=" + temporary).run(warehouse("b"), "VALUES 1");
    assertThat(ours()).isEmpty();
  }

  private static String rows(int columns) {
    StringBuilder sql = new StringBuilder("SELECT * FROM ");
    for (int i = 0; i < columns; i++) {
      sql.append(i == 0 ? "" : ", ")
          .append("(VALUES 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) AS v")
          .append(i)
          .append("(c")
          .append(i)
          .append(")");
    }
    return sql.toString();
  }

  private List<Path> ours() throws Exception {
    try (Stream<Path> left = Files.list(temporary)) {
      return left.filter(path -> path.getFileName().toString().startsWith("moraine-")).toList();
    }
  }

  private void assertNothingLeft() throws Exception {
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }
}
