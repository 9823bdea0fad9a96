/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.schema.Pins;
import io.moraine.rules.expr.ParameterValues;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Executions of statements that have neither tables nor parameters. */
final class Executions {
  private Executions() {}

  static Execution of(Object owner) {
    return of(owner, Cancellation.after(0));
  }

  static Execution of(Object owner, Cancellation cancellation) {
    return new Execution(
        new Pins(), ParameterValues.of(List.of()), ZoneId.of("UTC"), cancellation, owner);
  }

  /** Returns when it is so, which it must be within a minute. */
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("It never came to pass");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
