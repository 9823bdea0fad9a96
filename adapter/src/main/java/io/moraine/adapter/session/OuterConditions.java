/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves conditions that refer to an outer row below the joins of a sub-query, to the one input that
 * they are about; Calcite's rules leave them on top. The engine joins the outer rows where their
 * conditions are: above a join whose inputs have filters it may choose another input, and then
 * joins all rows of the others.
 */
final class OuterConditions extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof LogicalFilter filter && filter.getInput() instanceof LogicalJoin
        ? moved(filter)
        : visited;
  }

  private static RelNode moved(LogicalFilter filter) {
    RelNode input = filter.getInput();
    List<RexNode> kept = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      RelNode below = isMovable(condition) ? below(input, condition) : input;
      if (below == input) {
        kept.add(condition);
      }
      input = below;
    }
    return kept.isEmpty() && filter.getVariablesSet().isEmpty()
        ? input
        : filter.copy(filter.getTraitSet(), input, and(filter, kept));
  }

  private static boolean isMovable(RexNode condition) {
    return RexUtil.containsCorrelation(condition)
        && RexUtil.SubQueryFinder.find(condition) == null
        && RexUtil.isDeterministic(condition);
  }

  /** The same join, with the condition on one of its inputs where it is about that one alone. */
  private static RelNode below(RelNode node, RexNode condition) {
    if (!(node instanceof LogicalJoin join) || !join.getVariablesSet().isEmpty()) {
      return node;
    }
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(condition);
    int left = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet ofLeft = ImmutableBitSet.range(left);
    if (columns.isEmpty() || !join.getJoinType().projectsRight()) {
      return node;
    }
    if (ofLeft.contains(columns) && !join.getJoinType().generatesNullsOnLeft()) {
      return join.copy(
          join.getTraitSet(), List.of(filtered(join.getLeft(), condition), join.getRight()));
    }
    if (!ofLeft.intersects(columns) && !join.getJoinType().generatesNullsOnRight()) {
      RexNode shifted = RexUtil.shift(condition, -left);
      return join.copy(
          join.getTraitSet(), List.of(join.getLeft(), filtered(join.getRight(), shifted)));
    }
    return node;
  }

  private static RelNode filtered(RelNode node, RexNode condition) {
    RelNode below = below(node, condition);
    if (below != node) {
      return below;
    }
    return node instanceof LogicalFilter filter && filter.getVariablesSet().isEmpty()
        ? filter.copy(
            filter.getTraitSet(),
            filter.getInput(),
            and(filter, List.of(filter.getCondition(), condition)))
        : LogicalFilter.create(node, condition);
  }

  private static RexNode and(LogicalFilter filter, List<RexNode> conditions) {
    RexBuilder builder = filter.getCluster().getRexBuilder();
    return RexUtil.flatten(builder, RexUtil.composeConjunction(builder, conditions));
  }
}
