/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Scanner;

/**
 * Runs the 22 queries of TPC-H whenever it is asked to: a line of its input is the name of a
 * connection, whose properties are in a file of that name in the folder that its argument names.
 */
final class StoreWorker {
  /** What its answers begin with: nanoseconds of each query. */
  static final String ANSWER = "= ";

  private StoreWorker() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<String, Connection> connections = new HashMap<>();
    try (Scanner requests = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (requests.hasNextLine()) {
        String name = requests.nextLine();
        if (!connections.containsKey(name)) {
          connections.put(name, connect(Path.of(arguments[0], name)));
        }
        out.println(ANSWER + String.join(" ", pass(connections.get(name))));
      }
    }
    for (Connection connection : connections.values()) {
      connection.close();
    }
  }

  private static Connection connect(Path file) throws Exception {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    }
    String url = (String) properties.remove("url");
    return DriverManager.getConnection(url, properties);
  }

  private static List<String> pass(Connection connection) throws Exception {
    List<String> nanos = new ArrayList<>();
    for (String sql : TpchQueries.all()) {
      nanos.add(Long.toString(time(connection, sql)));
    }
    return nanos;
  }

  private static long time(Connection connection, String sql) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          rows.getObject(i);
        }
      }
    }
    return System.nanoTime() - start;
  }
}
