/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The scan below a limit, if nothing between them needs more rows than the limit lets through. */
final class LimitedScan {
  private LimitedScan() {}

  /**
   * The same tree over a scan that knows of the limit, or null if the limit must see all rows. A
   * filter must have been handed to planning as a whole: only rows of files that planning knows to
   * satisfy it count.
   */
  static @Nullable RelNode below(RelNode tree, UnaryOperator<ScanSpec> limit) {
    RelNode top = tree.stripped();
    if (top instanceof Project project && !project.containsOver()) {
      RelNode below = below(project.getInput(), limit);
      return below == null ? null : project.copy(project.getTraitSet(), List.of(below));
    }
    int conjuncts = 0;
    RelNode below = top;
    if (top instanceof Filter filter) {
      conjuncts = RelOptUtil.conjunctions(filter.getCondition()).size();
      below = filter.getInput().stripped();
    }
    if (!(below instanceof IcebergScan scan)
        || scan.spec().isLimited()
        || scan.spec().filter().size() != conjuncts) {
      return null;
    }
    RelNode limited = scan.with(limit.apply(scan.spec()));
    return top == below ? limited : top.copy(top.getTraitSet(), List.of(limited));
  }

  /** How many rows a sort needs at most, those of its offset with them; −1 if that is not known. */
  static long rows(Sort sort) {
    if (!(sort.fetch instanceof RexLiteral)
        || sort.offset != null && !(sort.offset instanceof RexLiteral)) {
      return -1;
    }
    long rows = count(sort.fetch) + count(sort.offset);
    return rows < 0 ? -1 : rows;
  }

  private static long count(@Nullable RexNode literal) {
    return literal == null ? 0 : ((RexLiteral) literal).getValueAs(Long.class);
  }
}
