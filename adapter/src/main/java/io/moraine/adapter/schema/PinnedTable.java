/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SupportsDistributedScanPlanning;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableScan;
import org.jspecify.annotations.Nullable;

/** A table in a state that never moves; where its catalog plans scans, it is asked to. */
public final class PinnedTable extends BaseTable {
  private final transient @Nullable Table planner;

  PinnedTable(
      TableOperations live, TableMetadata metadata, String fullName, @Nullable Table planner) {
    super(new PinnedOperations(live, metadata), fullName);
    this.planner = planner;
  }

  /** The table itself if its scans are planned by its catalog: those of no other forbid that. */
  static @Nullable Table planner(Table loaded) {
    return loaded instanceof SupportsDistributedScanPlanning planning
            && !planning.allowDistributedPlanning()
        ? loaded
        : null;
  }

  /**
   * A scan of the current snapshot that the catalog's server plans; null where none does, or where
   * it would plan by other columns than those of this state.
   */
  public @Nullable TableScan scanByCatalog() {
    Snapshot snapshot = currentSnapshot();
    Table server = planner;
    if (server == null
        || snapshot == null
        || snapshot.schemaId() == null
        || snapshot.schemaId() != schema().schemaId()
        || server.snapshot(snapshot.snapshotId()) == null) {
      return null;
    }
    return server.newScan().useSnapshot(snapshot.snapshotId());
  }
}
