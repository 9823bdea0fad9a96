/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.demo;

import io.moraine.launcher.Console;
import io.moraine.launcher.shell.ResultWriter;
import io.moraine.launcher.shell.RowPrinter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** Runs statements on a connection and shows each with its result and time. */
final class Tour {
  private static final int MAX_ROWS = 12;

  /** Catalog, schema, name and type. */
  private static final int NAME_COLUMNS = 4;

  private final Connection connection;
  private final Console console;
  private final ResultWriter results;
  private int number;

  Tour(Connection connection, Console console) {
    this.connection = connection;
    this.console = console;
    this.results = new ResultWriter(console.out(), RowPrinter.Format.TABLE);
  }

  /** The tables of a schema, as JDBC's metadata lists them. */
  void tables(String schema) throws SQLException {
    title("The tables", "DatabaseMetaData.getTables(null, \"" + schema + "\", \"%\", null)");
    long start = System.nanoTime();
    try (ResultSet tables = connection.getMetaData().getTables(null, schema, "%", null)) {
      if (results.write(tables, NAME_COLUMNS) == 0) {
        throw new DemoException("the schema " + schema + " has no tables");
      }
    }
    time(start);
  }

  /** One statement. */
  void run(TourStep step) throws SQLException {
    title(step.title(), step.sql() + ";");
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(MAX_ROWS);
      if (statement.execute(step.sql())) {
        try (ResultSet result = statement.getResultSet()) {
          results.write(result);
        }
      } else {
        long count = statement.getLargeUpdateCount();
        console.out().println(count == 1 ? "(1 row inserted)" : "(" + count + " rows inserted)");
      }
    }
    time(start);
  }

  private void title(String title, String statement) {
    number++;
    console.out().println();
    console.out().println(number + ". " + title);
    console.out().println();
    statement.lines().forEach(line -> console.out().println("   " + line));
    console.out().println();
  }

  private void time(long start) {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    console.out().println("Time: " + millis + " ms");
    console.out().flush();
  }
}
