/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;

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
    List<RexNode> conjuncts =
        RelOptUtil.conjunctions(filter.getCondition()).stream()
            .filter(FilterIntoScan::standsAlone)
            .map(conjunct -> overTable(conjunct, scan.spec().columns()))
            .toList();
    if (!conjuncts.isEmpty() && scan.spec().limit().isEmpty()) {
      IcebergScan pruned = scan.with(scan.spec().prune(conjuncts));
      call.transformTo(filter.copy(filter.getTraitSet(), List.of(pruned)));
    }
  }

  /** Whether a conjunct depends on the row, literals and parameters alone. */
  private static boolean standsAlone(RexNode conjunct) {
    if (!RexUtil.isDeterministic(conjunct)) {
      return false;
    }
    try {
      conjunct.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitSubQuery(RexSubQuery subQuery) {
              throw Util.FoundOne.NULL;
            }

            @Override
            public Void visitCorrelVariable(RexCorrelVariable correlVariable) {
              throw Util.FoundOne.NULL;
            }
          });
      return true;
    } catch (Util.FoundOne found) {
      return false;
    }
  }

  private static RexNode overTable(RexNode conjunct, List<Integer> columns) {
    return conjunct.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(columns.get(ref.getIndex()), ref.getType());
          }
        });
  }
}
