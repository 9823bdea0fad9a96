/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlExplainLevel;

/** A whole tree that the columnar runtime executes as one statement. To a planner it is a leaf. */
final class ColumnarTree extends AbstractRelNode {
  private final IcebergTarget target;
  private final RelNode tree;

  ColumnarTree(IcebergTarget target, RelNode tree) {
    super(tree.getCluster(), tree.getCluster().traitSetOf(MoraineConvention.INSTANCE));
    this.target = target;
    this.tree = tree;
  }

  /** Who executes the tree. */
  IcebergTarget target() {
    return target;
  }

  /** The operators as they were written, over scans of Iceberg tables. */
  RelNode tree() {
    return tree;
  }

  @Override
  protected RelDataType deriveRowType() {
    return tree.getRowType();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return mq.getRowCount(tree);
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeTinyCost();
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("tree", digest(tree));
  }

  static String digest(RelNode tree) {
    return RelOptUtil.toString(tree, SqlExplainLevel.DIGEST_ATTRIBUTES).strip();
  }
}
