/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A table of all flat types, written by each way in and read by every other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WaysInTest {
  private Path model;
  private MoraineServer server;

  @BeforeAll
  void writeByEachWay(@TempDir Path folder) throws SQLException, IOException {
    model =
        Files.writeString(
            folder.resolve("model.json"),
            "{\"version\": \"1.0\", \"defaultSchema\": \"lake\", \"schemas\": [{\"name\": \"lake\","
                + " \"type\": \"custom\", \"factory\": \"io.moraine.adapter.IcebergSchemaFactory\","
                + " \"operand\": {\"warehouse\": \"lake\"}}]}");
    server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofModel(model),
                ServerConfig.DEFAULT_HOST,
                0,
                ServerConfig.Limits.DEFAULT));
    try (Connection connection = WayIn.MORAINE.connect(model, server.url())) {
      Statements.run(connection, "CREATE SCHEMA lake.db");
    }
    for (WayIn way : WayIn.values()) {
      way.write(model, server.url(), table(way));
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static String table(WayIn way) {
    return "lake.db.by_" + way.name().toLowerCase(Locale.ROOT);
  }

  static Stream<Arguments> pairs() {
    return Stream.of(WayIn.values())
        .flatMap(w -> Stream.of(WayIn.values()).map(r -> Arguments.of(w, r)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatOneWritesEveryOtherReads(WayIn writer, WayIn reader) throws Exception {
    assertThat(FlatTable.show(reader.read(model, server.url(), table(writer))))
        .isEqualTo(FlatTable.show(FlatTable.rows()));
  }

  @ParameterizedTest
  @EnumSource
  void typedGettersOfOurDriverAreExact(WayIn writer) throws SQLException {
    try (Connection connection = WayIn.MORAINE.connect(model, server.url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM " + table(writer) + " ORDER BY id")) {
      List<List<Object>> temporal = new ArrayList<>();
      while (row.next()) {
        if (row.getInt("id") == 2) {
          assertThat(row.getFloat("c_f")).isNaN();
          assertThat(row.getDouble("c_d")).isNaN();
          assertThat(row.getBytes("c_v")).isEmpty();
        } else if (row.getInt("id") == 3) {
          assertThat(row.getFloat("c_f")).isEqualTo(Float.POSITIVE_INFINITY);
          assertThat(row.getDouble("c_d")).isEqualTo(Double.NEGATIVE_INFINITY);
          assertThat(row.getLong("c_l")).isEqualTo(Long.MAX_VALUE);
          assertThat(row.getObject("c_u", UUID.class)).isEqualTo(new UUID(-1, -1));
        } else if (row.getInt("id") == 4) {
          assertThat(Double.doubleToRawLongBits(row.getDouble("c_d")))
              .isEqualTo(Double.doubleToRawLongBits(-0.0));
        }
        if (row.getInt("id") > 1) {
          temporal.add(
              List.of(
                  row.getObject("c_dt", LocalDate.class),
                  row.getObject("c_tm", LocalTime.class),
                  row.getObject("c_ts", LocalDateTime.class),
                  row.getObject("c_tz", OffsetDateTime.class).toInstant(),
                  row.getObject("c_tn", LocalDateTime.class),
                  row.getObject("c_tnz", OffsetDateTime.class).toInstant()));
        }
      }
      assertThat(temporal.toString())
          .isEqualTo(
              "[[0001-01-01, 00:00, 0001-01-01T00:00:00.000001, 1969-12-31T23:59:59.999999Z,"
                  + " 1677-09-22T00:00, 1677-09-22T00:00:00.000000001Z],"
                  + " [9999-12-31, 23:59:59.999999, 9999-12-31T23:59:59.999999,"
                  + " 9999-12-31T23:59:59.999999Z, 2262-04-11T23:47:16.854775806,"
                  + " 2262-04-11T23:47:16.854775806Z],"
                  + " [1969-12-31, 00:00:00.000001, 1969-12-31T23:59:59.999999,"
                  + " 1969-01-01T00:00:00.000001Z, 1969-12-31T23:59:59.999999999,"
                  + " 1969-12-31T23:59:59.999999999Z]]");
    }
  }

  private static List<@Nullable String> texts(FlatTable.Column column) {
    return FlatTable.rows().stream().map(row -> row.get(column.ordinal())).toList();
  }

  private static String select(FlatTable.Column column) {
    return "SELECT " + column.sqlName() + " FROM " + table(WayIn.MORAINE) + " ORDER BY id";
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "PROTOBUF"})
  void remoteTimestampsAreExactAsText(WayIn way) throws SQLException {
    try (Connection connection = way.connect(model, server.url(), "timestamps=text")) {
      for (FlatTable.Column each :
          List.of(FlatTable.Column.TS, FlatTable.Column.TN, FlatTable.Column.TNZ)) {
        assertThat(column(connection, select(each))).containsExactlyElementsOf(texts(each));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "PROTOBUF"})
  void remoteTimestampsAreFlooredAndDeclaredSoByDefault(WayIn way) throws SQLException {
    try (Connection connection = way.connect(model, server.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select(FlatTable.Column.TS))) {
      assertThat(rows.getMetaData().getPrecision(1)).isLessThanOrEqualTo(23);
      assertThat(rows.getMetaData().getScale(1)).isLessThanOrEqualTo(3);
      List<@Nullable String> values = new ArrayList<>();
      Statements.rows(rows).forEach(row -> values.add(row.get(0)));
      assertThat(values)
          .containsExactly(
              null,
              "2024-03-01 10:00:00.000",
              "0001-01-01 00:00:00.000",
              "9999-12-31 23:59:59.999",
              "1969-12-31 23:59:59.999");
      assertThat(column(connection, select(FlatTable.Column.TNZ)))
          .containsExactly(
              null,
              "2024-03-01 10:00:00.123",
              "1677-09-22 00:00:00.000",
              "2262-04-11 23:47:16.854",
              "1969-12-31 23:59:59.999");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "PROTOBUF"})
  void remoteTimestampsThatWouldLoseDigitsAreRefusedWhereAskedFor(WayIn way) throws SQLException {
    try (Connection connection = way.connect(model, server.url(), "timestamps=exact")) {
      assertFailure(connection, select(FlatTable.Column.TS))
          .startsWith("22008: ")
          .contains("c_ts", "2024-03-01 10:00:00.000001");
      assertFailure(connection, select(FlatTable.Column.TNZ))
          .startsWith("22008: ")
          .contains("c_tnz", "2024-03-01 10:00:00.123456789");
    }
  }

  @Test
  void calcitesDriverRefusesMicrosecondsByColumn() throws SQLException {
    try (Connection connection = WayIn.CALCITE.connect(model, server.url())) {
      assertFailure(connection, select(FlatTable.Column.TS)).startsWith("22008: ").contains("c_ts");
      assertFailure(connection, select(FlatTable.Column.TM)).startsWith("22008: ").contains("c_tm");
    }
  }

  @Test
  void nanIsRefusedOverJsonByColumnAndArrivesOverProtobuf() throws SQLException {
    for (FlatTable.Column column : List.of(FlatTable.Column.F, FlatTable.Column.D)) {
      try (Connection connection = WayIn.JSON.connect(model, server.url())) {
        assertFailure(connection, select(column))
            .startsWith("0A000: ")
            .contains(column.sqlName(), "NaN", "serialization=protobuf");
      }
      try (Connection connection = WayIn.PROTOBUF.connect(model, server.url())) {
        assertThat(column(connection, select(column)).subList(2, 3)).containsExactly("NaN");
      }
    }
  }

  @Test
  void theSignOfZeroArrivesOverProtobufAndIsLostByTheClientOverJson() throws SQLException {
    String sql = "SELECT c_f, c_d FROM " + table(WayIn.PROTOBUF) + " WHERE id = 4";
    for (WayIn way : List.of(WayIn.MORAINE, WayIn.PROTOBUF, WayIn.JSON)) {
      try (Connection connection = way.connect(model, server.url());
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(sql)) {
        assertThat(row.next()).isTrue();
        double zero = way == WayIn.JSON ? 0.0 : -0.0;
        assertThat(List.of((double) row.getFloat(1), row.getDouble(2)))
            .as(way.name())
            .containsExactly(zero, zero);
      }
    }
  }
}
