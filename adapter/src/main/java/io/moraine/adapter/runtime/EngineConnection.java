/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.duckdb.DuckDBConnection;
import org.slf4j.LoggerFactory;

/** A connection of an engine for one statement, which is the engine's user until it is closed. */
final class EngineConnection implements AutoCloseable {
  private static final MethodHandle INTERRUPT;
  private static final MethodHandle LOCK;

  static {
    // The engine's driver interrupts statements only, and not while their rows are read.
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(DuckDBConnection.class, MethodHandles.lookup());
      INTERRUPT =
          lookup.findVirtual(
              DuckDBConnection.class, "interrupt", MethodType.methodType(void.class));
      LOCK = lookup.findGetter(DuckDBConnection.class, "connRefLock", ReentrantLock.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final DuckEngine engine;
  private final DuckDBConnection jdbc;
  private final Execution execution;
  private final Admission.Place place;
  private final Runnable onClose;
  private boolean closed;

  EngineConnection(
      DuckEngine engine,
      DuckDBConnection jdbc,
      Execution execution,
      Admission.Place place,
      Runnable onClose) {
    this.engine = engine;
    this.jdbc = jdbc;
    this.execution = execution;
    this.place = place;
    this.onClose = onClose;
  }

  DuckDBConnection jdbc() {
    return jdbc;
  }

  /** What the connection is for. */
  Execution execution() {
    return execution;
  }

  /** Makes functions of models known to the engine. */
  void require(Set<JavaFunction> functions) throws SQLException {
    engine.require(functions);
  }

  /** Does work on this connection that ends when the execution is cancelled. */
  <T> T call(Callable<T> work) throws SQLException {
    try {
      return execution.cancellation().interruptibly(this::interrupt, work);
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (IOException e) {
      // So Arrow reports what the engine fails with while rows are read.
      throw new SQLException(e.getMessage(), e);
    } catch (Exception e) {
      throw new IllegalStateException("The engine raises no other checked exception", e);
    }
  }

  /** Ends what the engine does for this connection, from any thread. */
  void interrupt() {
    try {
      ReentrantLock lock = (ReentrantLock) LOCK.invokeExact(jdbc);
      lock.lock();
      try {
        if (!jdbc.isClosed()) {
          INTERRUPT.invokeExact(jdbc);
        }
      } finally {
        lock.unlock();
      }
    } catch (Throwable e) {
      throw new IllegalStateException("The engine cannot be interrupted", e);
    }
    // Last, as the engine ends the statement when a source fails.
    execution.foreign().cancel();
    execution.files().cancel();
  }

  /** All rows have been read: another statement may run. */
  void finished() {
    place.close();
  }

  /** Closes it after a failure, which counts for more than one of closing. */
  void abandon() {
    try {
      close();
    } catch (SQLException e) {
      LoggerFactory.getLogger(EngineConnection.class)
          .debug("A connection that failed could not be closed either", e);
    }
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    // The engine waits for a foreign table's rows no more.
    execution.foreign().cancel();
    execution.files().cancel();
    try {
      jdbc.close();
    } finally {
      execution.finished();
      finished();
      onClose.run();
    }
  }
}
