/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexInputRef;

/**
 * Lets planning skip files that have none of the first rows in an order, and keeps the sort.
 *
 * <pre>
 * Sort(x, fetch=n, offset=m)      Sort(x, fetch=n, offset=m)
 *   [Project]                 =>    [Project]
 *     [Filter]                        [Filter]
 *       IcebergScan                     IcebergScan(first=n+m by x)
 * </pre>
 */
final class TopNIntoScan extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      RuleConfig.of(
          "IcebergTopNIntoScan",
          b ->
              b.operand(Sort.class)
                  .predicate(TopNIntoScan::isTopN)
                  .oneInput(i -> i.operand(RelNode.class).anyInputs()),
          TopNIntoScan::new);

  private TopNIntoScan(RuleConfig config) {
    super(config);
  }

  private static boolean isTopN(Sort sort) {
    return !sort.getCollation().getFieldCollations().isEmpty() && LimitedScan.rows(sort) >= 0;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    RelFieldCollation key = sort.getCollation().getFieldCollations().get(0);
    OptionalInt column = column(sort.getInput().stripped(), key.getFieldIndex());
    if (column.isEmpty()) {
      return;
    }
    // Without a word about NULLs they may be anywhere.
    TopN first =
        new TopN(
            column.getAsInt(),
            key.getDirection().isDescending(),
            key.nullDirection != RelFieldCollation.NullDirection.LAST,
            LimitedScan.rows(sort));
    RelNode limited = LimitedScan.below(sort.getInput(), spec -> spec.top(first));
    if (limited != null) {
      call.transformTo(sort.copy(sort.getTraitSet(), List.of(limited)));
    }
  }

  /** The table's column that a column of a tree is. */
  private static OptionalInt column(RelNode tree, int index) {
    if (tree instanceof Project project) {
      return project.getProjects().get(index) instanceof RexInputRef ref
          ? column(project.getInput().stripped(), ref.getIndex())
          : OptionalInt.empty();
    }
    if (tree instanceof Filter filter) {
      return column(filter.getInput().stripped(), index);
    }
    return tree instanceof IcebergScan scan
        ? OptionalInt.of(scan.spec().columns().get(index))
        : OptionalInt.empty();
  }
}
