/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignFeeds;
import io.moraine.adapter.schema.Pins;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.expr.ParameterValues;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement: what it sees, its parameters and limits, and the handle to cancel
 * it. Everything but {@link #cancel} belongs to the executing thread.
 */
public final class Execution {
  private final Pins pins;
  private final ParameterValues parameters;
  private final ZoneId zone;
  private final int timeoutSeconds;
  private final ForeignFeeds foreign;
  private @Nullable Statement running;
  private boolean cancelled;

  /**
   * An execution.
   *
   * @param pins the states of the tables that it sees
   * @param zone the session's time zone
   * @param timeoutSeconds how long it may run, 0 for any time
   */
  public Execution(Pins pins, ParameterValues parameters, ZoneId zone, int timeoutSeconds) {
    this.pins = pins;
    this.parameters = parameters;
    this.zone = zone;
    this.timeoutSeconds = timeoutSeconds;
    this.foreign = new ForeignFeeds(parameters, zone, timeoutSeconds);
  }

  /** The states of the tables that the execution sees. */
  public Pins pins() {
    return pins;
  }

  /** The values of the parameters. */
  public ParameterValues parameters() {
    return parameters;
  }

  /** The session's time zone. */
  public ZoneId zone() {
    return zone;
  }

  /** How long the statement may run, in seconds; 0 for any time. */
  public int timeoutSeconds() {
    return timeoutSeconds;
  }

  /** Its scans of foreign tables. */
  ForeignFeeds foreign() {
    return foreign;
  }

  /** What the engine failed with, or what made it fail. */
  MoraineException failed(SQLException e) {
    MoraineException cause = foreign.failure();
    return cause == null ? DuckErrors.translate(e) : cause;
  }

  /** Ends the execution from any thread; it fails with CANCELLED. */
  public synchronized void cancel() {
    cancelled = true;
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException e) {
      throw DuckErrors.translate(e);
    } finally {
      // Last, as the engine ends the statement when a source fails.
      foreign.cancel();
    }
  }

  /** What {@link #cancel} must interrupt from now on. */
  synchronized void running(Statement statement) {
    running = statement;
    if (cancelled) {
      throw new MoraineException(ErrorCode.CANCELLED, "The statement was cancelled");
    }
  }

  /** Nothing is left to interrupt. */
  void finished() {
    synchronized (this) {
      running = null;
    }
    foreign.close();
  }
}
