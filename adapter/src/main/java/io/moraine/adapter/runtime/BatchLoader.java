/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Loads the batches of a result, one at a time: in the thread that asks for one, or before that in
 * a thread of a bounded pool. Whoever comes first does it, so no reader ever waits for a place in
 * the pool.
 */
final class BatchLoader {
  private static final long REPEAT_MILLIS = 50;

  /** The engine computes on the stack of who asks for rows. */
  private static final long STACK_BYTES = 16L << 20;

  private static final ThreadPoolExecutor AHEAD = pool();

  private final EngineConnection connection;
  private final Callable<Boolean> source;
  private volatile @Nullable FutureTask<Boolean> loading;
  private volatile boolean stopped;

  /**
   * A loader that has loaded nothing yet.
   *
   * @param source loads the next batch; false after the last
   */
  BatchLoader(EngineConnection connection, Callable<Boolean> source) {
    this.connection = connection;
    this.source = source;
  }

  /** Where no thread is free, nothing is read ahead. */
  private static ThreadPoolExecutor pool() {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Math.max(2, Runtime.getRuntime().availableProcessors()),
        5,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          String name = "moraine-batches-" + number.incrementAndGet();
          Thread thread = new Thread(null, task, name, STACK_BYTES);
          thread.setDaemon(true);
          thread.setContextClassLoader(BatchLoader.class.getClassLoader());
          return thread;
        },
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /** Loads the next batch, unless it was read ahead; false after the last. */
  boolean next() throws SQLException {
    connection.execution().cancellation().check();
    FutureTask<Boolean> started = loading;
    FutureTask<Boolean> task = started == null ? begin() : started;
    // Does nothing if another thread has begun to.
    task.run();
    try {
      return result(task);
    } finally {
      loading = null;
    }
  }

  /** Begins to load the next batch in another thread. */
  void readAhead() {
    AHEAD.execute(begin());
  }

  private FutureTask<Boolean> begin() {
    FutureTask<Boolean> task = new FutureTask<>(this::load);
    loading = task;
    return task;
  }

  private boolean load() throws SQLException {
    if (stopped) {
      throw closed(null);
    }
    try {
      return connection.call(source);
    } catch (SQLException e) {
      if (stopped) {
        throw closed(e);
      }
      throw e;
    }
  }

  /** What reading a closed result fails with. */
  static MoraineException closed(@Nullable SQLException cause) {
    return new MoraineException(
        ErrorCode.CANCELLED, "The result was closed while it was read", cause);
  }

  private static boolean result(FutureTask<Boolean> task) throws SQLException {
    try {
      return uninterruptibly(task::get);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof SQLException failure) {
        throw failure;
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      if (cause instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException("Loading raises no other checked exception", cause);
    }
  }

  /** From any thread: ends what is being loaded; nothing is loaded from its return on. */
  void stop() {
    stopped = true;
    FutureTask<Boolean> task = loading;
    if (task == null) {
      return;
    }
    // What no thread has begun ends here at once.
    task.run();
    while (!task.isDone()) {
      // An interrupt may come just before the work begins, so it is repeated.
      connection.interrupt();
      awaitShortly(task);
    }
  }

  private static void awaitShortly(FutureTask<Boolean> task) {
    try {
      uninterruptibly(() -> task.get(REPEAT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      // It failed, which is for its reader to hear; there may be none.
    }
  }

  private interface Waiting {
    @Nullable Boolean get() throws InterruptedException, ExecutionException, TimeoutException;
  }

  /** The engine ends on its own interrupt only; that of the thread stays. */
  private static boolean uninterruptibly(Waiting waiting) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return Boolean.TRUE.equals(waiting.get());
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          return false;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
