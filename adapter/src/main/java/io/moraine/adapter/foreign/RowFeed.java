/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one scan on their way from the source to the engine. The engine's own thread only
 * takes batches; threads of ours read them, a few ahead and no more. A feed that is not taken from
 * holds no thread.
 */
final class RowFeed implements AutoCloseable {
  /** The engine's vectors have this many rows. */
  static final int BATCH_ROWS = 2_048;

  private static final int BATCH_CHARS = 1 << 20;
  private static final int BATCHES_AHEAD = 4;
  private static final long CLOSE_MILLIS = 5_000;
  private static final long CANCEL_MILLIS = 100;
  private static final ThreadPoolExecutor READERS = readers();

  private final Supplier<RowReader> source;
  private final long deadline;
  private final int timeoutSeconds;
  private final ArrayDeque<List<@Nullable Object[]>> ready = new ArrayDeque<>();
  private @Nullable RowReader reader;
  private @Nullable MoraineException failure;
  private boolean filling;
  private boolean ended;
  private boolean closed;

  /**
   * A feed that opens its source when the first batch is asked for.
   *
   * @param deadline the {@link System#nanoTime} after which taking fails
   * @param timeoutSeconds the time limit that ends then, or 0 for none
   */
  RowFeed(Supplier<RowReader> source, long deadline, int timeoutSeconds) {
    this.source = source;
    this.deadline = deadline;
    this.timeoutSeconds = timeoutSeconds;
  }

  private static ThreadPoolExecutor readers() {
    int threads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            threads,
            threads,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "moraine-foreign-" + number.incrementAndGet());
              thread.setDaemon(true);
              thread.setContextClassLoader(RowFeed.class.getClassLoader());
              return thread;
            });
    readers.allowCoreThreadTimeOut(true);
    return readers;
  }

  /**
   * The next batch, or null after the last.
   *
   * @throws MoraineException what the source failed with, CANCELLED or TIME_LIMIT
   */
  synchronized @Nullable List<@Nullable Object[]> take() {
    while (ready.isEmpty() && failure == null && !ended && !closed) {
      schedule();
      await();
    }
    if (closed) {
      throw new MoraineException(ErrorCode.CANCELLED, "The statement was cancelled");
    }
    List<@Nullable Object[]> batch = ready.poll();
    if (batch == null && failure != null) {
      throw failure;
    }
    schedule();
    return batch;
  }

  private void await() {
    try {
      if (timeoutSeconds == 0) {
        wait();
        return;
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left > 0) {
        wait(left);
      } else {
        failure =
            new MoraineException(
                ErrorCode.TIME_LIMIT,
                "The statement did not end within its time limit of " + timeoutSeconds + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new MoraineException(ErrorCode.CANCELLED, "The statement was interrupted", e);
    }
  }

  private void schedule() {
    if (!filling && !ended && !closed && failure == null && ready.size() < BATCHES_AHEAD) {
      filling = true;
      READERS.execute(this::fill);
    }
  }

  private void fill() {
    List<@Nullable Object[]> batch = new ArrayList<>();
    MoraineException failed = null;
    boolean last = false;
    try {
      RowReader open = open();
      last = open == null || read(open, batch);
    } catch (MoraineException e) {
      failed = e;
    } catch (RuntimeException | Error e) {
      // Whatever it is, the engine waits for an answer.
      failed =
          new MoraineException(
              ErrorCode.INTERNAL, "Reading a foreign table failed: " + e.getMessage(), e);
    }
    filled(batch, last, failed);
  }

  private @Nullable RowReader open() {
    synchronized (this) {
      if (closed) {
        return null;
      }
      if (reader != null) {
        return reader;
      }
    }
    RowReader opened = source.get();
    synchronized (this) {
      reader = opened;
      return closed ? null : opened;
    }
  }

  /** Fills a batch; true after the last row. */
  private static boolean read(RowReader reader, List<@Nullable Object[]> batch) {
    long chars = 0;
    while (batch.size() < BATCH_ROWS && chars < BATCH_CHARS) {
      @Nullable Object[] row = reader.next();
      if (row == null) {
        return true;
      }
      batch.add(row);
      for (Object value : row) {
        chars += value instanceof String text ? text.length() : 0;
      }
    }
    return false;
  }

  private void filled(
      List<@Nullable Object[]> batch, boolean last, @Nullable MoraineException failed) {
    RowReader done = null;
    synchronized (this) {
      if (!batch.isEmpty()) {
        ready.add(batch);
      }
      if (failed != null && failure == null) {
        failure = failed;
      }
      ended |= last;
      if (ended || closed || failure != null) {
        done = reader;
        reader = null;
      }
    }
    if (done != null) {
      done.close();
    }
    synchronized (this) {
      filling = false;
      schedule();
      notifyAll();
    }
  }

  /** Makes {@link #take} fail from now on, from any thread; returns at once. */
  void cancel() {
    RowReader running;
    synchronized (this) {
      closed = true;
      running = filling ? reader : null;
      notifyAll();
    }
    if (running != null) {
      running.cancel();
    }
  }

  /** Whether a batch is being read after a moment of waiting for its end. */
  private synchronized boolean isFilling() {
    if (filling) {
      try {
        wait(CANCEL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return filling;
  }

  /** Ends the read; waits for the source to notice, within reason. */
  @Override
  public void close() {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    // A cancel that comes before the source has begun is lost on some.
    do {
      cancel();
    } while (isFilling() && until - System.nanoTime() > 0);
    RowReader idle = null;
    synchronized (this) {
      ready.clear();
      if (!filling) {
        idle = reader;
        reader = null;
      }
    }
    if (idle != null) {
      idle.close();
    }
  }
}
