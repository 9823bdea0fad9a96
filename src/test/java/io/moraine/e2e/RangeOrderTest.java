/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Conditions that name several ranges of one column, where a planner that merges them has to know
 * the order of the constants: that of UUIDs is by unsigned byte, of text by code point, and of
 * instants not that of local times.
 */
final class RangeOrderTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHELL")
  void uuidsAndTextHaveTheirOwnOrder(WayIn way) throws Exception {
    Path model =
        Files.writeString(
            folder.resolve("model.json"),
            "{\"version\": \"1.0\", \"defaultSchema\": \"lake\", \"schemas\": [{\"name\": \"lake\","
                + " \"type\": \"custom\", \"factory\": \"io.moraine.adapter.IcebergSchemaFactory\","
                + " \"operand\": {\"warehouse\": \"lake\"}}]}");
    MoraineServer server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofModel(model),
                ServerConfig.DEFAULT_HOST,
                0,
                ServerConfig.Limits.DEFAULT));
    try (Connection connection = way.connect(model, server.url())) {
      run(connection, "CREATE SCHEMA lake.db");
      uuids(connection);
      text(connection);
    } finally {
      server.close();
    }
  }

  private static void uuids(Connection connection) throws Exception {
    String low = "UUID '00000000-0000-0000-0000-000000000000'";
    String high = "UUID 'ffffffff-ffff-ffff-ffff-ffffffffffff'";
    String middle = "UUID '7fffffff-ffff-ffff-ffff-ffffffffffff'";
    String query = "SELECT id FROM lake.db.u WHERE ";
    run(
        connection,
        "CREATE TABLE lake.db.u (id INTEGER, c UUID)",
        "INSERT INTO lake.db.u VALUES (1, " + low + ")",
        "INSERT INTO lake.db.u VALUES (2, " + middle + ")",
        "INSERT INTO lake.db.u VALUES (3, " + high + ")",
        "INSERT INTO lake.db.u VALUES (4, CAST(NULL AS UUID))");
    assertThat(column(connection, query + "c <= " + low + " OR " + high + " < c"))
        .containsExactly("1");
    assertThat(column(connection, query + "c > " + low + " AND c < " + high)).containsExactly("2");
    assertThat(column(connection, query + "c NOT BETWEEN " + middle + " AND " + high))
        .containsExactly("1");
    assertThat(
            column(
                connection, query + "(c = " + high + ") IS FALSE OR c > " + high + " ORDER BY 1"))
        .containsExactly("1", "2");
    assertThat(column(connection, query + "c IN (" + high + ", " + low + ") ORDER BY id"))
        .containsExactly("1", "3");
  }

  private static void text(Connection connection) throws Exception {
    String query = "SELECT id FROM lake.db.s WHERE ";
    run(
        connection,
        "CREATE TABLE lake.db.s (id INTEGER, c VARCHAR)",
        "INSERT INTO lake.db.s VALUES (1, 'a'), (2, '\uFFFD'), (3, '😀'), (4, '😀😀')");
    assertThat(column(connection, query + "c > '\uFFFD' AND c < '😀😀'")).containsExactly("3");
    assertThat(column(connection, query + "c BETWEEN '\uFFFD' AND '😀' ORDER BY id"))
        .containsExactly("2", "3");
    assertThat(column(connection, query + "c < '\uFFFD' OR c > '😀' ORDER BY id"))
        .containsExactly("1", "4");
  }

  @Test
  void anInstantIsComparedWithLocalTimesOfTheSessionsZone() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder)) {
      run(
          connection,
          "SET timeZone = 'Europe/Warsaw'",
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.z (id INTEGER, c TIMESTAMP WITH LOCAL TIME ZONE)",
          "INSERT INTO lake.db.z VALUES (1, TIMESTAMP '2024-01-01 00:30:00'),"
              + " (2, TIMESTAMP '2024-01-01 01:30:00')");
      assertThat(
              column(
                  connection,
                  "SELECT id FROM lake.db.z WHERE c > TIMESTAMP '2024-01-01 00:00:00'"
                      + " AND c < TIMESTAMP WITH LOCAL TIME ZONE '2024-01-01 00:00:00'"))
          .containsExactly("1");
    }
  }
}
