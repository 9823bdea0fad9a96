/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Spark with its Iceberg runtime in a process of its own, on a catalog that it shares with the
 * test. Values come as texts: timestamps with six digits (instants end with {@code Z}), decimals
 * plain, bytes in hex, and null as null.
 */
final class SparkProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration STATEMENT = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String END = "";

  /** What Spark reaches into on Java 17. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar");

  private final Process process;
  private final Writer statements;
  private final Path log;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private SparkProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.statements = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readAnswers, "spark-answers");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts Spark and waits until it answers. Its catalog has the same name and is Spark's default.
   * Standard error goes to {@code spark.log} in the catalog's folder.
   */
  static SparkProcess start(SqliteCatalog catalog) throws IOException {
    Path module = SharedTables.root().resolve("src/test/spark/target");
    Path dependencies = module.resolve("spark.classpath");
    Assumptions.assumeTrue(
        Files.exists(dependencies), "module src/test/spark is not built: build the whole project");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.add("-Duser.timezone=UTC");
    command.add("-Dderby.system.home=" + catalog.directory());
    OPENED.forEach(name -> command.add("--add-opens=" + name + "=ALL-UNNAMED"));
    command.add("-cp");
    command.add(
        module.resolve("classes") + File.pathSeparator + Files.readString(dependencies).strip());
    command.add("io.moraine.spark.SparkPeer");
    command.addAll(List.of(catalog.name(), catalog.uri(), catalog.warehouse()));
    Path log = catalog.directory().resolve("spark.log");
    SparkProcess spark =
        new SparkProcess(
            new ProcessBuilder(command)
                .directory(catalog.directory().toFile())
                .redirectError(log.toFile())
                .start(),
            log);
    try {
      spark.answer(START, "its start");
      return spark;
    } catch (IOException | RuntimeException e) {
      spark.close();
      throw e;
    }
  }

  /** Runs a statement; a failure of it is an {@link IllegalStateException} with Spark's message. */
  List<List<@Nullable String>> sql(String sql) throws IOException {
    statements.write(JSON.writeValueAsString(sql));
    statements.write('\n');
    statements.flush();
    JsonNode answer = answer(STATEMENT, sql);
    if (answer.has("error")) {
      throw new IllegalStateException(
          "Spark failed on: " + sql + "\n" + answer.get("error").asText());
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (JsonNode row : answer.get("rows")) {
      List<@Nullable String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.isNull() ? null : cell.asText()));
      rows.add(cells);
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    try {
      statements.close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private JsonNode answer(Duration limit, String what) throws IOException {
    try {
      String line = answers.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (line == null || line.equals(END)) {
        throw new IOException(
            "Spark gave no answer to " + what + "; the end of its log:\n" + tail());
      }
      return JSON.readTree(line);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while Spark worked on " + what, e);
    }
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  private void readAnswers() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // The process ended; the empty answer below says so.
    }
    answers.add(END);
  }
}
