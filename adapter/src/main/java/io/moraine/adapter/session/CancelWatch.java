/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.catalog.DaemonTimer;
import io.moraine.adapter.runtime.Execution;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** Ends an execution when Calcite raises its cancel flag, which nobody is told about. */
final class CancelWatch implements AutoCloseable {
  private static final long POLL_MILLIS = 50;

  private final DataContext root;
  private final Execution execution;
  private @Nullable ScheduledFuture<?> polling;

  CancelWatch(DataContext root, Execution execution) {
    this.root = root;
    this.execution = execution;
  }

  /** Watches from now on. */
  void start() {
    AtomicBoolean flag = DataContext.Variable.CANCEL_FLAG.get(root);
    if (flag != null) {
      polling =
          DaemonTimer.prompt()
              .scheduleWithFixedDelay(
                  () -> {
                    if (flag.get()) {
                      execution.cancel();
                    }
                  },
                  0,
                  POLL_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    if (polling != null) {
      polling.cancel(false);
    }
  }
}
