/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.IcebergRules;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Pushes filters down to the scans and what helps planning into them. Joins are not reordered and
 * sub-queries not decorrelated: the engine does both better.
 */
final class Optimizer {
  private static final List<RelOptRule> PUSH_DOWN =
      List.of(
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          CoreRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          CoreRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE);

  private static final HepProgram PROGRAM = program();

  private Optimizer() {}

  private static HepProgram program() {
    HepProgramBuilder program = new HepProgramBuilder().addRuleCollection(PUSH_DOWN);
    // Each after the other: a limit or an aggregate must see the whole filter of its scan.
    IcebergRules.all().forEach(program::addRuleInstance);
    return program.build();
  }

  /** The same rows from a better tree. */
  static RelNode optimize(RelNode tree) {
    HepPlanner planner = new HepPlanner(PROGRAM);
    planner.setRoot(tree);
    RelNode optimized = planner.findBestExp();
    return optimized.accept(new SubQueries());
  }

  /** Optimizes the trees inside of expressions, which a planner does not see. */
  private static final class SubQueries extends RelHomogeneousShuttle {
    private final RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return visited.clone(optimize(visited.rel));
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      return super.visit(other).accept(expressions);
    }
  }
}
