/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;

/**
 * Leaves constant expressions for the runtime. Calcite's own evaluation drops the digits of a
 * date-time below milliseconds, and lets integers wrap around.
 */
public final class UnreducedConstants implements RexExecutor {
  private static final UnreducedConstants INSTANCE = new UnreducedConstants();

  private UnreducedConstants() {}

  /**
   * Makes a planner leave constants alone. A builder of relational expressions asks for this when
   * it is made, so that a planner must have it before.
   */
  public static void in(RelOptPlanner planner) {
    planner.setExecutor(INSTANCE);
  }

  @Override
  public void reduce(RexBuilder rexBuilder, List<RexNode> constExps, List<RexNode> reducedValues) {
    reducedValues.addAll(constExps);
  }
}
