/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@link Probe} in a JVM of its own. */
final class ChildJvm {
  private static final String OPENS = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private final Path folder;
  private final List<String> options = new ArrayList<>();
  private Class<?> main = Probe.class;
  private Predicate<String> jars = jar -> true;

  /** One that keeps its temporary files in a folder. */
  ChildJvm(Path folder) {
    this.folder = folder;
    options.add("-Djava.io.tmpdir=" + folder);
    options.add("-Xmx512m");
    options.add("-Duser.timezone=America/New_York");
    options.add(OPENS);
  }

  ChildJvm with(String option) {
    options.add(option);
    return this;
  }

  /** Another program than {@link Probe}, which marks its lines alike. */
  ChildJvm main(Class<?> program) {
    main = program;
    return this;
  }

  ChildJvm withoutOpenModule() {
    options.remove(OPENS);
    return this;
  }

  ChildJvm withoutJar(String name) {
    jars = jars.and(jar -> !jar.contains(name));
    return this;
  }

  /** What it printed, how it ended, and all of its output with its log. */
  record Result(int exit, List<String> lines, String log) {}

  Process start(String... arguments) throws IOException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jars)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  Result run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("The JVM did not end; so far: " + lines());
    }
    Result result =
        new Result(
            process.exitValue(),
            lines(),
            Files.readString(folder.resolve("err"), StandardCharsets.UTF_8)
                + Files.readString(folder.resolve("out"), StandardCharsets.UTF_8));
    Files.delete(folder.resolve("out"));
    Files.delete(folder.resolve("err"));
    return result;
  }

  List<String> lines() throws IOException {
    // The others are those of the log.
    return Files.readAllLines(folder.resolve("out"), StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith(Probe.MARK))
        .map(line -> line.substring(Probe.MARK.length()))
        .toList();
  }
}
