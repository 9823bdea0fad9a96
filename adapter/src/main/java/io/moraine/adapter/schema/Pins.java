/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.adapter.catalog.CatalogLease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * The states of tables that one execution of a statement sees: each is taken at its first use, and
 * used again wherever the statement names the table.
 */
public final class Pins {
  private final Map<Key, Table> states = new ConcurrentHashMap<>();
  private final boolean asValidated;

  /** Pins of their own: tables are seen as they are at first use from now on. */
  public Pins() {
    this(false);
  }

  private Pins(boolean asValidated) {
    this.asValidated = asValidated;
  }

  /** The states that a statement was validated with, for its first execution. */
  public static Pins asValidated() {
    return new Pins(true);
  }

  private record Key(String catalog, TableIdentifier id) {}

  /**
   * The pinned state of a table.
   *
   * @throws NoSuchTableException if the catalog had no such table at first use
   */
  Table state(CatalogLease lease, TableIdentifier id) {
    return states.computeIfAbsent(
        new Key(lease.name(), id),
        k -> TableStates.shared().current(lease.catalog(), id, lease.name() + "." + id));
  }

  /**
   * The state in which this execution sees a table.
   *
   * @throws io.moraine.rules.error.MoraineException TABLE_NOT_FOUND if it was dropped, or what its
   *     catalog fails with
   */
  public Table state(IcebergTable table) {
    return asValidated ? table.state() : table.load(this);
  }
}
