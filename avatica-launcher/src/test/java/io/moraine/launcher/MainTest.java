/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, on SQLite where a database is needed. */
final class MainTest {
  private static final String URL = "jdbc:sqlite::memory:";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String input, String... arguments) {
    Console console =
        new Console(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(out),
            new PrintWriter(err));
    return Main.run(console, arguments);
  }

  @Test
  void helpAndVersionSucceed() {
    assertThat(run("", "--help")).isZero();
    assertThat(out.toString()).contains("demo", "serve", "sql");
    assertThat(run("", "sql", "--version")).isZero();
    assertThat(out.toString()).contains("moraine ").doesNotContain("unknown", "${");
  }

  @Test
  void mistakesOnTheCommandLineAreTwo() {
    assertThat(run("")).isEqualTo(2);
    assertThat(run("", "sql", "--nonsense")).isEqualTo(2);
    assertThat(err.toString()).contains("Unknown option: '--nonsense'");
    assertThat(run("", "sql", "--url", URL, "--warehouse", "w", "-e", "x")).isEqualTo(2);
    assertThat(run("", "serve", "--host", "0.0.0.0", "--port", "x")).isEqualTo(2);
    assertThat(err.toString().lines())
        .anyMatch(line -> line.startsWith("moraine: host: 0.0.0.0 is not a loopback address"))
        .anyMatch(line -> line.equals("moraine: port: must be a whole number from 0 to 65535"));
  }

  @Test
  void statementsShareOneSession() throws IOException {
    Path script = Files.writeString(folder.resolve("a script.sql"), "INSERT INTO t VALUES (2);");
    int code =
        run(
            "SELECT 'not read'",
            "sql",
            "--url",
            URL,
            "-e",
            "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)",
            "-e",
            "SELECT a FROM t",
            "-f",
            script.toString());
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo(" a\n---\n 1\n(1 row)\n");
    assertThat(err.toString()).isEqualTo("(1 row inserted)\n(1 row inserted)\n");
  }

  @Test
  void aDashReadsStandardInputAndFormatsForMachinesAreBare() {
    assertThat(
            run(
                "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1); SELECT * FROM t",
                "sql",
                "--url",
                URL,
                "--format",
                "CSV",
                "-f",
                "-"))
        .isZero();
    assertThat(out.toString()).isEqualTo("a\r\n1\r\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void withoutATerminalStandardInputIsRun() {
    assertThat(run("SELECT 7 AS a", "sql", "--url", URL, "--format", "tsv")).isZero();
    assertThat(out.toString()).isEqualTo("a\n7\n");
  }

  @Test
  void theFirstErrorEndsTheRun() {
    assertThat(run("", "sql", "--url", URL, "-e", "SELECT 1 AS a; SELECT b; SELECT 2", "-e", "x"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("(1 row)").doesNotContain("2");
    assertThat(err.toString()).startsWith("HY000: ").contains("b").hasLineCount(1);
  }

  @Test
  void aServerThatIsNotThereIsOneLine() {
    assertThat(run("", "sql", "--url", "http://127.0.0.1:1", "-e", "x")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("08001: Cannot connect to server http://127.0.0.1:1: ")
        .hasLineCount(1);
  }

  @Test
  void aScriptThatIsNotThereIsAMistake() {
    assertThat(run("", "sql", "--url", URL, "-f", "/not/there.sql")).isEqualTo(2);
    assertThat(err.toString()).contains("/not/there.sql");
  }
}
