/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The rows of a {@link ColumnarTree}, or the count of an {@link IcebergInsert}, in a plan of
 * Calcite's Enumerable convention. Its price is next to nothing, so that the larger tree always
 * wins over an operator on a smaller one.
 */
final class EnumerableColumnar extends AbstractRelNode implements EnumerableRel {
  /** Gives each tree its place in an Enumerable plan. */
  static final RuleConfig TREE_RULE =
      RuleConfig.of(
          "IcebergTreeToEnumerable",
          b -> b.operand(ColumnarTree.class).noInputs(),
          ToEnumerable::new);

  /** Gives an INSERT its place in an Enumerable plan. */
  static final RuleConfig INSERT_RULE =
      RuleConfig.of(
          "IcebergInsertToEnumerable",
          b -> b.operand(IcebergInsert.class).noInputs(),
          ToEnumerable::new);

  private final IcebergTarget target;
  private final RelNode plan;

  private EnumerableColumnar(RelTraitSet traits, IcebergTarget target, RelNode plan) {
    super(plan.getCluster(), traits);
    this.target = target;
    this.plan = plan;
  }

  private static EnumerableColumnar of(IcebergTarget target, RelNode plan) {
    RelTraitSet traits = plan.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
    // Of all operators only a sort at the top promises an order.
    return new EnumerableColumnar(
        plan instanceof Sort sort
            ? traits.replaceIf(RelCollationTraitDef.INSTANCE, sort::getCollation)
            : traits,
        target,
        plan);
  }

  @Override
  protected RelDataType deriveRowType() {
    return plan.getRowType();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return mq.getRowCount(plan);
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeTinyCost();
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("plan", ColumnarTree.digest(plan));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    return ExecuteCall.implement(implementor, this, target, plan);
  }

  private static final class ToEnumerable extends RelRule<RuleConfig> {
    ToEnumerable(RuleConfig config) {
      super(config);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      RelNode node = call.rel(0);
      call.transformTo(
          node instanceof IcebergInsert insert
              ? of(insert.target(), insert)
              : of(((ColumnarTree) node).target(), ((ColumnarTree) node).tree()));
    }
  }
}
