/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs recursive work on a stack that long statements do not exhaust. A thousand ORs are as many
 * levels; an overflow in the engine ends the process, and one while a class is initialized makes
 * that class unusable for good.
 */
public final class DeepStack {
  /** Reserved addresses; memory is taken only as far as a stack gets. */
  private static final long BYTES = 256L << 20;

  /** How long a thread waits for more work. What memory its stack got is given back at its end. */
  private static final long IDLE_MILLIS = 1_000;

  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_MILLIS,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          DeepThread::new);

  private DeepStack() {}

  /** What {@code work} returns or throws; an interrupt waits for the end of the work. */
  public static <T> T call(Callable<T> work) throws Exception {
    return Thread.currentThread() instanceof DeepThread ? work.call() : await(start(work));
  }

  /**
   * The same for work that changes nothing: a cancel does not wait for its end.
   *
   * @throws io.moraine.rules.error.MoraineException CANCELLED or TIME_LIMIT
   */
  public static <T> T call(Callable<T> work, Cancellation cancellation) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    return cancellation.interruptibly(
        () -> result.cancel(false),
        () -> {
          start(work)
              .whenComplete(
                  (value, thrown) -> {
                    if (thrown == null) {
                      result.complete(value);
                    } else {
                      result.completeExceptionally(thrown);
                    }
                  });
          return await(result);
        });
  }

  private static <T> CompletableFuture<T> start(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    THREADS.execute(
        () -> {
          Thread.currentThread().setContextClassLoader(loader);
          try {
            result.complete(work.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          } finally {
            Thread.currentThread().setContextClassLoader(null);
          }
        });
    return result;
  }

  private static <T> T await(CompletableFuture<T> result) throws Exception {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw rethrown(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Exception rethrown(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (Exception) thrown;
  }

  private static final class DeepThread extends Thread {
    DeepThread(Runnable work) {
      super(null, work, "moraine-statement", BYTES);
      setDaemon(true);
    }
  }
}
