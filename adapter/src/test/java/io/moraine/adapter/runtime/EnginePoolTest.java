/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines of a pool of its own, which has little memory. */
class EnginePoolTest {
  private static final long MIB = 1L << 20;

  /** Some 300 MB to sort. */
  private static final String SORT =
      "SELECT count(*) FROM (SELECT md5(range::VARCHAR) AS m, repeat('x', 40) || range AS x"
          + " FROM range(2000000) ORDER BY m OFFSET 1)";

  private static final String TOO_MUCH = "SELECT len(list(range)) FROM range(60000000)";

  private static final String ENDLESS = "SELECT sum(sqrt(range)) FROM range(1000000000000)";

  @TempDir Path folder;
  private final EnginePool pool = pool(100, OptionalLong.empty());

  private static EnginePool pool(int megabytes, OptionalLong spill) {
    return new EnginePool(
        new RuntimeLimits(megabytes * MIB, 10 * MIB, spill, 16, Duration.ofMinutes(1)),
        Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    pool.exit();
    assertThat(pool.engines()).isZero();
  }

  private EngineConnection connect(String... folders) throws SQLException {
    return connect(pool, Cancellation.after(0), folders);
  }

  private EngineConnection connect(EnginePool from, Cancellation cancellation, String... folders)
      throws SQLException {
    List<AllowedRoots> roots = new ArrayList<>();
    for (String name : folders) {
      roots.add(AllowedRoots.of(List.of(folder.resolve(name).toString())));
    }
    return from.connect(roots, Executions.of(new Object(), cancellation));
  }

  private static String text(EngineConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.jdbc().createStatement();
        ResultSet rows = connection.call(() -> statement.executeQuery(sql))) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw DuckErrors.translate(e);
    }
  }

  private static String setting(EngineConnection connection, String name) throws SQLException {
    return text(connection, "SELECT current_setting('" + name + "')");
  }

  @Test
  void whatDoesNotFitIntoMemorySpills() throws SQLException {
    try (EngineConnection connection = connect("a")) {
      assertThat(text(connection, SORT)).isEqualTo("1999999");
      String spill = setting(connection, "temp_directory");
      assertThat(Path.of(spill)).isDirectory();
    }
  }

  @Test
  void anExhaustedMemoryLeavesNeighboursRunning() throws SQLException {
    List<CompletableFuture<String>> neighbours = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      neighbours.add(CompletableFuture.supplyAsync(() -> run(SORT), w -> new Thread(w).start()));
    }
    Executions.await(() -> pool.connections() > 0);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> run(TOO_MUCH))
          .isInstanceOf(MoraineException.class)
          .hasMessageStartingWith("The statement does not fit into the engine's memory: ")
          .hasMessageEndingWith("more memory (-Dmoraine.memory=SIZE)")
          .extracting(e -> ((MoraineException) e).code())
          .isEqualTo(ErrorCode.OUT_OF_MEMORY);
    }
    neighbours.forEach(task -> assertThat(task.join()).isEqualTo("1999999"));
    assertThat(run("SELECT 1")).isEqualTo("1");
    assertThat(pool.connections()).isZero();
    assertThat(pool.admission().admitted()).isZero();
  }

  /** As statements are run: once more, where others took the memory. */
  private String run(String sql) {
    return pool.run(
        List.of(AllowedRoots.of(List.of(folder.toString()))),
        Executions.of(new Object()),
        connection -> {
          try (connection) {
            return text(connection, sql);
          }
        });
  }

  @Test
  void theSpaceForSpillingIsBounded() throws SQLException {
    EnginePool small = pool(100, OptionalLong.of(20 * MIB));
    try (EngineConnection connection = connect(small, Cancellation.after(0), "a")) {
      assertThatThrownBy(() -> text(connection, SORT))
          .isInstanceOf(MoraineException.class)
          .hasMessageContaining("nor into the space on disk")
          .hasMessageContaining("-Dmoraine.spill=SIZE")
          .extracting(e -> ((MoraineException) e).code().sqlState())
          .isEqualTo("53100");
      assertThat(text(connection, "SELECT 1")).isEqualTo("1");
    }
    small.exit();
  }

  @Test
  void enginesShareTheMemory() throws SQLException {
    try (EngineConnection one = connect("a")) {
      assertThat(setting(one, "memory_limit")).isEqualTo("100.0 MiB");
      try (EngineConnection two = connect("b")) {
        assertThat(setting(one, "memory_limit")).isEqualTo("50.0 MiB");
        assertThat(setting(two, "memory_limit")).isEqualTo("50.0 MiB");
      }
      pool.closeUnused();
      assertThat(setting(one, "memory_limit")).isEqualTo("100.0 MiB");
    }
  }

  @Test
  void anEngineThatHoldsItsMemoryLeavesTheRest() throws SQLException {
    try (EngineConnection one = connect("a");
        Statement statement = one.jdbc().createStatement()) {
      statement.execute("CREATE TEMP TABLE t AS SELECT md5(range::VARCHAR) FROM range(1000000)");
      try (EngineConnection two = connect("b")) {
        assertThat(setting(two, "memory_limit")).isIn("50.0 MiB", "16.0 MiB");
        assertThat(text(two, "SELECT 1")).isEqualTo("1");
      }
      assertThat(text(one, "SELECT count(*) FROM t")).isEqualTo("1000000");
    }
  }

  @Test
  void onlyAFewEnginesStayOpen() throws SQLException {
    for (int i = 0; i < 10; i++) {
      connect("f" + i).close();
      assertThat(pool.engines()).isLessThanOrEqualTo(4);
    }
    assertThat(pool.connections()).isZero();
  }

  @Test
  void anIdleEngineIsClosedAndItsFolderDeleted() throws SQLException {
    EnginePool hasty =
        new EnginePool(
            new RuntimeLimits(100 * MIB, 10 * MIB, OptionalLong.empty(), 16, Duration.ofMinutes(1)),
            Duration.ofMillis(1));
    Path spill;
    try (EngineConnection connection = connect(hasty, Cancellation.after(0), "a")) {
      assertThat(text(connection, SORT)).isEqualTo("1999999");
      spill = Path.of(setting(connection, "temp_directory"));
      assertThat(spill).isDirectory();
    }
    Executions.await(() -> hasty.engines() == 0);
    assertThat(spill).doesNotExist();
    assertThat(spill.resolveSibling(spill.getFileName() + ".lock")).doesNotExist();
  }

  @Test
  void anInterruptBeforeTheQueryBeginsIsNotLost() throws SQLException {
    Cancellation cancellation = Cancellation.after(0);
    try (EngineConnection connection = connect(pool, cancellation, "a");
        Statement statement = connection.jdbc().createStatement()) {
      assertThatThrownBy(
              () ->
                  connection.call(
                      () -> {
                        cancellation.cancel();
                        return statement.executeQuery(ENDLESS);
                      }))
          .isInstanceOf(MoraineException.class)
          .hasMessage("The statement was cancelled");
    }
  }

  @Test
  void onlyTheFoldersOfTheCatalogsCanBeRead() throws Exception {
    Path inside = Files.createDirectory(folder.resolve("a"));
    Path outside = Files.createDirectory(folder.resolve("b"));
    Files.writeString(inside.resolve("x.csv"), "in\n1\n");
    Files.writeString(outside.resolve("x.csv"), "out\n1\n");
    try (EngineConnection connection = connect("a")) {
      assertThat(text(connection, "SELECT \"in\" FROM '" + inside + "/x.csv'")).isEqualTo("1");
      for (String attack :
          List.of(
              "SELECT * FROM '" + outside + "/x.csv'",
              "SELECT * FROM '" + inside + "/../b/x.csv'",
              "SELECT content FROM read_text('/etc/passwd')",
              "SELECT * FROM glob('/etc/*')",
              "COPY (SELECT 1) TO '" + outside + "/y.csv'",
              "ATTACH '" + outside + "/y.db' AS y",
              "INSTALL httpfs",
              "LOAD httpfs",
              "LOAD '" + outside + "/y.duckdb_extension'",
              "SET enable_external_access = true",
              "SET allowed_directories = ['/']",
              "SET lock_configuration = false",
              "SET allowed_configs = ['threads']",
              "SET threads = 1",
              "SET temp_directory = '" + outside + "'",
              "SET autoinstall_known_extensions = true",
              "PRAGMA max_temp_directory_size='1TB'",
              "RESET lock_configuration")) {
        assertThatThrownBy(() -> connection.jdbc().createStatement().execute(attack))
            .as(attack)
            .isInstanceOf(SQLException.class);
      }
    }
    assertThat(outside.resolve("y.csv")).doesNotExist();
    assertThat(outside.resolve("y.db")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "UTC, UTC",
    "Z, UTC",
    "GMT, UTC",
    "+02:00, Etc/GMT-2",
    "UTC-08:00, Etc/GMT+8",
    "Asia/Kolkata, Asia/Kolkata"
  })
  void theEngineKnowsTheZone(String zone, String expected) throws SQLException {
    try (DuckEngine engine = DuckEngine.open(Optional.empty(), 50 * MIB, OptionalLong.empty());
        Connection connection = engine.connect(ZoneId.of(zone));
        ResultSet rows =
            connection.createStatement().executeQuery("SELECT current_setting('TimeZone')")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+05:30", "UTC+05:30", "-18:00"})
  void anOffsetThatTheEngineWouldCutIsRefused(String zone) {
    try (DuckEngine engine = DuckEngine.open(Optional.empty(), 50 * MIB, OptionalLong.empty())) {
      assertThatThrownBy(() -> engine.connect(ZoneId.of(zone)))
          .isInstanceOf(MoraineException.class)
          .hasMessage(
              "Statements cannot run in the time zone "
                  + zone
                  + ": offsets are whole hours; use the name of a zone, as Asia/Kolkata");
    }
  }

  @Test
  void theZoneIsThatOfTheConnection() throws SQLException {
    try (EngineConnection one = connect("a")) {
      one.jdbc().createStatement().execute("SET TimeZone = 'Asia/Tokyo'");
      try (EngineConnection two = connect("a")) {
        assertThat(setting(two, "TimeZone")).isEqualTo("UTC");
        assertThat(setting(one, "TimeZone")).isEqualTo("Asia/Tokyo");
      }
    }
  }
}
