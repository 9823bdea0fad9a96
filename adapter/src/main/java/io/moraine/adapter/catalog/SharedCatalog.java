/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One catalog of a registry: how many use it, and the open catalog while somebody needs it. */
final class SharedCatalog {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCatalog.class);

  private final CatalogConfig config;
  private final LongSupplier nanoClock;
  private final AtomicInteger leases = new AtomicInteger();
  private final AtomicInteger idleLeases = new AtomicInteger();
  private final AtomicBoolean watched = new AtomicBoolean();
  // Opening and closing may take long; they hold this object's lock and no other.
  private long lastUse;
  private @Nullable OpenCatalog open;

  SharedCatalog(CatalogConfig config, LongSupplier nanoClock) {
    this.config = config;
    this.nanoClock = nanoClock;
  }

  CatalogConfig config() {
    return config;
  }

  /** The number of leases of one kind. */
  AtomicInteger leases(boolean idle) {
    return idle ? idleLeases : leases;
  }

  boolean isUnused() {
    return leases.get() == 0 && idleLeases.get() == 0;
  }

  /** Whether a timer looks after this catalog. */
  AtomicBoolean watched() {
    return watched;
  }

  synchronized OpenCatalog use() {
    touch();
    if (open == null) {
      open = CatalogOpener.open(config);
      LOG.info("Opened catalog {} (type {})", config.name(), config.type());
    }
    return open;
  }

  /** Idle time starts now. */
  synchronized void touch() {
    lastUse = nanoClock.getAsLong();
  }

  /**
   * Closes the catalog if only idle leases are left and nobody has used it for long enough.
   *
   * @return whether it is closed now
   */
  synchronized boolean closeIfIdle() {
    return closeIfIdle(config.idle().toNanos());
  }

  /** The same for another time than the configured one. */
  synchronized boolean closeIfIdle(long nanos) {
    // What is in memory would be lost by closing.
    boolean closable = leases.get() == 0 && !config.type().equals("in-memory");
    boolean idle = nanoClock.getAsLong() - lastUse >= nanos;
    if (closable && idle) {
      close();
    }
    return open == null;
  }

  synchronized boolean isOpen() {
    return open != null;
  }

  synchronized void close() {
    OpenCatalog closing = open;
    open = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
      LOG.info("Closed catalog {}", config.name());
    } catch (IOException | RuntimeException e) {
      LOG.warn("Closing catalog {} failed: {}", config.name(), config.redact(e.toString()));
    }
  }
}
