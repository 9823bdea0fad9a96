/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.rules.SubstitutionRule;
import org.jspecify.annotations.Nullable;

/**
 * Hands the largest trees over Iceberg tables to the columnar runtime, in Calcite's cost-based
 * planner.
 *
 * <pre>
 * Operator                =>    ColumnarTree(Operator(a, b))
 *   ColumnarTree(a)
 *   ColumnarTree(b)
 * </pre>
 *
 * <p>A substitution: it goes before all exploration, and what it replaced is explored no more. The
 * runtime's own optimizer does better, and Calcite's takes long over many joins.
 */
final class TreeIntoColumnar extends RelRule<RuleConfig> implements SubstitutionRule {
  private final IcebergTarget target;
  private final Map<RelNode, RelNode> trees = new IdentityHashMap<>();

  private TreeIntoColumnar(RuleConfig config, IcebergTarget target) {
    super(config);
    this.target = target;
  }

  /** The rule for one planner; {@code target} executes its trees. */
  static TreeIntoColumnar of(IcebergTarget target) {
    return new TreeIntoColumnar(
        RuleConfig.of(
            "IcebergTreeIntoColumnar",
            b -> b.operand(RelNode.class).predicate(TreeIntoColumnar::isCandidate).anyInputs(),
            config -> new TreeIntoColumnar(config, target)),
        target);
  }

  @Override
  public boolean autoPruneOld() {
    return true;
  }

  private static boolean isCandidate(RelNode node) {
    if (node instanceof IcebergScan) {
      return true;
    }
    boolean known =
        node instanceof Project
            || node instanceof Filter
            || node instanceof Aggregate
            || node instanceof Sort
            || node instanceof Join
            || node instanceof SetOp
            || node instanceof Values;
    return known && node.getConvention() == Convention.NONE;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    RelNode node = call.rel(0);
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : node.getInputs()) {
      RelNode tree = tree(input);
      if (tree == null) {
        return;
      }
      inputs.add(tree);
    }
    if (dependsOnOuterRow(node) || !target.canExecute(node)) {
      return;
    }
    RelNode tree = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
    trees.put(node, tree);
    call.transformTo(new ColumnarTree(target, tree));
  }

  private @Nullable RelNode tree(RelNode input) {
    List<RelNode> equal = input instanceof RelSubset subset ? subset.getRelList() : List.of(input);
    for (RelNode rel : equal) {
      RelNode tree = trees.get(rel);
      if (tree != null) {
        return tree;
      }
    }
    return null;
  }

  private static boolean dependsOnOuterRow(RelNode node) {
    // Without its inputs, a node only uses the variables of its own expressions.
    return !node.getVariablesSet().isEmpty() || !variables(node).isEmpty();
  }

  private static Set<CorrelationId> variables(RelNode node) {
    RelOptUtil.VariableUsedVisitor visitor = new RelOptUtil.VariableUsedVisitor(null);
    node.accept(visitor);
    return visitor.variables;
  }
}
