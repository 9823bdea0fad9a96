/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as stock Avatica clients see it, over Calcite's own driver. */
final class MoraineServerTest {
  private static final int MAX_CONNECTIONS = 5;
  private static MoraineServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = MoraineServer.start(config("jdbc:calcite:"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static ServerConfig config(String url) {
    return new ServerConfig(
        Endpoint.ofUrl(url),
        "127.0.0.1",
        0,
        new ServerConfig.Limits(
            64 * 1024, MAX_CONNECTIONS, Duration.ofHours(1), 1000, Duration.ZERO, "millis"));
  }

  private static Connection connect(String serialization) throws SQLException {
    return connect(serialization, new Properties());
  }

  private static Connection connect(String serialization, Properties info) throws SQLException {
    try {
      return DriverManager.getConnection(
          "jdbc:avatica:remote:url=" + server.url() + ";serialization=" + serialization, info);
    } catch (AvaticaClientRuntimeException e) {
      // The stock client throws this from connect().
      throw new SQLException(e.getMessage(), e.getSqlState(), e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void valuesOfEachPlainTypeArrive(String serialization) throws SQLException {
    String sql =
        "SELECT 1 AS i, CAST(NULL AS INTEGER) AS n, 9223372036854775807 AS b, _UTF8'żółw' AS s,"
            + " CAST(1.50 AS DECIMAL(9, 2)) AS d, DATE '1583-01-01' AS early,"
            + " DATE '1969-12-31' AS eve, TIME '23:59:59' AS t,"
            + " TIMESTAMP '1969-12-31 23:59:59.999' AS ts, TRUE AS yes,"
            + " CAST(2.5 AS DOUBLE) AS f, TIMESTAMP '1583-01-01 12:00:00' AS ancient, X'0AFF' AS x";
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      List<String> values = new ArrayList<>();
      int last = rows.getMetaData().getColumnCount();
      for (int i = 1; i < last; i++) {
        values.add(rows.getString(i));
      }
      assertThat(rows.getBytes(last)).containsExactly(0x0A, 0xFF);
      assertThat(values)
          .containsExactly(
              "1",
              null,
              "9223372036854775807",
              "żółw",
              "1.50",
              "1583-01-01",
              "1969-12-31",
              "23:59:59",
              "1969-12-31 23:59:59.999",
              "true",
              "2.5",
              "1583-01-01 12:00:00");
      assertThat(rows.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void resultsOfManyFramesArriveWhole(String serialization) throws SQLException {
    String digits = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
    String sql =
        "SELECT a.x + 10 * b.x + 100 * c.x + 1000 * d.x AS n, DATE '1970-01-02' AS d2"
            + String.format(" FROM %1$s AS a(x), %1$s AS b(x), %1$s AS c(x), %1$s AS d(x)", digits)
            + " ORDER BY 1";
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int expected = 0;
      while (rows.next()) {
        assertThat(rows.getInt(1)).isEqualTo(expected++);
        assertThat(rows.getString(2)).isEqualTo("1970-01-02");
      }
      assertThat(expected).isEqualTo(10_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void maxRowsIsKept(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(2);
      try (ResultSet rows = statement.executeQuery("VALUES 1, 2, 3")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.next()).isTrue();
        assertThat(rows.next()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void parametersAreBoundAndRunAgain(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        PreparedStatement statement =
            connection.prepareStatement("SELECT x FROM (VALUES 1, 2, 3) AS t(x) WHERE x > ?")) {
      for (int bound = 1; bound <= 2; bound++) {
        statement.setInt(1, bound);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(bound + 1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void errorsCarryTheirMessageAndNoStackTrace(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM nowhere"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("nowhere")
          .hasMessageNotContaining("\tat ")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("HY000");
      try (ResultSet rows = statement.executeQuery("VALUES 1")) {
        assertThat(rows.next()).as("the connection stays usable").isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void clientsCannotBringAModel(String serialization) {
    Properties info = new Properties();
    info.setProperty(
        "model",
        "inline:{version:'1.0',defaultSchema:'s',schemas:[{name:'s',functions:[{name:'F',"
            + "className:'io.moraine.launcher.server.Canary',methodName:'*'}]}]}");
    assertThatThrownBy(() -> connect(serialization, info).close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("property model cannot be set")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42501");
    assertThat(System.getProperty(Canary.TRACE)).isNull();
  }

  @Test
  void nanIsRefusedOverJsonAndArrivesOverProtobuf() throws SQLException {
    String sql = "SELECT SQRT(CAST(-1 AS DOUBLE)) AS root";
    try (Connection connection = connect("json");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(sql))
          .hasMessageContaining("Column ROOT holds NaN")
          .hasMessageContaining("serialization=protobuf");
    }
    try (Connection connection = connect("protobuf");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getDouble(1)).isNaN();
    }
  }

  @Test
  void oneConnectionTooManyIsRefusedAndTheOthersLive() throws SQLException {
    List<Connection> open = new ArrayList<>();
    try {
      for (int i = 0; i < MAX_CONNECTIONS; i++) {
        open.add(connect("protobuf"));
      }
      assertThatThrownBy(() -> connect("protobuf").close())
          .hasMessageContaining("accepts no more")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("53300");
      for (Connection connection : open) {
        try (Statement statement = connection.createStatement()) {
          assertThat(statement.executeQuery("VALUES 1").next()).isTrue();
        }
      }
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  @Test
  void metadataArrives() throws SQLException {
    try (Connection connection = connect("protobuf");
        ResultSet tables = connection.getMetaData().getTables(null, "metadata", "%", null)) {
      List<String> names = new ArrayList<>();
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
      assertThat(names).contains("TABLES", "COLUMNS");
    }
  }
}
