/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import io.moraine.rules.expr.Conjuncts;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexNode;

/**
 * Lets a filter's conjuncts prune files, and keeps the filter.
 *
 * <pre>
 * Filter(c)              Filter(c)
 *   IcebergScan     =>     IcebergScan(filter=[c'])
 * </pre>
 *
 * <p>The conjuncts are row expressions still: they are translated for Iceberg when a statement is
 * executed, with its parameters' values, each exact, inexact or not at all.
 */
final class FilterIntoScan extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      RuleConfig.of(
          "IcebergFilterIntoScan",
          b ->
              b.operand(Filter.class)
                  .oneInput(
                      s ->
                          s.operand(IcebergScan.class)
                              .predicate(scan -> scan.spec().filter().isEmpty())
                              .noInputs()),
          FilterIntoScan::new);

  private FilterIntoScan(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Filter filter = call.rel(0);
    IcebergScan scan = call.rel(1);
    int ownColumns = scan.target().schema().columns().size();
    List<RexNode> conjuncts =
        Conjuncts.overTable(filter.getCondition(), scan.spec().columns(), ownColumns);
    if (!conjuncts.isEmpty() && !scan.spec().isLimited()) {
      IcebergScan pruned = scan.with(scan.spec().prune(conjuncts));
      call.transformTo(filter.copy(filter.getTraitSet(), List.of(pruned)));
    }
  }
}
