/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Bounds how many statements share the engine's memory at a time. Others wait in the order in which
 * they came; those of an owner that has one running do not wait, since it might be the one that
 * waits for them.
 */
final class Admission {
  private final int limit;
  private final Duration patience;
  private final Deque<Place> waiting = new ArrayDeque<>();
  private final Map<Owner, Integer> running = new HashMap<>();
  private int admitted;

  Admission(int limit, Duration patience) {
    this.limit = limit;
    this.patience = patience;
  }

  /** An owner is this object, whatever it says that it equals. */
  private static final class Owner {
    private final Object object;

    Owner(Object object) {
      this.object = object;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Owner owner && owner.object == object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }

  /** A statement's right to run, until it is closed; closing it again does nothing. */
  final class Place implements AutoCloseable {
    private final Owner owner;
    private final CompletableFuture<Boolean> turn = new CompletableFuture<>();
    private boolean left;

    Place(Object owner) {
      this.owner = new Owner(owner);
    }

    @Override
    public void close() {
      synchronized (Admission.this) {
        if (left) {
          return;
        }
        left = true;
        if (!waiting.remove(this)) {
          admitted--;
          running.compute(owner, (o, n) -> n == null || n == 1 ? null : n - 1);
          next();
        }
      }
    }
  }

  /**
   * Waits for a place.
   *
   * @throws MoraineException CANCELLED, TIME_LIMIT, or TOO_MANY_STATEMENTS when the wait takes too
   *     long
   */
  Place enter(Execution execution) {
    Cancellation cancellation = execution.cancellation();
    cancellation.check();
    Place place = new Place(execution.owner());
    boolean entered = false;
    try {
      request(place);
      if (!place.turn.isDone()) {
        cancellation.interruptibly(() -> place.turn.cancel(false), () -> await(place));
      }
      entered = true;
      return place;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Waiting raises no checked exception", e);
    } finally {
      if (!entered) {
        place.close();
      }
    }
  }

  private synchronized void request(Place place) {
    if (admitted < limit && waiting.isEmpty() || running.containsKey(place.owner)) {
      admit(place);
    } else {
      waiting.add(place);
    }
  }

  private void admit(Place place) {
    admitted++;
    running.merge(place.owner, 1, Integer::sum);
    place.turn.complete(true);
  }

  private void next() {
    while (admitted < limit && !waiting.isEmpty()) {
      admit(waiting.remove());
    }
  }

  private boolean await(Place place) {
    try {
      return place.turn.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new MoraineException(
          ErrorCode.TOO_MANY_STATEMENTS,
          "The statement waited "
              + patience.toSeconds()
              + " s for its turn: "
              + limit
              + " statements are running. Close the results that are not read to their end, try"
              + " again later, or allow more with -D"
              + RuntimeLimits.STATEMENTS
              + "=N",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MoraineException(
          ErrorCode.CANCELLED, "The thread was interrupted while the statement waited", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A turn comes or is cancelled", e);
    }
  }

  /** How many statements run. */
  synchronized int admitted() {
    return admitted;
  }

  /** How many statements wait. */
  synchronized int waiting() {
    return waiting.size();
  }
}
