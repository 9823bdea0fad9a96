/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.DaemonTimer;
import io.moraine.adapter.read.FileCache;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open engines, one for each set of folders that statements may read, so that no statement reaches
 * the files of a catalog that it does not name. They share the memory of the process: each has the
 * same part of it. An engine without a statement is closed after a while, and at the end of the
 * process.
 */
final class EnginePool {
  /** How often a statement that had no memory is run again while there are others. */
  private static final int MOST_AGAIN = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(EnginePool.class);
  private static final int MOST_IDLE = 4;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final long LEAST_MEMORY = 16L << 20;

  private final RuntimeLimits limits;
  private final Admission admission;
  private final Admission retries;
  private final Duration idle;
  private final Map<Optional<List<Path>>, Entry> entries = new LinkedHashMap<>();
  private long started;
  private boolean watched;
  private boolean exiting;

  EnginePool(RuntimeLimits limits, Duration idle) {
    this.limits = limits;
    this.admission = new Admission(limits.statements(), limits.patience());
    this.retries = new Admission(1, limits.patience());
    this.idle = idle;
  }

  private static final class Shared {
    static final EnginePool POOL = new EnginePool(RuntimeLimits.ofProcess(), IDLE);

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(POOL::exit, "moraine-engines-exit"));
    }
  }

  /** The pool of this process. */
  static EnginePool shared() {
    return Shared.POOL;
  }

  private static final class Entry {
    final DuckEngine engine;
    int users;
    long idleSince;

    Entry(DuckEngine engine) {
      this.engine = engine;
    }
  }

  /** What a statement does with its connection, which it keeps open if it succeeds. */
  @FunctionalInterface
  interface Work<T> {
    T with(EngineConnection connection) throws SQLException;
  }

  /**
   * Runs a statement, and again if it had no memory while there were others: another one may have
   * taken it. One statement at a time is run again, so that they do not take it from each other.
   *
   * @throws MoraineException what the statement fails with, and what {@link #connect} throws
   */
  <T> T run(Collection<AllowedRoots> roots, Execution execution, Work<T> work) {
    Optional<T> result = attempt(roots, execution, work, false);
    if (result.isPresent()) {
      return result.get();
    }
    try (Admission.Place turn = retries.enter(execution)) {
      for (int again = 1; result.isEmpty(); again++) {
        awaitMemory(execution.cancellation());
        LOG.debug("A statement that had no memory is run again: {}", turn);
        result = attempt(roots, execution, work, again == MOST_AGAIN);
      }
      return result.get();
    }
  }

  /** Until another statement has ended, which may be what waits for this one, so not for long. */
  private void awaitMemory(Cancellation cancellation) {
    try {
      cancellation.interruptibly(this::wake, Executors.callable(() -> awaitRelease(cancellation)));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Waiting raises no checked exception", e);
    }
    cancellation.check();
  }

  private synchronized void wake() {
    notifyAll();
  }

  private synchronized void awaitRelease(Cancellation cancellation) {
    int users = connections();
    long end = System.nanoTime() + PATIENCE.toNanos();
    boolean interrupted = false;
    for (long left = PATIENCE.toMillis();
        left > 0 && users > 0 && connections() >= users && !cancellation.isCancelled();
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
      try {
        wait(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a statement results in; empty if it had no memory and others may have taken it. */
  private <T> Optional<T> attempt(
      Collection<AllowedRoots> roots, Execution execution, Work<T> work, boolean last) {
    long before = started();
    boolean alone = connections() == 0;
    try {
      return Optional.of(start(roots, execution, work));
    } catch (MoraineException e) {
      boolean stillAlone = alone && started() == before + 1;
      if (e.code() != ErrorCode.OUT_OF_MEMORY || stillAlone || last) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private <T> T start(Collection<AllowedRoots> roots, Execution execution, Work<T> work) {
    EngineConnection connection = null;
    boolean started = false;
    try {
      connection = connect(roots, execution);
      T result = work.with(connection);
      started = true;
      return result;
    } catch (SQLException e) {
      throw execution.failed(e);
    } finally {
      if (!started && connection != null) {
        connection.abandon();
      }
    }
  }

  /**
   * Waits for the statement's turn and connects it.
   *
   * @param roots where the statement's catalogs keep their files
   * @throws MoraineException as {@link Admission#enter}, or OUT_OF_MEMORY when other engines hold
   *     all of it
   */
  EngineConnection connect(Collection<AllowedRoots> roots, Execution execution)
      throws SQLException {
    Admission.Place place = admission.enter(execution);
    Entry entry = null;
    boolean connected = false;
    try {
      entry = use(folders(roots));
      Entry used = entry;
      DuckDBConnection jdbc = used.engine.connect(execution.zone());
      connected = true;
      return new EngineConnection(used.engine, jdbc, execution, place, () -> release(used));
    } finally {
      if (!connected) {
        place.close();
        if (entry != null) {
          release(entry);
        }
      }
    }
  }

  private synchronized long started() {
    return started;
  }

  private static Optional<List<Path>> folders(Collection<AllowedRoots> roots) {
    // A catalog whose roots are not known may have files anywhere.
    boolean anywhere = roots.stream().anyMatch(AllowedRoots::unrestricted);
    return anywhere
        ? Optional.empty()
        : Optional.of(
            roots.stream()
                .flatMap(r -> folders(r).stream())
                .distinct()
                .sorted(Comparator.naturalOrder())
                .toList());
  }

  private static List<Path> folders(AllowedRoots roots) {
    List<Path> folders = new ArrayList<>(roots.localDirectories());
    if (roots.hasRemote()) {
      folders.add(FileCache.shared().folder(roots));
    }
    return folders;
  }

  private synchronized Entry use(Optional<List<Path>> folders) {
    Entry entry = entries.get(folders);
    if (entry == null) {
      while (entries.size() >= MOST_IDLE && closeLongestIdle()) {
        // Until there is room, or all are in use.
      }
      entry = new Entry(DuckEngine.open(folders, memoryForOneMore(), limits.spillBytes()));
      entries.put(folders, entry);
    }
    entry.users++;
    started++;
    return entry;
  }

  /** Engines hand over what they do not need at once; the new one gets what they leave. */
  private long memoryForOneMore() {
    long share = limits.engineBytes() / (entries.size() + 1);
    share(share);
    long left = limits.engineBytes();
    for (Entry entry : entries.values()) {
      left -= entry.engine.memoryLimit();
    }
    if (left < Math.min(LEAST_MEMORY, share)) {
      throw new MoraineException(
          ErrorCode.OUT_OF_MEMORY,
          "No memory is left for statements over these catalogs: statements over others hold it;"
              + " run it again when they have ended");
    }
    return left;
  }

  private void share(long bytes) {
    for (Entry entry : entries.values()) {
      if (entry.engine.memoryLimit() != bytes) {
        entry.engine.memoryLimit(bytes);
      }
    }
  }

  private synchronized void release(Entry entry) {
    entry.users--;
    entry.idleSince = System.nanoTime();
    notifyAll();
    if (exiting) {
      closeIdle(0);
    } else {
      watch();
    }
  }

  private void watch() {
    if (!watched && !entries.isEmpty()) {
      watched = true;
      DaemonTimer.idle().schedule((Runnable) this::closeIdle, idle.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private synchronized void closeIdle() {
    watched = false;
    closeIdle(idle.toNanos());
    watch();
  }

  private void closeIdle(long nanos) {
    long now = System.nanoTime();
    boolean closed =
        entries
            .values()
            .removeIf(
                entry -> {
                  boolean close = entry.users == 0 && now - entry.idleSince >= nanos;
                  if (close) {
                    entry.engine.close();
                  }
                  return close;
                });
    if (closed && !entries.isEmpty()) {
      share(limits.engineBytes() / entries.size());
    }
  }

  private boolean closeLongestIdle() {
    Optional<Map.Entry<Optional<List<Path>>, Entry>> longest =
        entries.entrySet().stream()
            .filter(e -> e.getValue().users == 0)
            .min(Comparator.comparingLong(e -> e.getValue().idleSince));
    longest.ifPresent(
        e -> {
          entries.remove(e.getKey());
          e.getValue().engine.close();
        });
    return longest.isPresent();
  }

  /** Closes the engines that have no statement, now and as soon as those of the others end. */
  synchronized void exit() {
    exiting = true;
    closeIdle(0);
  }

  /** Closes the engines that have no statement. */
  synchronized void closeUnused() {
    closeIdle(0);
  }

  /** How many engines are open. */
  synchronized int engines() {
    return entries.size();
  }

  /** How many statements have a connection. */
  synchronized int connections() {
    return entries.values().stream().mapToInt(entry -> entry.users).sum();
  }

  Admission admission() {
    return admission;
  }
}
