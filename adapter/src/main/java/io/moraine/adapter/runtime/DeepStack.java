/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs recursive work on a stack that long statements do not exhaust. A thousand ORs are as many
 * levels; an overflow in the engine ends the process, and one while a class is initialized makes
 * that class unusable for good.
 */
public final class DeepStack {
  /** Reserved addresses; memory is taken only as far as a stack gets. */
  private static final long BYTES = 256L << 20;

  private DeepStack() {}

  /** What {@code work} returns or throws; an interrupt waits for the end of the work. */
  public static <T> T call(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "moraine-statement", BYTES);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
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
}
