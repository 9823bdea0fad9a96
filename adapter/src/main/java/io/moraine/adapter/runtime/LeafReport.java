/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.plan.MetadataAnswer;
import io.moraine.adapter.plan.ScanPlan;
import io.moraine.adapter.plan.ScanPlanner;
import io.moraine.adapter.plan.ScanReport;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.rules.Pin;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;

/**
 * What a leaf would read.
 *
 * @param table the table's full name
 * @param snapshotId the snapshot, or {@link Pin#NO_SNAPSHOT}
 * @param reader who reads how many files: {@code read_parquet} where it is all of them and no row
 *     is deleted, or {@code metadata} where no data file is opened
 * @param pruning how the filter on the table prunes files
 * @param report what planning read and found
 */
public record LeafReport(
    String table, long snapshotId, String reader, Pruning pruning, ScanReport report) {
  /** How the filter on a table prunes files. */
  public enum Pruning {
    /** There is no filter, or nothing of it could be handed to Iceberg. */
    NONE,
    /** A part of the filter, or more rows than it. */
    INEXACT,
    /** Just the filter. */
    EXACT
  }

  private static Pruning pruning(ScanPlan plan) {
    if (plan.filter().op() == Expression.Operation.TRUE) {
      return Pruning.NONE;
    }
    return plan.filterIsExact() ? Pruning.EXACT : Pruning.INEXACT;
  }

  static LeafReport of(Leaf leaf, Execution execution) {
    IcebergTable table = (IcebergTable) leaf.target();
    Table state = execution.pins().state(table);
    long snapshotId = IcebergTable.pin(state).snapshotId();
    if (table.metadataType().isPresent()) {
      return new LeafReport(
          table.fullName(), snapshotId, "metadata", Pruning.NONE, ScanReport.EMPTY);
    }
    boolean aggregate = leaf instanceof Leaf.AggregateLeaf;
    ScanPlan plan =
        new ScanPlanner(execution.parameters(), execution.zone())
            .plan(state, table.fullName(), leaf.scan().spec(), aggregate);
    boolean answered =
        leaf instanceof Leaf.AggregateLeaf a
            && MetadataAnswer.of(plan, a.aggregate().aggregates()).isPresent();
    return new LeafReport(
        table.fullName(),
        snapshotId,
        answered ? "metadata" : LeafKinds.of(state, plan),
        pruning(plan),
        plan.report());
  }
}
