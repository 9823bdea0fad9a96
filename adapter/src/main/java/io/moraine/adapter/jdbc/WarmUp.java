/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements that a process plans by itself, and runs if it has the time, so that those of its
 * users find the classes loaded and compiled. They are about tables of a few rows in a catalog in
 * memory, whose files are in a temporary folder; the user's catalogs are left alone.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private static final String STATEMENTS = "warm-up.sql";

  private static @Nullable Thread thread;

  /** What a connection does about it. */
  enum Mode {
    /** Nothing. */
    NONE(0, 0),
    /**
     * Begins it, unless it has begun: as many rounds as HotSpot's quick compiler needs to have seen
     * a method that each statement calls. None is run, as that would take memory from the users'.
     */
    BACKGROUND(30, 0),
    /** Begins it likewise, and waits until it has ended: until rarer methods are compiled, too. */
    WAIT(100, 25);

    private final int rounds;
    private final int runs;

    Mode(int rounds, int runs) {
      this.rounds = rounds;
      this.runs = runs;
    }
  }

  private WarmUp() {}

  /**
   * Begins, once in a process.
   *
   * @throws MoraineException CANCELLED if the waiting thread is interrupted
   */
  static void start(Mode mode) {
    if (mode == Mode.NONE) {
      return;
    }
    Thread begun = begun(mode);
    if (mode == Mode.WAIT) {
      try {
        begun.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new MoraineException(
            ErrorCode.CANCELLED, "Interrupted while the planner was being warmed up", e);
      }
    }
  }

  private static synchronized Thread begun(Mode mode) {
    Thread begun = thread;
    if (begun == null) {
      begun = new Thread(() -> planAll(mode.rounds, mode.runs), "moraine-warm-up");
      begun.setDaemon(true);
      begun.setPriority(mode == Mode.WAIT ? Thread.NORM_PRIORITY : Thread.MIN_PRIORITY);
      begun.start();
      thread = begun;
    }
    return begun;
  }

  private static void planAll(int rounds, int runs) {
    long start = System.nanoTime();
    try {
      int planned = plan(rounds, runs);
      LOG.debug("Planned {} statements in {} ms", planned, (System.nanoTime() - start) / 1_000_000);
    } catch (SQLException | IOException | RuntimeException e) {
      LOG.warn("The planner is not warmed up: {}", e.toString());
    }
  }

  /**
   * Plans the statements in so many rounds, and says how many that were in all.
   *
   * @param runs the rounds in which they are run, too
   */
  static int plan(int rounds, int runs) throws SQLException, IOException {
    List<String> queries = new ArrayList<>();
    try (Connection connection =
            new MoraineDriver()
                .connect(MoraineDriver.PREFIX + "catalog.warm.type=in-memory", new Properties());
        Statement statement = connection.createStatement()) {
      for (String sql : statements()) {
        if (sql.startsWith("SELECT") || sql.startsWith("WITH")) {
          queries.add(sql);
        } else if (runs > 0 || !sql.startsWith("INSERT")) {
          statement.execute(sql);
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (String query : queries) {
          plan(connection, query, round < runs);
        }
      }
    } finally {
      if (runs > 0) {
        // Its engine would hold a part of the memory for a while.
        ColumnarRuntime.closeUnusedEngines();
      }
    }
    return rounds * queries.size();
  }

  private static void plan(Connection connection, String query, boolean run) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      if (run) {
        try (ResultSet rows = statement.executeQuery()) {
          read(rows);
        }
      }
    }
  }

  private static void read(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      for (int column = 1; column <= columns; column++) {
        rows.getObject(column);
        rows.getString(column);
      }
    }
  }

  private static List<String> statements() throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(WarmUp.class.getResourceAsStream(STATEMENTS), STATEMENTS)) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return Pattern.compile("(?m);$")
          .splitAsStream(text.replaceAll("(?m)^--.*$", ""))
          .map(String::strip)
          .filter(sql -> !sql.isEmpty())
          .toList();
    }
  }
}
