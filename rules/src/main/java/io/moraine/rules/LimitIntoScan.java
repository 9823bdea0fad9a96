/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Lets planning stop when it has enough rows for a LIMIT without an order, and keeps the limit.
 *
 * <pre>
 * Sort(fetch=n, offset=m)      Sort(fetch=n, offset=m)
 *   [Project]              =>    [Project]
 *     [Filter]                     [Filter]
 *       IcebergScan                  IcebergScan(limit=n+m)
 * </pre>
 *
 * <p>A filter must have been handed to planning as a whole: only rows of files that planning knows
 * to satisfy it count.
 */
final class LimitIntoScan extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      RuleConfig.of(
          "IcebergLimitIntoScan",
          b ->
              b.operand(Sort.class)
                  .predicate(LimitIntoScan::isPlainLimit)
                  .oneInput(i -> i.operand(RelNode.class).anyInputs()),
          LimitIntoScan::new);

  private LimitIntoScan(RuleConfig config) {
    super(config);
  }

  private static boolean isPlainLimit(Sort sort) {
    return sort.getCollation().getFieldCollations().isEmpty()
        && sort.fetch instanceof RexLiteral
        && (sort.offset == null || sort.offset instanceof RexLiteral);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    long rows = count(sort.fetch) + count(sort.offset);
    RelNode limited = rows < 0 ? null : limited(sort.getInput(), rows);
    if (limited != null) {
      call.transformTo(sort.copy(sort.getTraitSet(), List.of(limited)));
    }
  }

  /** The same tree over a limited scan, or null if the limit must see all rows. */
  private static @Nullable RelNode limited(RelNode tree, long rows) {
    RelNode top = tree.stripped();
    if (top instanceof Project project && !project.containsOver()) {
      RelNode below = limited(project.getInput(), rows);
      return below == null ? null : project.copy(project.getTraitSet(), List.of(below));
    }
    int conjuncts = 0;
    RelNode below = top;
    if (top instanceof Filter filter) {
      conjuncts = RelOptUtil.conjunctions(filter.getCondition()).size();
      below = filter.getInput().stripped();
    }
    if (!(below instanceof IcebergScan scan)
        || scan.spec().limit().isPresent()
        || scan.spec().filter().size() != conjuncts) {
      return null;
    }
    RelNode limited = scan.with(scan.spec().limit(rows));
    return top == below ? limited : top.copy(top.getTraitSet(), List.of(limited));
  }

  private static long count(@Nullable RexNode literal) {
    return literal == null ? 0 : ((RexLiteral) literal).getValueAs(Long.class);
  }
}
