/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.adapter.catalog.CatalogLease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * The states of tables that one execution of a statement sees: each is taken at its first use, and
 * used again wherever the statement names the table.
 */
public final class Pins {
  private final Map<Key, Table> states = new ConcurrentHashMap<>();
  private static final Cache<RelOptCluster, Pins> OF_CLUSTERS =
      Caffeine.newBuilder().weakKeys().build();

  private final Kind kind;

  private enum Kind {
    AT_FIRST_USE,
    AS_VALIDATED,
    NEWEST
  }

  /** Pins of their own: tables are seen as they are at first use from now on. */
  public Pins() {
    this(Kind.AT_FIRST_USE);
  }

  private Pins(Kind kind) {
    this.kind = kind;
  }

  /** The states that a statement was validated with, for its first execution. */
  public static Pins asValidated() {
    return new Pins(Kind.AS_VALIDATED);
  }

  /** No pins: tables are seen as they are whenever they are looked at. */
  static Pins newest() {
    return new Pins(Kind.NEWEST);
  }

  /** These pins, or if they hold nothing, those of the statement that a cluster belongs to. */
  Pins of(RelOptCluster cluster) {
    return kind == Kind.NEWEST ? OF_CLUSTERS.get(cluster, c -> new Pins()) : this;
  }

  private record Key(String catalog, TableIdentifier id) {}

  /**
   * The pinned state of a table.
   *
   * @throws NoSuchTableException if the catalog had no such table at first use
   */
  Table state(CatalogLease lease, TableIdentifier id) {
    return kind == Kind.NEWEST
        ? load(lease, id)
        : states.computeIfAbsent(new Key(lease.name(), id), k -> load(lease, id));
  }

  private static Table load(CatalogLease lease, TableIdentifier id) {
    return TableStates.shared().current(lease.catalog(), id, lease.name() + "." + id);
  }

  /**
   * The state in which this execution sees a table.
   *
   * @throws io.moraine.rules.error.MoraineException TABLE_NOT_FOUND if it was dropped, or what its
   *     catalog fails with
   */
  public Table state(IcebergTable table) {
    return kind == Kind.AS_VALIDATED ? table.state() : table.load(this);
  }
}
