/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;

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
    return sort.getCollation().getFieldCollations().isEmpty() && LimitedScan.rows(sort) >= 0;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    long rows = LimitedScan.rows(sort);
    RelNode limited =
        rows < 0 ? null : LimitedScan.below(sort.getInput(), spec -> spec.limit(rows));
    if (limited != null) {
      call.transformTo(sort.copy(sort.getTraitSet(), List.of(limited)));
    }
  }
}
