/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of this process that do things at their time. None lives longer than a second after
 * its last task, nor keeps the process alive.
 */
public final class DaemonTimer {
  private static final ScheduledThreadPoolExecutor PROMPT = timer("moraine-timer");
  private static final ScheduledThreadPoolExecutor IDLE = timer("moraine-idle");

  private DaemonTimer() {}

  /** For what takes no time: the end of a time limit, a look at a flag. */
  public static ScheduledThreadPoolExecutor prompt() {
    return PROMPT;
  }

  /** For closing what nobody uses, which may wait for a disk or a network. */
  public static ScheduledThreadPoolExecutor idle() {
    return IDLE;
  }

  private static ScheduledThreadPoolExecutor timer(String name) {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }
}
