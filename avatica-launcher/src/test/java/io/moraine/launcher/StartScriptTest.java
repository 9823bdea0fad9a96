/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution's start script, with a Java that only says how it was called. */
final class StartScriptTest {
  @TempDir Path folder;

  private Path script = Path.of("");

  @BeforeEach
  void unpack() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("a folder/bin"));
    script = Files.copy(Path.of("src/main/bin/moraine"), bin.resolve("moraine"));
    executable(script);
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path java(String version) throws IOException {
    Path home = folder.resolve("java " + version);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \""
            + version
            + "\" 2026-01-01' >&2; exit; fi\nfor a in \"$@\"; do echo \"<$a>\"; done\n");
    executable(java);
    return home;
  }

  private String run(Path command, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command.toString());
    builder.command().addAll(List.of(arguments));
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(k -> k.equals("JAVA_HOME") || k.startsWith("MORAINE"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output + "exit " + process.waitFor();
  }

  @Test
  void javaIsStartedOnTheDistributionWithTheArgumentsAsGiven() throws Exception {
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            java("17.0.1").toString(),
            "MORAINE_JAVA_OPTS",
            "-Xmx1g -Da=b",
            "HOME",
            "/a home");
    String output = run(script, environment, "sql", "-e", "SELECT 'a b'");
    assertThat(output)
        .contains(
            "<--add-opens=java.base/java.nio=ALL-UNNAMED>\n",
            "<-Duser.home=/a home>\n<-Xmx1g>\n<-Da=b>\n")
        .contains("/a folder/lib/*>\n")
        .endsWith("<io.moraine.launcher.Main>\n<sql>\n<-e>\n<SELECT 'a b'>\nexit 0");
  }

  @Test
  void aLinkFindsItsWayHome() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("moraine"), script);
    String output = run(link, Map.of("JAVA_HOME", java("21").toString()));
    assertThat(output).contains("/a folder/lib/*>").endsWith("exit 0");
  }

  @Test
  void aJavaThatIsTooOldOrMissingIsNamed() throws Exception {
    assertThat(run(script, Map.of("JAVA_HOME", java("11.0.2").toString())))
        .contains("is Java 11; Moraine needs 17 or newer")
        .endsWith("exit 2");
    assertThat(run(script, Map.of("JAVA_HOME", "/not/there")))
        .contains("JAVA_HOME is /not/there, which has no bin/java")
        .endsWith("exit 2");
  }
}
