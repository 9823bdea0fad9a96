/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A connection without a plan cache, and how long it takes to plan. */
final class Planning implements AutoCloseable {
  private final Connection connection;

  private Planning(Connection connection) {
    this.connection = connection;
  }

  static Planning open(String url, String schema) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connection.setSchema(schema);
    connection.createStatement().execute("SET planCache = false");
    return new Planning(connection);
  }

  /** From the text to the engine's SQL: what {@code prepareStatement} does. */
  long compile(String sql) throws SQLException {
    long start = System.nanoTime();
    PreparedStatement prepared = connection.prepareStatement(sql);
    long time = System.nanoTime() - start;
    prepared.close();
    return time;
  }

  /**
   * What every execution of a compiled statement adds before the engine starts: whether names and
   * tables are the same, and which files are read. It is what EXPLAIN finds out and writes.
   */
  Timings again(String sql, int times) throws SQLException {
    Timings timings = new Timings();
    try (PreparedStatement explain = connection.prepareStatement("EXPLAIN PLAN FOR " + sql)) {
      for (int i = 0; i < times; i++) {
        long start = System.nanoTime();
        try (ResultSet lines = explain.executeQuery()) {
          lines.next();
        }
        timings.add(System.nanoTime() - start);
      }
    }
    return timings;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
