/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.FileScanTask;
import org.jspecify.annotations.Nullable;

/**
 * The rows of data files on their way from Iceberg's readers to the engine. The engine's threads
 * only take batches; {@link ReaderThreads} fill them, a few files at a time and a few batches ahead
 * and no more. A feed that is not taken from holds no thread.
 */
final class FileFeed implements AutoCloseable {
  /** Files, or parts of files, that are read at a time. */
  static final int PARALLEL = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** Batches that are ready or being filled. */
  static final int AHEAD = 4 * PARALLEL;

  private static final long CLOSE_MILLIS = 5_000;

  private final FileRead read;
  private final long deadline;
  private final int timeoutSeconds;
  private final Queue<FileScanTask> waiting;
  private final Deque<PartReader> idle = new ArrayDeque<>();
  private final Deque<Batch> ready = new ArrayDeque<>();
  private @Nullable MoraineException failure;
  private int running;
  private volatile boolean closed;

  /**
   * A feed that opens its first files when a batch is asked for.
   *
   * @param deadline the {@link System#nanoTime} after which taking fails
   * @param timeoutSeconds the time limit that ends then, or 0 for none
   */
  FileFeed(FileRead read, long deadline, int timeoutSeconds) {
    this.read = read;
    this.deadline = deadline;
    this.timeoutSeconds = timeoutSeconds;
    this.waiting = read.parts();
  }

  /**
   * The next batch, for any thread; null after the last.
   *
   * @throws MoraineException what a read failed with, CANCELLED or TIME_LIMIT
   */
  synchronized @Nullable Batch take() {
    schedule();
    while (ready.isEmpty() && failure == null && !closed && running > 0) {
      await();
    }
    if (closed) {
      throw new MoraineException(ErrorCode.CANCELLED, "The statement was cancelled");
    }
    if (failure != null) {
      throw failure;
    }
    Batch batch = ready.poll();
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
    while (!stopped()
        && running < PARALLEL
        && ready.size() + running < AHEAD
        && (idle.size() + waiting.size() > 0)) {
      running++;
      PartReader next = idle.poll();
      if (next != null) {
        ReaderThreads.execute(() -> fill(next));
      } else {
        FileScanTask part = waiting.remove();
        ReaderThreads.execute(() -> open(part));
      }
    }
  }

  private boolean stopped() {
    return closed || failure != null;
  }

  private void open(FileScanTask part) {
    PartReader reader = null;
    try {
      reader = closed ? null : PartReader.open(read, part);
    } catch (RuntimeException | Error e) {
      failed(e);
    }
    if (reader == null) {
      done(null, null);
    } else {
      fill(reader);
    }
  }

  private void fill(PartReader reader) {
    Batch batch = null;
    boolean more = false;
    try {
      batch = reader.next(() -> closed);
      more = batch != null;
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      try {
        if (!more) {
          reader.close();
        }
      } finally {
        // The engine waits for it whatever closing comes to.
        done(more ? reader : null, batch);
      }
    }
  }

  /** Whatever it is, the engine waits for an answer. */
  private synchronized void failed(Throwable thrown) {
    if (failure != null) {
      return;
    }
    failure =
        thrown instanceof MoraineException ours
            ? ours
            : new MoraineException(
                ErrorCode.INTERNAL,
                "Reading table " + read.tableName() + " failed: " + thrown.getMessage(),
                thrown);
  }

  private void done(@Nullable PartReader reader, @Nullable Batch batch) {
    PartReader unused;
    synchronized (this) {
      running--;
      if (batch != null && batch.rows() > 0) {
        ready.add(batch);
      }
      unused = stopped() ? reader : null;
      if (reader != null && unused == null) {
        idle.add(reader);
      }
      schedule();
      notifyAll();
    }
    if (unused != null) {
      unused.close();
    }
  }

  /** Makes {@link #take} fail from now on, from any thread; returns at once. */
  synchronized void cancel() {
    closed = true;
    notifyAll();
  }

  /** Ends the read; waits for the readers to notice, within reason. */
  @Override
  public void close() {
    Deque<PartReader> unused;
    synchronized (this) {
      cancel();
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
      awaitReaders(until);
      ready.clear();
      unused = new ArrayDeque<>(idle);
      idle.clear();
      waiting.clear();
    }
    unused.forEach(PartReader::close);
  }

  private void awaitReaders(long until) {
    try {
      for (long left = CLOSE_MILLIS; running > 0 && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
