/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Util;

/**
 * Finds aggregates that a tree has twice, as one over a common table expression that is used in
 * several places, and makes each of them one.
 */
final class SharedTrees {
  /** Telling trees apart takes their texts; a statement with more aggregates was generated. */
  private static final int MAX_AGGREGATES = 64;

  private final String prefix;
  private final Map<String, Integer> uses = new LinkedHashMap<>();
  private final Map<String, SharedRows> shared = new HashMap<>();
  private int aggregates;

  private SharedTrees(String prefix) {
    this.prefix = prefix;
  }

  /**
   * The same tree, whose equal parts are the same {@link SharedRows}.
   *
   * @param prefix what the names of these start with
   */
  static RelNode of(RelNode tree, String prefix) {
    SharedTrees trees = new SharedTrees(prefix);
    trees.count(tree);
    boolean none = trees.uses.values().stream().noneMatch(n -> n > 1);
    return none || trees.aggregates > MAX_AGGREGATES ? tree : tree.accept(trees.new Replace());
  }

  private void count(RelNode node) {
    if (node instanceof Aggregate aggregate && ++aggregates <= MAX_AGGREGATES) {
      String key = key(aggregate);
      // What is inside is used as often as the whole.
      if (uses.merge(key, 1, Integer::sum) > 1) {
        return;
      }
    }
    node.getInputs().forEach(this::count);
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            count(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        });
  }

  private static String key(Aggregate aggregate) {
    return RelOptUtil.toString(aggregate, SqlExplainLevel.DIGEST_ATTRIBUTES)
        + aggregate.getRowType().getFullTypeString();
  }

  private final class Replace extends RelHomogeneousShuttle {
    private final RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            RelNode rel = visited.rel.accept(Replace.this);
            return rel == visited.rel ? visited : visited.clone(rel);
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      if (other instanceof Aggregate aggregate) {
        String key = key(aggregate);
        if (uses.getOrDefault(key, 0) > 1 && !refersOutside(aggregate)) {
          SharedRows known = shared.get(key);
          if (known == null) {
            Aggregate rows = (Aggregate) super.visit(aggregate).accept(expressions);
            known = new SharedRows(prefix + "$shared" + shared.size(), rows);
            shared.put(key, known);
          }
          return known;
        }
      }
      return super.visit(other).accept(expressions);
    }
  }

  /** Whether rows depend on those of a query around them. */
  private static boolean refersOutside(RelNode tree) {
    try {
      requireClosed(tree);
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  private static void requireClosed(RelNode node) {
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            throw Util.FoundOne.NULL;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            requireClosed(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        });
    node.getInputs().forEach(SharedTrees::requireClosed);
  }
}
