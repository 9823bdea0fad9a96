/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import io.moraine.launcher.Console;
import io.moraine.launcher.ExitCode;
import io.moraine.launcher.SqlFailure;
import java.io.IOException;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs scripts on one connection and stops at the first statement that fails. Results go to
 * standard output; counts of changed rows and errors go to standard error.
 */
final class BatchRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BatchRunner.class);

  private final Connection connection;
  private final Console console;
  private final RowPrinter.Format format;

  BatchRunner(Connection connection, Console console, RowPrinter.Format format) {
    this.connection = connection;
    this.console = console;
    this.format = format;
  }

  /** Runs all statements of {@code script}; the exit code of the process. */
  int run(Reader script) throws IOException {
    StatementSplitter statements = new StatementSplitter(script);
    for (String sql = statements.next(); sql != null; sql = statements.next()) {
      try (Statement statement = connection.createStatement()) {
        execute(statement, sql);
      } catch (SQLException | RuntimeException e) {
        LOG.debug("The statement failed", e);
        console.note(SqlFailure.of(e).toString());
        return ExitCode.FAILED;
      }
    }
    console.out().flush();
    return ExitCode.OK;
  }

  private void execute(Statement statement, String sql) throws SQLException {
    if (statement.execute(sql)) {
      try (ResultSet result = statement.getResultSet()) {
        new ResultWriter(console.out(), format).write(result);
      }
      return;
    }
    long count = statement.getLargeUpdateCount();
    String verb = verb(sql);
    if (format.forPeople() && count >= 0 && !verb.isEmpty()) {
      console.note(count == 1 ? "(1 row " + verb + ")" : "(" + count + " rows " + verb + ")");
    }
  }

  private static String verb(String sql) {
    String start = sql.substring(0, Math.min(sql.length(), 8)).toUpperCase(Locale.ROOT);
    if (start.startsWith("INSERT")) {
      return "inserted";
    }
    if (start.startsWith("UPDATE")) {
      return "updated";
    }
    if (start.startsWith("DELETE")) {
      return "deleted";
    }
    return start.startsWith("MERGE") ? "merged" : "";
  }
}
