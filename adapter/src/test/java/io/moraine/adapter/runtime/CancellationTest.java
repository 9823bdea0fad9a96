/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTest {
  @Test
  void theTimeLimitCountsUntilTheEnd() {
    Cancellation ended = Cancellation.after(1);
    Cancellation running = Cancellation.after(1);
    ended.close();
    Executions.await(running::isCancelled);
    assertThatThrownBy(running::check)
        .isInstanceOf(MoraineException.class)
        .extracting(e -> ((MoraineException) e).code())
        .isEqualTo(ErrorCode.TIME_LIMIT);
    ended.check();
    assertThat(ended.remainingNanos()).isLessThan(1_000_000_000L);
    ended.cancel();
    assertThat(ended.isCancelled()).isFalse();
  }

  @Test
  void theFirstReasonStays() {
    Cancellation cancellation = Cancellation.after(1);
    cancellation.cancel();
    Executions.await(() -> cancellation.remainingNanos() == 0);
    assertThatThrownBy(cancellation::check).hasMessage("The statement was cancelled");
  }

  @Test
  void anInterruptIsRepeatedUntilTheWorkEnds() throws Exception {
    Cancellation cancellation = Cancellation.after(0);
    AtomicInteger interrupts = new AtomicInteger();
    CompletableFuture<Integer> enough = new CompletableFuture<>();
    int result =
        cancellation.interruptibly(
            () -> {
              if (interrupts.incrementAndGet() == 3) {
                enough.complete(3);
              }
            },
            () -> {
              cancellation.cancel();
              return enough.get();
            });
    assertThat(result).isEqualTo(3);
    assertThatThrownBy(() -> cancellation.interruptibly(() -> {}, () -> 1))
        .hasMessage("The statement was cancelled");
  }

  @Test
  void workThatFailsForAnotherReasonKeepsIt() {
    Cancellation cancellation = Cancellation.after(0);
    assertThatThrownBy(
            () ->
                cancellation.interruptibly(
                    () -> {},
                    () -> {
                      throw new IllegalStateException("other");
                    }))
        .hasMessage("other");
  }
}
