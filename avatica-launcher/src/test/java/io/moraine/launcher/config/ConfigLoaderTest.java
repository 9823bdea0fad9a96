/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigLoaderTest {
  @TempDir Path folder;

  private final ConfigLoader loader = new ConfigLoader(Map.of("PLACE", "lake house")::get);

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void withoutAnySettingTheDefaultsApply() {
    ServerConfig config = loader.load(null, Map.of());
    assertThat(config.host()).isEqualTo("127.0.0.1");
    assertThat(config.port()).isEqualTo(8765);
    assertThat(config.limits()).isEqualTo(ServerConfig.Limits.DEFAULT);
    assertThat(config.endpoint().properties())
        .isEqualTo(
            Map.of(
                "warehouse", Endpoint.home().toString(), "quickPlanner", "true", "warmUp", "true"));
  }

  @Test
  void argumentsWinOverTheFile() throws IOException {
    Path file =
        write("s.properties", "port=1\nwarehouse=/a\nconnection-idle-minutes=5\nwarm-up=false\n");
    ServerConfig config = loader.load(file, Map.of("port", "0", "warehouse", "/b"));
    assertThat(config.port()).isZero();
    assertThat(config.endpoint().properties()).isEqualTo(Map.of("warehouse", "/b"));
    assertThat(config.limits().connectionIdle()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aModelInTheArgumentsReplacesAWarehouseInTheFile() throws IOException {
    Path model = write("model.json", "{}");
    Path file = write("s.properties", "warehouse=/a\nwarm-up=false\n");
    ServerConfig config = loader.load(file, Map.of("model", model.toString()));
    assertThat(config.endpoint().properties()).isEqualTo(Map.of("model", model.toString()));
  }

  @Test
  void jsonHoldsTheSameSettingsAndVariablesAreFilledIn() throws IOException {
    Path file =
        write("s.json", "{\"port\": 9, \"warm-up\": false, \"warehouse\": \"/${ENV:PLACE}/x\"}");
    ServerConfig config = loader.load(file, Map.of());
    assertThat(config.port()).isEqualTo(9);
    assertThat(config.endpoint().properties()).isEqualTo(Map.of("warehouse", "/lake house/x"));
  }

  @Test
  void allProblemsAreReportedAtOnceWithoutValues() throws IOException {
    Path file =
        write(
            "s.properties",
            "prot=s3cret\npassword=s3cret\nhost=0.0.0.0\nport=70000\ntimestamps=never\n"
                + "max-connections=${ENV:MISSING}\nmodel=/not/there\nwarehouse=/a\n");
    assertThatThrownBy(() -> loader.load(file, Map.of()))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .containsExactlyInAnyOrder(
                        "prot: unknown setting",
                        "password: unknown setting",
                        "url, model, warehouse: give one of them, not 2",
                        "host: 0.0.0.0 is not a loopback address; without authentication the server"
                            + " listens on 127.0.0.1, localhost or ::1 only",
                        "port: must be a whole number from 0 to 65535",
                        "timestamps: must be millis, text or exact",
                        "max-connections: the environment variable MISSING is not set",
                        "max-connections: must be a whole number from 1 to 2147483647"));
  }

  @Test
  void filesThatCannotBeReadAreNamed() throws IOException {
    Path json = write("bad.json", "{");
    for (Path file : List.of(json, folder.resolve("missing.properties"))) {
      assertThatThrownBy(() -> new ConfigLoader(name -> null).load(file, Map.of()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void anEndpointNeverShowsItsSecrets() {
    Endpoint endpoint = Endpoint.ofUrl("jdbc:postgresql://h/db?password=s3cret");
    assertThat(endpoint.with(Map.of("password", "s3cret")).toString()).doesNotContain("s3cret");
  }

  @Test
  void anHttpAddressStandsForAServer() {
    assertThat(Endpoint.ofUrl("http://127.0.0.1:1").url())
        .isEqualTo("jdbc:avatica:remote:url=http://127.0.0.1:1;serialization=protobuf");
  }
}
