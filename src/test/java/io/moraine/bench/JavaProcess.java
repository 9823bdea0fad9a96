/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own on the same class path, spoken to by lines. */
final class JavaProcess implements AutoCloseable {
  private static final String LOGGING = "logback.configurationFile";
  private static final long END_SECONDS = 20;

  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  private JavaProcess(Process process) {
    this.process = process;
    this.requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a main class. */
  static JavaProcess start(String mainClass, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    String logging = System.getProperty(LOGGING);
    if (logging != null) {
      command.add("-D" + LOGGING + "=" + logging);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    return new JavaProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The rest of the next line that begins so; others are its log. */
  String answer(String prefix) throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(prefix)) {
      line = answers.readLine();
    }
    if (line == null) {
      throw new IOException("A process of the benchmark ended; its standard error says why");
    }
    return line.substring(prefix.length());
  }

  void ask(String request) throws IOException {
    requests.write(request + "\n");
    requests.flush();
  }

  /** Processor time used so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    requests.close();
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
