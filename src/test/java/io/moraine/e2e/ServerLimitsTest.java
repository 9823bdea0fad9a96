/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server allows a client, and that nothing runs on for a client that is gone. */
class ServerLimitsTest {
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM "
          + IntStream.range(0, 13)
              .mapToObj(i -> "(VALUES 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) AS v" + i)
              .collect(Collectors.joining(", "));

  @TempDir Path folder;
  private MoraineServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  private Connection serve(int maxStatements, Duration timeout) throws SQLException {
    server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofWarehouse(folder),
                "127.0.0.1",
                0,
                new ServerConfig.Limits(
                    1 << 20, 10, Duration.ofHours(1), maxStatements, timeout, "millis")));
    return connect();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:avatica:remote:url=" + server.url() + ";serialization=protobuf");
  }

  private static void assertState(String state, ThrowingQuery query) {
    // The stock client throws either.
    assertThatThrownBy(query::run)
        .extracting(
            e ->
                e instanceof AvaticaClientRuntimeException remote
                    ? remote.getSqlState()
                    : ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private interface ThrowingQuery {
    void run() throws SQLException;
  }

  @Test
  void aStatementEndsAtTheServersTimeLimit() throws SQLException {
    try (Connection connection = serve(10, Duration.ofSeconds(1));
        Statement statement = connection.createStatement()) {
      assertState("57014", () -> statement.executeQuery(ENDLESS));
      assertState("57014", () -> connection.prepareStatement(ENDLESS).executeQuery());
      assertThat(statement.executeQuery("VALUES 1").next()).isTrue();
    }
  }

  @Test
  void aStatementEndsAtTheTimeLimitThatItsConnectionSets() throws SQLException {
    try (Connection connection = serve(10, Duration.ZERO);
        Statement statement = connection.createStatement()) {
      statement.execute("SET queryTimeout = 1");
      assertState("57014", () -> statement.executeQuery(ENDLESS));
      assertState("57014", () -> connection.prepareStatement(ENDLESS).executeQuery());
      statement.execute("SET query_timeout = 600");
      assertThat(statement.executeQuery("VALUES 1").next()).isTrue();
    }
  }

  @Test
  void aConnectionHasSoManyStatements() throws SQLException {
    try (Connection connection = serve(3, Duration.ZERO)) {
      List<Statement> statements = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        statements.add(connection.createStatement());
      }
      assertState("53300", connection::createStatement);
      assertState("53300", () -> connection.prepareStatement("VALUES 1"));
      statements.get(0).close();
      connection.createStatement().close();
    }
  }

  @Test
  void closingAConnectionEndsWhatItRuns() throws Exception {
    Connection connection = serve(10, Duration.ZERO);
    FutureTask<Boolean> task = start(connection.createStatement());
    connection.close();
    assertEnds(task);
  }

  @Test
  void stoppingTheServerEndsWhatItRuns() throws Exception {
    Connection connection = serve(10, Duration.ZERO);
    FutureTask<Boolean> task = start(connection.createStatement());
    server.close();
    assertEnds(task);
  }

  private static FutureTask<Boolean> start(Statement statement) {
    FutureTask<Boolean> task = new FutureTask<>(() -> statement.execute(ENDLESS));
    Thread thread = new Thread(task, "test-client");
    thread.setDaemon(true);
    thread.start();
    awaitRunning(1);
    return task;
  }

  private static void assertEnds(FutureTask<Boolean> task) throws Exception {
    assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    awaitRunning(0);
  }

  private static void awaitRunning(int count) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (ColumnarRuntime.usage().running() != count) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
