/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.runtime.ColumnarRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that would run for days end soon, in whatever they are doing. */
class CancelTest {
  /** A second on a machine of one's own; the tests share theirs with others. */
  private static final long SOON_SECONDS = 10;

  private static final String TEN = "(VALUES 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)";

  /** 10 to the power of 13 rows. */
  private static final String ENDLESS =
      IntStream.range(0, 13)
          .mapToObj(i -> TEN + " AS v" + i + "(c" + i + ")")
          .collect(Collectors.joining(", "));

  @TempDir Path folder;
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA s");
      statement.execute("SET schema = 's'");
      statement.execute("CREATE TABLE t (a INTEGER, b INTEGER)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** What reads all rows that a statement has. */
  private static Callable<Long> run(Statement statement, String sql) {
    return () -> {
      long rows = 0;
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows++;
          }
        }
      }
      return rows;
    };
  }

  private static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "test-client");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static void await(FutureTask<?> task, BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(task.isDone()).as("ended by itself").isFalse();
      assertThat(System.nanoTime()).as("waited for too long").isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void awaitRunning(FutureTask<?> task) {
    await(task, () -> ColumnarRuntime.usage().running() > 0);
  }

  private static boolean isCompiling() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("moraine-statement"));
  }

  private static void assertCancelled(FutureTask<?> task) {
    assertThatThrownBy(() -> task.get(SOON_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(SQLException.class)
        .hasMessage("The statement was cancelled")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("57014");
  }

  private void assertUsable() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("SELECT * FROM t")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM ",
        "SELECT c0 + c1, COUNT(DISTINCT c2 * c3) FROM %s GROUP BY c0 + c1",
        "SELECT c0, c12 FROM %s ORDER BY c12 DESC, c0 OFFSET 5 ROWS",
        "SELECT SUM(c1) OVER (ORDER BY c2, c3) FROM %s",
        "SELECT c0 FROM %s WHERE c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 = -1",
        "SELECT c0, c1, c2, c3, c4, c5 FROM ",
        "SELECT a FROM (VALUES 11, 12) AS v (a) WHERE a IN (SELECT c0 * c9 FROM %s)",
        "INSERT INTO t SELECT c0, c1 FROM ",
        "INSERT INTO t SELECT c0, MAX(c1) FROM %s GROUP BY c0",
      })
  void cancelledWhileItRuns(String pattern) throws Exception {
    String sql = pattern.contains("%s") ? pattern.formatted(ENDLESS) : pattern + ENDLESS;
    try (Statement statement = connection.createStatement()) {
      FutureTask<Long> task = start(run(statement, sql));
      awaitRunning(task);
      statement.cancel();
      assertCancelled(task);
    }
    assertUsable();
    assertThat(dataFiles()).isZero();
  }

  @Test
  void cancelledWhileRowsAreRead() throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT c0 FROM " + ENDLESS)) {
      for (int i = 0; i < 100_000; i++) {
        assertThat(rows.next()).isTrue();
      }
      statement.cancel();
      assertThatThrownBy(rows::next)
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
    }
    assertUsable();
  }

  @Test
  void cancelledWhileItWritesLeavesNoFile() throws Exception {
    try (Statement statement = connection.createStatement()) {
      // Small row groups, so that the file appears early.
      statement.execute(
          "CREATE TABLE w (a BIGINT) WITH ('write.parquet.row-group-size-bytes' = '65536',"
              + " 'write.parquet.page-size-bytes' = '4096', 'write.parquet.dict-size-bytes' = '4096')");
      String number = "c0 + 10 * c1 + 100 * c2 + 1000 * c3 + 10000 * c4 + 100000 * c5";
      FutureTask<Long> task =
          start(run(statement, "INSERT INTO w SELECT " + number + " FROM " + ENDLESS));
      await(task, () -> dataFiles() > 0);
      statement.cancel();
      assertCancelled(task);
    }
    assertThat(dataFiles()).isZero();
  }

  @Test
  void cancelledWhileItIsCompiled() throws Exception {
    String sum = IntStream.range(0, 900).mapToObj(i -> "a").collect(Collectors.joining(" + "));
    String sql = "SELECT COUNT(*) FROM t WHERE " + sum + " IN (" + sum + ")";
    String long1 =
        IntStream.range(0, 120).mapToObj(i -> sql).collect(Collectors.joining(" UNION ALL "));
    try (Statement statement = connection.createStatement()) {
      FutureTask<Long> task = start(run(statement, long1));
      await(task, CancelTest::isCompiling);
      statement.cancel();
      assertCancelled(task);
    }
    assertUsable();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM ",
        "SELECT c0 FROM ",
        "INSERT INTO t SELECT c0, c1 FROM ",
      })
  void theTimeLimitEndsIt(String start) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      FutureTask<Long> task = start(run(statement, start + ENDLESS));
      assertThatThrownBy(() -> task.get(SOON_SECONDS, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessage("The statement did not end within its time limit of 1 s")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
    }
    try (PreparedStatement prepared =
        connection.prepareStatement("SELECT c0 FROM " + ENDLESS + " WHERE c0 < ?")) {
      prepared.setQueryTimeout(1);
      prepared.setInt(1, 100);
      assertThatThrownBy(
              () -> {
                ResultSet rows = prepared.executeQuery();
                while (rows.next()) {
                  // Read on.
                }
              })
          .isInstanceOf(SQLTimeoutException.class);
    }
    assertThat(dataFiles()).isZero();
  }

  @Test
  void closingTheStatementOrTheConnectionEndsIt() throws Exception {
    Statement statement = connection.createStatement();
    FutureTask<Long> task = start(run(statement, "SELECT COUNT(*) FROM " + ENDLESS));
    awaitRunning(task);
    statement.close();
    assertCancelled(task);
    FutureTask<Long> other =
        start(run(connection.createStatement(), "SELECT COUNT(*) FROM " + ENDLESS));
    awaitRunning(other);
    connection.close();
    assertCancelled(other);
  }

  @Test
  void aCancelAtAnyMomentIsNotLost() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      try (Statement statement = connection.createStatement()) {
        FutureTask<Long> task = start(run(statement, "SELECT COUNT(*) FROM " + ENDLESS));
        // Before the statement begins there is nothing to cancel.
        await(task, CancelTest::isCompiling);
        LockSupport.parkNanos(random.nextInt(200_000_000));
        statement.cancel();
        assertCancelled(task);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private long dataFiles() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
