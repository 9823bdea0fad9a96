/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignFeeds;
import io.moraine.adapter.read.FileFeeds;
import io.moraine.adapter.schema.Pins;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.expr.ParameterValues;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One execution of a statement: what it sees, its parameters and limits, and the handle to cancel
 * it. Everything but {@link #cancel} belongs to the executing thread.
 */
public final class Execution {
  private final Pins pins;
  private final ParameterValues parameters;
  private final ZoneId zone;
  private final Cancellation cancellation;
  private final Object owner;
  private volatile ForeignFeeds foreign;
  private volatile FileFeeds files;
  private final AtomicLong claimed = new AtomicLong();

  /**
   * An execution.
   *
   * @param pins the states of the tables that it sees
   * @param zone the session's time zone
   * @param cancellation its end before its time
   * @param owner whose executions do not wait for one another, such as a connection
   */
  public Execution(
      Pins pins, ParameterValues parameters, ZoneId zone, Cancellation cancellation, Object owner) {
    this.pins = pins;
    this.parameters = parameters;
    this.zone = zone;
    this.cancellation = cancellation;
    this.owner = owner;
    this.foreign = newFeeds();
    this.files = new FileFeeds(cancellation.timeoutSeconds());
  }

  private ForeignFeeds newFeeds() {
    return new ForeignFeeds(parameters, zone, cancellation.timeoutSeconds());
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

  /** How it ends before its time. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** Whose execution it is. */
  public Object owner() {
    return owner;
  }

  /** Its scans of foreign tables. */
  ForeignFeeds foreign() {
    return foreign;
  }

  /** Its reads of data files by Iceberg's library. */
  FileFeeds files() {
    return files;
  }

  /** What the engine failed with, or what made it fail. */
  MoraineException failed(SQLException e) {
    MoraineException cause = foreign.failure();
    if (cause == null) {
      cause = files.failure();
    }
    return cause == null ? DuckErrors.translate(e) : cause;
  }

  /** Ends the execution from any thread; it fails with CANCELLED. */
  public void cancel() {
    cancellation.cancel();
    // Last, as the engine ends the statement when a source fails.
    foreign.cancel();
    files.cancel();
  }

  /**
   * Counts memory that it takes beside the engine's until it is finished.
   *
   * @throws MoraineException OUT_OF_MEMORY when there is too much of it then
   */
  void claim(long bytes) {
    ArrowMemory.claim(bytes);
    claimed.addAndGet(bytes);
  }

  /** What it read from is released; it may be started again. */
  void finished() {
    ArrowMemory.release(claimed.getAndSet(0));
    ForeignFeeds done = foreign;
    foreign = newFeeds();
    FileFeeds read = files;
    files = new FileFeeds(cancellation.timeoutSeconds());
    done.close();
    read.close();
  }
}
