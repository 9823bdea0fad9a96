/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that read data files, for all statements; they end when there is nothing to read. */
final class ReaderThreads {
  private static final int KEPT_SECONDS = 5;
  private static final ThreadPoolExecutor POOL = pool();

  private ReaderThreads() {}

  private static ThreadPoolExecutor pool() {
    // A read that waits for a store leaves room for another.
    int threads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            KEPT_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "moraine-reader-" + number.incrementAndGet());
              thread.setDaemon(true);
              // Hadoop and the stores find their classes by it.
              thread.setContextClassLoader(ReaderThreads.class.getClassLoader());
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task that fills one batch, soon. */
  static void execute(Runnable task) {
    POOL.execute(task);
  }
}
