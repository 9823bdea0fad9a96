/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import io.moraine.launcher.ExitCode;
import io.moraine.launcher.config.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.calcite.avatica.ConnectStringParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import sqlline.BuiltInProperty;
import sqlline.SqlLine;

/** The prompt: sqlline, with a history of its own and completion of the catalog's names. */
final class InteractiveShell {
  private static final int FALLBACK_WIDTH = 200;

  private InteractiveShell() {}

  /** Runs until the user leaves; the exit code of the process. */
  static int run(Endpoint endpoint) throws IOException {
    Path history = Endpoint.home().resolve("history");
    Files.createDirectories(Endpoint.home());
    SqlLine sqlline = new SqlLine();
    sqlline.getOpts().set(BuiltInProperty.HISTORY_FILE, history.toString());
    sqlline.getOpts().set(BuiltInProperty.PROMPT, "moraine> ");
    sqlline.getOpts().set(BuiltInProperty.ISOLATION, "TRANSACTION_NONE");
    sqlline.getOpts().set(BuiltInProperty.FAST_CONNECT, false);
    if (terminalHasNoWidth()) {
      sqlline.getOpts().set(BuiltInProperty.MAX_WIDTH, FALLBACK_WIDTH);
    }
    String[] arguments = {"-u", url(endpoint.staying()), "-n", "", "-p", ""};
    SqlLine.Status status = sqlline.begin(arguments, null, true);
    return status == SqlLine.Status.OK ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Some terminals do not say how wide they are, and would get tables without any width. */
  private static boolean terminalHasNoWidth() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().dumb(true).build()) {
      return terminal.getWidth() <= 0;
    }
  }

  private static String url(Endpoint endpoint) {
    Properties properties = new Properties();
    properties.putAll(endpoint.properties());
    return properties.isEmpty()
        ? endpoint.url()
        : endpoint.url() + ConnectStringParser.getParamString(properties);
  }
}
