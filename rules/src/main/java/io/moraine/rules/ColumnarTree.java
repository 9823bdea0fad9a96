/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlExplainLevel;

/**
 * A whole tree that the columnar runtime executes as one statement, as a leaf of an Enumerable plan.
 * Its price is next to nothing, so that the larger tree always wins over an operator on a smaller
 * one.
 */
final class ColumnarTree extends AbstractRelNode implements EnumerableRel {
  private final IcebergTarget target;
  private final RelNode tree;

  private ColumnarTree(RelTraitSet traits, IcebergTarget target, RelNode tree) {
    super(tree.getCluster(), traits);
    this.target = target;
    this.tree = tree;
  }

  /** A leaf for {@code tree}; of all trees only a sort keeps an order. */
  static ColumnarTree of(IcebergTarget target, RelNode tree) {
    RelTraitSet traits = tree.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    return new ColumnarTree(
        tree instanceof Sort sort
            ? traits.replaceIf(RelCollationTraitDef.INSTANCE, sort::getCollation)
            : traits,
        target,
        tree);
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
    return super.explainTerms(pw)
        .item("tree", RelOptUtil.toString(tree, SqlExplainLevel.DIGEST_ATTRIBUTES).strip());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    return ExecuteCall.implement(implementor, this, target, tree);
  }
}
