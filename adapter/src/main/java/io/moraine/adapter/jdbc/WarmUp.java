/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
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
 * Statements that a process plans by itself, so that those of its users find the planner's classes
 * loaded and compiled. They are about empty tables of a catalog in memory, and none is run: the
 * engine and the user's catalogs are left alone.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private static final String STATEMENTS = "warm-up.sql";

  private static @Nullable Thread thread;

  /** What a connection does about it. */
  enum Mode {
    /** Nothing. */
    NONE(0),
    /**
     * Begins it, unless it has begun: as many rounds as HotSpot's quick compiler needs to have seen
     * a method that each statement calls.
     */
    BACKGROUND(30),
    /** Begins it likewise, and waits until it has ended: until rarer methods are compiled, too. */
    WAIT(100);

    private final int rounds;

    Mode(int rounds) {
      this.rounds = rounds;
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
      begun = new Thread(() -> planAll(mode.rounds), "moraine-warm-up");
      begun.setDaemon(true);
      begun.setPriority(mode == Mode.WAIT ? Thread.NORM_PRIORITY : Thread.MIN_PRIORITY);
      begun.start();
      thread = begun;
    }
    return begun;
  }

  private static void planAll(int rounds) {
    long start = System.nanoTime();
    try {
      int planned = plan(rounds);
      LOG.debug("Planned {} statements in {} ms", planned, (System.nanoTime() - start) / 1_000_000);
    } catch (SQLException | IOException | RuntimeException e) {
      LOG.warn("The planner is not warmed up: {}", e.toString());
    }
  }

  /** Plans the statements so many times, and says how many that were in all. */
  static int plan(int rounds) throws SQLException, IOException {
    List<String> queries = new ArrayList<>();
    try (Connection connection =
            new MoraineDriver()
                .connect(MoraineDriver.PREFIX + "catalog.warm.type=in-memory", new Properties());
        Statement statement = connection.createStatement()) {
      for (String sql : statements()) {
        if (sql.startsWith("SELECT") || sql.startsWith("WITH")) {
          queries.add(sql);
        } else {
          statement.execute(sql);
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (String query : queries) {
          connection.prepareStatement(query).close();
        }
      }
    }
    return rounds * queries.size();
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
