/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import com.google.common.collect.ImmutableSet;
import io.moraine.adapter.foreign.ForeignPushDown;
import io.moraine.rules.IcebergRules;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Pushes filters down to the scans and what helps planning into them. Joins are not reordered and
 * sub-queries not decorrelated: the engine does both better.
 */
final class Optimizer {
  /**
   * Calcite's simplifier merges comparisons into ranges by its own order of constants: UUIDs as
   * signed numbers, text by UTF-16 unit, instants and local times alike. The engine has another.
   */
  private static final RelBuilderFactory UNSIMPLIFIED =
      RelBuilder.proto(Contexts.of(RelBuilder.Config.DEFAULT.withSimplify(false)));

  private static final List<RelOptRule> PUSH_DOWN =
      List.of(
          rule(CoreRules.FILTER_INTO_JOIN, Filter.class, Join.class),
          joinCondition(),
          rule(CoreRules.FILTER_PROJECT_TRANSPOSE, Filter.class, Project.class),
          rule(CoreRules.FILTER_AGGREGATE_TRANSPOSE, Filter.class, Aggregate.class),
          rule(CoreRules.FILTER_SET_OP_TRANSPOSE, Filter.class, SetOp.class),
          rule(CoreRules.FILTER_MERGE, Filter.class, Filter.class),
          rule(CoreRules.PROJECT_MERGE, Project.class, Project.class),
          CoreRules.PROJECT_REMOVE.config.withRelBuilderFactory(UNSIMPLIFIED).toRule());

  private static final HepProgram PROGRAM = program();

  private Optimizer() {}

  /**
   * A rule that leaves alone the nodes whose sub-queries refer to their rows: moved or merged, the
   * references would mean other rows.
   */
  private static RelOptRule rule(
      RelRule<?> rule, Class<? extends RelNode> node, Class<? extends RelNode> input) {
    return rule.config
        .withRelBuilderFactory(UNSIMPLIFIED)
        .withOperandSupplier(
            top ->
                top.operand(node)
                    .predicate(Optimizer::namesNoRows)
                    .oneInput(below -> below.operand(input).predicate(Optimizer::lets).anyInputs()))
        .toRule();
  }

  private static RelOptRule joinCondition() {
    return CoreRules.JOIN_CONDITION_PUSH
        .config
        .withRelBuilderFactory(UNSIMPLIFIED)
        .withOperandSupplier(
            join -> join.operand(Join.class).predicate(Optimizer::namesNoRows).anyInputs())
        .toRule();
  }

  private static boolean namesNoRows(RelNode node) {
    return node.getVariablesSet().isEmpty();
  }

  /** A group of all rows is there even without rows, so that no condition may come before it. */
  private static boolean lets(RelNode node) {
    return namesNoRows(node)
        && !(node instanceof Aggregate aggregate
            && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty));
  }

  private static HepProgram program() {
    HepProgramBuilder program = new HepProgramBuilder().addRuleCollection(PUSH_DOWN);
    // Each after the other: a limit or an aggregate must see the whole filter of its scan.
    IcebergRules.all().forEach(program::addRuleInstance);
    return program.build();
  }

  /** The same rows from a better tree. */
  static RelNode optimize(RelNode tree) {
    HepPlanner planner = new HepPlanner(PROGRAM);
    planner.setRoot(tree.accept(new SplitFilters()));
    RelNode optimized = ForeignPushDown.in(planner.findBestExp());
    return optimized.accept(new OuterConditions()).accept(new SubQueries());
  }

  /**
   * Flattens the conditions of joins and parts a filter whose sub-queries refer to its rows from
   * the conditions that rules can move.
   */
  private static final class SplitFilters extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode other) {
      RelNode visited = super.visit(other);
      if (visited instanceof LogicalJoin join) {
        return flat(join);
      }
      return visited instanceof LogicalFilter filter && !namesNoRows(filter)
          ? split(filter)
          : visited;
    }

    /**
     * The rules make filters of the conditions of joins, and filters must have neither nested ANDs
     * nor casts that only let NULL in.
     */
    private static RelNode flat(LogicalJoin join) {
      RexBuilder builder = join.getCluster().getRexBuilder();
      List<RexNode> conditions =
          RelOptUtil.conjunctions(join.getCondition()).stream()
              .map(c -> RexUtil.removeNullabilityCast(builder.getTypeFactory(), c))
              .toList();
      return join.copy(
          join.getTraitSet(),
          RexUtil.flatten(builder, RexUtil.composeConjunction(builder, conditions)),
          join.getLeft(),
          join.getRight(),
          join.getJoinType(),
          join.isSemiJoinDone());
    }

    private static RelNode split(LogicalFilter filter) {
      Map<Boolean, List<RexNode>> conditions =
          RelOptUtil.conjunctions(filter.getCondition()).stream()
              .collect(Collectors.partitioningBy(c -> RexUtil.SubQueryFinder.find(c) != null));
      List<RexNode> plain = conditions.getOrDefault(false, List.of());
      if (plain.isEmpty()) {
        return filter;
      }
      RexBuilder builder = filter.getCluster().getRexBuilder();
      RelNode below =
          LogicalFilter.create(filter.getInput(), RexUtil.composeConjunction(builder, plain));
      return LogicalFilter.create(
          below,
          RexUtil.composeConjunction(builder, conditions.getOrDefault(true, List.of())),
          ImmutableSet.copyOf(filter.getVariablesSet()));
    }
  }

  /** Optimizes the trees inside of expressions, which a planner does not see. */
  private static final class SubQueries extends RelHomogeneousShuttle {
    private final RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return visited.clone(optimize(SubQueryColumns.trim(visited.rel)));
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      return super.visit(other).accept(expressions);
    }
  }
}
