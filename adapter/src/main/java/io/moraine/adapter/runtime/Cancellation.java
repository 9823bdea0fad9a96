/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.DaemonTimer;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of a statement before its time, by {@link #cancel} from any thread or by its time limit,
 * which runs from construction to {@link #close}. The statement's own threads ask with {@link
 * #check}, and have what blocks them interrupted by {@link #interruptibly}.
 */
public final class Cancellation implements AutoCloseable {
  private static final long REPEAT_MILLIS = 50;

  private final long deadline;
  private final boolean limited;
  private final int timeoutSeconds;
  private @Nullable Future<?> alarm;
  private @Nullable Future<?> interrupting;
  private final Map<Object, Runnable> interrupters = new LinkedHashMap<>();
  private volatile @Nullable MoraineException reason;
  private boolean ended;

  private Cancellation(int timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
    limited = timeoutSeconds > 0;
    deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    if (limited) {
      alarm =
          DaemonTimer.prompt()
              .schedule(() -> timeOut(timeoutSeconds), timeoutSeconds, TimeUnit.SECONDS);
    }
  }

  /** A statement that may run for so many seconds from now on, 0 for any time. */
  public static Cancellation after(int timeoutSeconds) {
    return new Cancellation(timeoutSeconds);
  }

  /** Ends the statement: it fails with CANCELLED. Does nothing after its end. */
  public void cancel() {
    end(new MoraineException(ErrorCode.CANCELLED, "The statement was cancelled"));
  }

  private void timeOut(int seconds) {
    end(
        new MoraineException(
            ErrorCode.TIME_LIMIT,
            "The statement did not end within its time limit of " + seconds + " s"));
  }

  private synchronized void end(MoraineException because) {
    if (!ended && reason == null) {
      reason = because;
      interrupt();
    }
  }

  /** An interrupt that comes just before the work begins is lost on it, so it is repeated. */
  private synchronized void interrupt() {
    if (reason != null && !interrupters.isEmpty()) {
      interrupters.values().forEach(Runnable::run);
      if (interrupting == null) {
        interrupting =
            DaemonTimer.prompt()
                .scheduleWithFixedDelay(
                    this::interrupt, REPEAT_MILLIS, REPEAT_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Whether the statement has to end. */
  public boolean isCancelled() {
    return reason != null;
  }

  /** The time limit as it was given; 0 without one. */
  int timeoutSeconds() {
    return timeoutSeconds;
  }

  /** The nanoseconds that are left, {@code Long.MAX_VALUE} without a limit. */
  long remainingNanos() {
    return limited ? Math.max(0, deadline - System.nanoTime()) : Long.MAX_VALUE;
  }

  /**
   * Goes on unless the statement has to end.
   *
   * @throws MoraineException CANCELLED or TIME_LIMIT
   */
  public void check() {
    // Asked for each row, so without a lock.
    MoraineException because = reason;
    if (because != null) {
      throw copy(because, null);
    }
  }

  /**
   * Does work that {@code interrupt} ends from another thread; work that fails thereupon fails with
   * CANCELLED or TIME_LIMIT. Calls may be nested, and come from several threads.
   */
  public <T> T interruptibly(Runnable interrupt, Callable<T> work) throws Exception {
    Object call = new Object();
    begin(call, interrupt);
    try {
      return work.call();
    } catch (Exception e) {
      throw failure(e);
    } finally {
      done(call);
    }
  }

  private synchronized void begin(Object call, Runnable interrupt) {
    check();
    interrupters.put(call, interrupt);
  }

  private synchronized void done(Object call) {
    interrupters.remove(call);
    if (interrupters.isEmpty() && interrupting != null) {
      interrupting.cancel(false);
      interrupting = null;
    }
  }

  /** What a failure means: that of a statement that had to end is its reason. */
  synchronized Exception failure(Exception thrown) {
    return reason == null || thrown instanceof MoraineException m && m.code() == reason.code()
        ? thrown
        : copy(reason, thrown);
  }

  /** Each thread that asks gets an exception with a stack of its own. */
  private static MoraineException copy(MoraineException reason, @Nullable Throwable cause) {
    return new MoraineException(reason.code(), String.valueOf(reason.getMessage()), cause);
  }

  /** The statement has ended: no cancel and no limit reaches it any more. */
  @Override
  public synchronized void close() {
    ended = true;
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
  }
}
