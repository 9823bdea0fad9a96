/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One contender's client in a JVM of its own: arguments are a JDBC URL, a query, a limit on rows (0
 * for none) and {@code key=value} properties. For each line {@code run} it reads the result with
 * {@code getObject} and answers {@code rows nanos cpuNanos}; {@code check} answers {@code rows
 * hash} over the texts of all values.
 */
final class FetchWorker {
  /** What its answers begin with. */
  static final String ANSWER = "= ";

  /** Takes the values, so that they are made. */
  private static @Nullable Object[] sink = new Object[0];

  private final Connection connection;
  private final String sql;
  private final long limit;

  private FetchWorker(Connection connection, String sql, long limit) {
    this.connection = connection;
    this.sql = sql;
    this.limit = limit <= 0 ? Long.MAX_VALUE : limit;
  }

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    for (int i = 3; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      properties.setProperty(pair[0], pair[1]);
    }
    try (Connection connection = DriverManager.getConnection(arguments[0], properties)) {
      FetchWorker worker = new FetchWorker(connection, arguments[1], Long.parseLong(arguments[2]));
      worker.serve(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }
  }

  private void serve(PrintStream out) throws IOException, SQLException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    out.println(ANSWER);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(ANSWER + ("check".equals(line) ? check() : run()));
    }
  }

  private String run() throws SQLException {
    long cpu = cpu();
    long start = System.nanoTime();
    long rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      @Nullable Object[] row = new Object[columns];
      sink = row;
      while (rows < limit && result.next()) {
        for (int i = 0; i < columns; i++) {
          row[i] = result.getObject(i + 1);
        }
        rows++;
      }
    }
    return rows + " " + (System.nanoTime() - start) + " " + (cpu() - cpu);
  }

  private String check() throws SQLException {
    long rows = 0;
    long hash = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (rows < limit && result.next()) {
        long row = 0;
        for (int i = 1; i <= columns; i++) {
          row = row * 31 + text(result.getObject(i)).hashCode();
        }
        // A sum, so that the order of rows does not matter.
        hash += row;
        rows++;
      }
    }
    return rows + " " + hash;
  }

  private static String text(@Nullable Object value) {
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
