/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import io.moraine.launcher.Console;
import io.moraine.launcher.ExitCode;
import io.moraine.launcher.SqlFailure;
import io.moraine.launcher.config.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code moraine sql}. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs SQL: a prompt, or the statements of -e and -f in one session; without a terminal,",
      "those of standard input.",
      "Without --url, --model or --warehouse it opens the warehouse ~/.moraine.",
      ""
    })
public final class SqlCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Console console;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "a JDBC URL, or http://HOST:PORT of a Moraine server")
  private @Nullable String url;

  @Option(names = "--model", paramLabel = "FILE", description = "a model file that names catalogs")
  private @Nullable Path model;

  @Option(
      names = "--warehouse",
      paramLabel = "DIR",
      description = "a folder with an embedded catalog; made when it is not there")
  private @Nullable Path warehouse;

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "SQL",
      description = "statements to run, with semicolons between them; may be repeated")
  private List<String> statements = List.of();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "a script to run after those of -e; - reads standard input")
  private @Nullable String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); of -e and -f only")
  private RowPrinter.Format format = RowPrinter.Format.TABLE;

  /** The command on the given streams. */
  public SqlCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Endpoint endpoint = Endpoint.of(url, model, warehouse);
    if (statements.isEmpty() && file == null) {
      if (System.console() != null) {
        return InteractiveShell.run(endpoint);
      }
      file = STANDARD_INPUT;
    }
    try (Connection connection = endpoint.open()) {
      BatchRunner runner = new BatchRunner(connection, console, format);
      for (String script : statements) {
        int code = runner.run(new StringReader(script));
        if (code != ExitCode.OK) {
          return code;
        }
      }
      return file == null ? ExitCode.OK : runFile(runner, file);
    } catch (SQLException e) {
      console.note(SqlFailure.of(e).toString());
      return ExitCode.FAILED;
    }
  }

  private int runFile(BatchRunner runner, String name) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      return runner.run(
          new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8)));
    }
    Path script = Path.of(name);
    if (!Files.isReadable(script) || Files.isDirectory(script)) {
      console.note("moraine: -f: cannot read the file " + name);
      return ExitCode.USAGE;
    }
    try (Reader reader = Files.newBufferedReader(script, StandardCharsets.UTF_8)) {
      return runner.run(reader);
    }
  }
}
