/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stock Avatica client that tries to run code of its own in the server, or to harm it. */
final class ServerAttackTest {
  private static final String CANARY = "io.moraine.e2e.Canary";

  @TempDir private Path folder;
  private MoraineServer server;

  @BeforeEach
  void start() throws SQLException {
    Path warehouse = folder.resolve("lake");
    server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofWarehouse(warehouse),
                ServerConfig.DEFAULT_HOST,
                0,
                ServerConfig.Limits.DEFAULT));
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(System.getProperty(Canary.TRACE)).as("the canary was not loaded").isNull();
  }

  private Connection connect(String serialization, Map<String, String> properties)
      throws SQLException {
    Properties info = new Properties();
    info.putAll(properties);
    return DriverManager.getConnection(
        "jdbc:avatica:remote:url=" + server.url() + ";serialization=" + serialization, info);
  }

  static Stream<Map<String, String>> attacks() {
    String function = "functions: [{name: 'F', className: '" + CANARY + "', methodName: '*'}]";
    String schema =
        "{version: '1.0', defaultSchema: 's', schemas: [{name: 's', " + function + "}]}";
    return Stream.of(
        Map.of("model", "inline:" + schema),
        Map.of("MODEL", "inline:" + schema),
        Map.of("model", "/etc/hostname"),
        Map.of("parserFactory", CANARY + "#FACTORY"),
        Map.of("typeSystem", CANARY + "#FACTORY"),
        Map.of("schemaFactory", CANARY),
        Map.of("schemaType", "CUSTOM"),
        Map.of("fun", "spatial"),
        Map.of("metaTableFactory", CANARY),
        Map.of("warehouse", "/tmp/moraine-canary"),
        Map.of("catalog.x.uri", "jdbc:sqlite:/tmp/moraine-canary.db"),
        Map.of("catalog.x.catalog-impl", CANARY),
        Map.of("catalog.lake.io-impl", CANARY),
        Map.of("wire", "no"),
        Map.of("colour", "red"));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void propertiesThatNameCodeOrFilesAreRefused(Map<String, String> attack) throws IOException {
    for (String serialization : List.of("json", "protobuf")) {
      assertFailure(() -> connect(serialization, attack).close())
          .startsWith("42501: ")
          .contains("property " + attack.keySet().iterator().next())
          .doesNotContain("\tat ");
    }
    assertThat(Path.of("/tmp/moraine-canary")).doesNotExist();
    assertThat(Path.of("/tmp/moraine-canary.db")).doesNotExist();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).containsExactly("lake");
    }
  }

  @ParameterizedTest
  @CsvSource({"timestamps,text", "timeZone,UTC"})
  void harmlessPropertiesAreAccepted(String name, String value) throws SQLException {
    try (Connection connection = connect("json", Map.of(name, value, "user", "me"))) {
      assertThat(column(connection, "SELECT 1")).containsExactly("1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM \"/etc/passwd\"",
        "COPY lake.db.t TO '/tmp/moraine-canary'",
        "ATTACH '/tmp/moraine-canary.db'",
        "INSTALL httpfs",
        "SELECT getenv('HOME')",
        "PRAGMA database_list",
        "SET enable_external_access = true",
        "CREATE FUNCTION f AS 'io.moraine.e2e.Canary'",
        "CREATE TABLE lake.db.t (i INTEGER) LOCATION '/tmp/moraine-canary'"
      })
  void statementsReachNoFileAndNoClass(String sql) throws SQLException {
    try (Connection connection = connect("protobuf", Map.of())) {
      run(connection, "CREATE SCHEMA lake.db");
      assertFailure(connection, sql).doesNotContain("\tat ").doesNotContain("root:");
    }
    assertThat(Path.of("/tmp/moraine-canary")).doesNotExist();
    assertThat(Path.of("/tmp/moraine-canary.db")).doesNotExist();
  }

  @Test
  void aTablePropertyRunsNoClass() throws SQLException {
    try (Connection connection = connect("protobuf", Map.of())) {
      run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE TABLE lake.db.t (i INTEGER) WITH ('write.location-provider.impl' = '"
              + CANARY
              + "')");
      assertFailure(connection, "INSERT INTO lake.db.t VALUES (1)")
          .startsWith("0A000: ")
          .contains("write.location-provider.impl");
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  @Test
  void healthIsAnswered() throws Exception {
    HttpResponse<String> answer = send(to("/health").GET());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("ok");
  }

  @Test
  void aBodyOfMoreThan16MegabytesIsRefused() throws Exception {
    byte[] body = new byte[16 * 1024 * 1024 + 1];
    HttpResponse<String> answer = send(to("/").POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(send(to("/health").GET()).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{",
        "{}",
        "[]",
        "{\"request\": \"nothing\"}",
        "{\"request\": \"openConnection\"}",
        "{\"request\": \"openConnection\", \"connectionId\": \"x\", \"info\": {\"model\":"
            + " \"inline:{}\"}}",
        "{\"request\": \"getTables\", \"connectionId\": \"y\"}",
        "not avatica"
      })
  void errorsCarryNoStackTrace(String body) throws Exception {
    HttpResponse<String> answer = send(to("/").POST(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
    assertThat(answer.body())
        .doesNotContain("\tat ")
        .doesNotContain("\\tat ")
        .doesNotContain(".java:");
  }
}
