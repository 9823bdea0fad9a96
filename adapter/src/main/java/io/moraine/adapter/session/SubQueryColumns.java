/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * Leaves out the columns that a sub-query does not need, as it is done for the query around it: so
 * that a common table expression looks the same in both.
 */
final class SubQueryColumns {
  private static final RelBuilderFactory BUILDER =
      RelBuilder.proto(Contexts.of(RelBuilder.Config.DEFAULT.withBloat(-1)));

  private SubQueryColumns() {}

  /** The same rows; a tree in which rows of one query are seen from another stays as it is. */
  static RelNode trim(RelNode tree) {
    return RelOptUtil.getVariablesUsed(tree).isEmpty() && isPlain(tree)
        ? new RelFieldTrimmer(null, BUILDER.create(tree.getCluster(), null)).trim(tree)
        : tree;
  }

  private static boolean isPlain(RelNode node) {
    return node.getVariablesSet().isEmpty()
        && !holdsSubQuery(node)
        && node.getInputs().stream().allMatch(SubQueryColumns::isPlain);
  }

  private static boolean holdsSubQuery(RelNode node) {
    boolean[] found = {false};
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            found[0] = true;
            return subQuery;
          }
        });
    return found[0];
  }
}
