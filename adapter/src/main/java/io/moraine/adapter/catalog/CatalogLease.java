/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;

/**
 * The right to use a shared catalog. The catalog is opened at its first use, so that one that
 * cannot be reached does not hide the others of a model; call {@link #catalog()} to find out early.
 * Safe for use by several threads.
 */
public interface CatalogLease extends AutoCloseable {
  /** The catalog's name in SQL. */
  default String name() {
    return config().name();
  }

  /** How the catalog is opened. */
  CatalogConfig config();

  /**
   * The open catalog. It stays open until this lease is closed; that of an idle lease may be closed
   * later, so ask again for each statement and do not keep it.
   *
   * @throws io.moraine.rules.error.MoraineException CATALOG_UNAVAILABLE if it cannot be opened;
   *     INVALID_STATE if the lease is closed
   */
  Catalog catalog();

  /**
   * The same catalog as a keeper of namespaces, or empty if it has none.
   *
   * @throws io.moraine.rules.error.MoraineException as {@link #catalog()}
   */
  default Optional<SupportsNamespaces> namespaces() {
    return catalog() instanceof SupportsNamespaces namespaces
        ? Optional.of(namespaces)
        : Optional.empty();
  }

  /**
   * Where the catalog's tables may keep files.
   *
   * @throws io.moraine.rules.error.MoraineException as {@link #catalog()}
   */
  AllowedRoots roots();

  /**
   * Another lease on the same catalog, which keeps it open on its own: for a statement that uses
   * the catalog or its files longer than for one call.
   */
  CatalogLease share();

  /** Gives the lease back; the last one closes the catalog. A second call does nothing. */
  @Override
  void close();
}
