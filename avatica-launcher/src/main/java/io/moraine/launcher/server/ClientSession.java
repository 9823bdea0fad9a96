/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What the server keeps for one client connection: its statements, and when it was last used. */
final class ClientSession {
  private final Map<Integer, Statement> statements = new ConcurrentHashMap<>();
  private final AtomicInteger running = new AtomicInteger();
  private volatile long lastUsed = System.nanoTime();

  /** A request begins; until {@link #end} the connection does not count as idle. */
  void begin() {
    running.incrementAndGet();
  }

  /** The request has been answered. */
  void end() {
    lastUsed = System.nanoTime();
    running.decrementAndGet();
  }

  /** Whether nothing was asked of the connection for {@code nanos}. */
  boolean idleFor(long nanos) {
    return running.get() == 0 && System.nanoTime() - lastUsed > nanos;
  }

  void add(int id, Statement statement) {
    statements.put(id, statement);
  }

  @Nullable Statement find(int id) {
    return statements.get(id);
  }

  void remove(int id) {
    statements.remove(id);
  }

  /** The identifiers of all statements. */
  Set<Integer> ids() {
    return Set.copyOf(statements.keySet());
  }
}
