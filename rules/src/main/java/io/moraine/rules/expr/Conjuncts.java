/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;

/** The parts of a filter that a scan below it can use by itself. */
public final class Conjuncts {
  private Conjuncts() {}

  /**
   * The conjuncts that depend on the row, literals and parameters alone.
   *
   * @param condition a condition over the columns that a scan gives
   * @param columns the positions of these columns in the table, from 0
   * @param ownColumns how many columns the table's schema has; those behind them are no values of
   *     the row, and no conjunct over them is returned
   * @return conjuncts over the columns of the table
   */
  public static List<RexNode> overTable(RexNode condition, List<Integer> columns, int ownColumns) {
    return RelOptUtil.conjunctions(condition).stream()
        .filter(Conjuncts::standsAlone)
        .map(conjunct -> mapped(conjunct, columns))
        .filter(conjunct -> RelOptUtil.InputFinder.bits(conjunct).length() <= ownColumns)
        .toList();
  }

  /** An expression over other columns: column {@code i} becomes that at {@code positions(i)}. */
  public static RexNode mapped(RexNode node, List<Integer> positions) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(positions.get(ref.getIndex()), ref.getType());
          }
        });
  }

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
}
