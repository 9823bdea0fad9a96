/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final Admission admission = new Admission(1, Duration.ofHours(1));

  @Test
  void statementsTakeTurnsInTheOrderInWhichTheyCame() {
    Admission.Place first = admission.enter(Executions.of("first"));
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Void>> others = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      others.add(
          CompletableFuture.runAsync(
              () -> {
                try (Admission.Place place = admission.enter(Executions.of(new Object()))) {
                  assertThat(place).isNotNull();
                  order.add(number);
                }
              },
              work -> new Thread(work).start()));
      int waiting = i + 1;
      Executions.await(() -> admission.waiting() == waiting);
    }
    assertThat(order).isEmpty();
    first.close();
    others.forEach(CompletableFuture::join);
    assertThat(order).containsExactly(0, 1, 2, 3, 4);
    assertThat(admission.admitted()).isZero();
  }

  @Test
  void anOwnerDoesNotWaitForItself() {
    Object owner = new Object();
    try (Admission.Place outer = admission.enter(Executions.of(owner));
        Admission.Place inner = admission.enter(Executions.of(owner))) {
      assertThat(inner).isNotSameAs(outer);
      assertThat(admission.admitted()).isEqualTo(2);
    }
    assertThat(admission.admitted()).isZero();
  }

  @Test
  void aCancelEndsTheWait() {
    Cancellation cancellation = Cancellation.after(0);
    try (Admission.Place taken = admission.enter(Executions.of("first"))) {
      assertThat(taken).isNotNull();
      CompletableFuture<Admission.Place> waiting =
          CompletableFuture.supplyAsync(
              () -> admission.enter(Executions.of("second", cancellation)),
              work -> new Thread(work).start());
      Executions.await(() -> admission.waiting() == 1);
      cancellation.cancel();
      assertCode(ErrorCode.CANCELLED, waiting);
      assertThat(admission.waiting()).isZero();
    }
    assertThat(admission.admitted()).isZero();
  }

  @Test
  void theTimeLimitEndsTheWait() {
    try (Admission.Place taken = admission.enter(Executions.of("first"))) {
      assertThat(taken).isNotNull();
      Execution second = Executions.of("second", Cancellation.after(1));
      assertThatThrownBy(() -> admission.enter(second))
          .isInstanceOf(MoraineException.class)
          .hasMessage("The statement did not end within its time limit of 1 s");
    }
  }

  @Test
  void theWaitIsNotForever() {
    Admission hasty = new Admission(1, Duration.ZERO);
    try (Admission.Place taken = hasty.enter(Executions.of("first"))) {
      assertThat(taken).isNotNull();
      assertThatThrownBy(() -> hasty.enter(Executions.of("second")))
          .isInstanceOf(MoraineException.class)
          .hasMessage(
              "The statement waited 0 s for its turn: 1 statements are running. Close the results"
                  + " that are not read to their end, try again later, or allow more with"
                  + " -Dmoraine.statements=N")
          .extracting(e -> ((MoraineException) e).code().sqlState())
          .isEqualTo("53400");
      assertThat(hasty.waiting()).isZero();
    }
    hasty.enter(Executions.of("third")).close();
  }

  private static void assertCode(ErrorCode code, CompletableFuture<?> future) {
    assertThatThrownBy(future::join)
        .isInstanceOf(CompletionException.class)
        .extracting(e -> ((MoraineException) e.getCause()).code())
        .isEqualTo(code);
  }
}
