/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.iceberg.catalog.Catalog;

/**
 * The open catalogs, shared by equal configuration. A lease that is closed by its user keeps its
 * catalog open meanwhile; an idle lease, for users that never close, lets it be closed when unused
 * and opens it again when needed.
 */
public final class CatalogRegistry {
  private static final CatalogRegistry SHARED = new CatalogRegistry();

  private final LongSupplier nanoClock;
  private final Map<CatalogConfig, SharedCatalog> catalogs = new HashMap<>();

  /** A registry of its own, without catalogs. */
  public CatalogRegistry() {
    this(System::nanoTime);
  }

  CatalogRegistry(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** The registry of this process. */
  public static CatalogRegistry shared() {
    return SHARED;
  }

  /** A lease that its user closes. The catalog is opened at its first use. */
  public CatalogLease lease(CatalogConfig config) {
    return new Lease(acquire(config, false), false);
  }

  /**
   * A lease for a user that never closes it: the catalog is closed when it was not used for {@link
   * CatalogConfig#idle()}, and opened again by the next use. A catalog in memory stays.
   */
  public CatalogLease idleLease(CatalogConfig config) {
    return new Lease(acquire(config, true), true);
  }

  /** Closes the catalogs that have been idle for long enough. */
  void closeIdle() {
    known().forEach(catalog -> catalog.closeIfIdle());
  }

  /** Closes the catalogs that only idle leases are left of, however short their idle time was. */
  void closeUnused() {
    known().forEach(catalog -> catalog.closeIfIdle(0));
  }

  /** How many catalogs are open. */
  long openCount() {
    return known().stream().filter(SharedCatalog::isOpen).count();
  }

  private List<SharedCatalog> known() {
    synchronized (catalogs) {
      return List.copyOf(catalogs.values());
    }
  }

  private SharedCatalog acquire(CatalogConfig config, boolean idle) {
    synchronized (catalogs) {
      SharedCatalog catalog =
          catalogs.computeIfAbsent(config, c -> new SharedCatalog(c, nanoClock));
      catalog.leases(idle).incrementAndGet();
      return catalog;
    }
  }

  private void release(SharedCatalog catalog, boolean idle) {
    boolean unused;
    synchronized (catalogs) {
      catalog.leases(idle).decrementAndGet();
      unused = catalog.isUnused();
      if (unused) {
        catalogs.remove(catalog.config(), catalog);
      }
    }
    if (unused) {
      catalog.close();
    } else {
      catalog.touch();
    }
  }

  private void watch(SharedCatalog catalog) {
    if (catalog.watched().compareAndSet(false, true)) {
      DaemonTimer.idle()
          .schedule(
              () -> {
                catalog.watched().set(false);
                if (!catalog.closeIfIdle()) {
                  watch(catalog);
                }
              },
              catalog.config().idle().toNanos(),
              TimeUnit.NANOSECONDS);
    }
  }

  private final class Lease implements CatalogLease {
    private final SharedCatalog shared;
    private final boolean idle;
    private final AtomicBoolean closed = new AtomicBoolean();

    Lease(SharedCatalog shared, boolean idle) {
      this.shared = shared;
      this.idle = idle;
    }

    @Override
    public CatalogConfig config() {
      return shared.config();
    }

    @Override
    public Catalog catalog() {
      return use().catalog();
    }

    @Override
    public AllowedRoots roots() {
      return use().roots();
    }

    @Override
    public CatalogLease share() {
      requireOpen();
      return lease(config());
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        release(shared, idle);
      }
    }

    @Override
    public String toString() {
      return "CatalogLease[" + name() + "]";
    }

    private OpenCatalog use() {
      requireOpen();
      OpenCatalog open = shared.use();
      if (idle) {
        watch(shared);
      }
      return open;
    }

    private void requireOpen() {
      if (closed.get()) {
        throw new MoraineException(
            ErrorCode.INVALID_STATE, "The connection to catalog '" + name() + "' is closed");
      }
    }
  }
}
