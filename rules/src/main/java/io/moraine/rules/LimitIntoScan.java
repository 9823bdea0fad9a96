/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
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
 *     IcebergScan                  IcebergScan(limit=n+m)
 * </pre>
 *
 * <p>Only over a scan without a filter: below an inexact filter any number of rows may fall away.
 */
final class LimitIntoScan extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      RuleConfig.of(
          "IcebergLimitIntoScan",
          b ->
              b.operand(Sort.class)
                  .predicate(LimitIntoScan::isPlainLimit)
                  .oneInput(
                      s ->
                          s.operand(IcebergScan.class)
                              .predicate(LimitIntoScan::canTakeLimit)
                              .noInputs()),
          LimitIntoScan::new);
  static final RuleConfig PROJECT_CONFIG =
      RuleConfig.of(
          "IcebergLimitProjectIntoScan",
          b ->
              b.operand(Sort.class)
                  .predicate(LimitIntoScan::isPlainLimit)
                  .oneInput(
                      p ->
                          p.operand(Project.class)
                              .predicate(project -> !project.containsOver())
                              .oneInput(
                                  s ->
                                      s.operand(IcebergScan.class)
                                          .predicate(LimitIntoScan::canTakeLimit)
                                          .noInputs())),
          LimitIntoScan::new);

  private LimitIntoScan(RuleConfig config) {
    super(config);
  }

  private static boolean isPlainLimit(Sort sort) {
    return sort.getCollation().getFieldCollations().isEmpty()
        && sort.fetch instanceof RexLiteral
        && (sort.offset == null || sort.offset instanceof RexLiteral);
  }

  private static boolean canTakeLimit(IcebergScan scan) {
    return scan.spec().filter().isEmpty() && scan.spec().limit().isEmpty();
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    IcebergScan scan = call.rel(call.rels.length - 1);
    long rows = count(sort.fetch) + count(sort.offset);
    if (rows < 0) {
      return;
    }
    RelNode limited = scan.with(scan.spec().limit(rows));
    if (call.rel(1) instanceof Project project) {
      limited = project.copy(project.getTraitSet(), List.of(limited));
    }
    call.transformTo(sort.copy(sort.getTraitSet(), List.of(limited)));
  }

  private static long count(@Nullable RexNode literal) {
    return literal == null ? 0 : ((RexLiteral) literal).getValueAs(Long.class);
  }
}
