/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Offers COUNT, MIN and MAX without groups to metadata.
 *
 * <pre>
 * Aggregate(COUNT(*), MIN(x))
 *   [Project]
 *     [Filter]             =>    IcebergAggregate
 *       IcebergScan
 * </pre>
 */
final class AggregateIntoScan extends RelRule<RuleConfig> {
  static final RuleConfig CONFIG =
      RuleConfig.of(
          "IcebergAggregateIntoScan",
          b -> b.operand(Aggregate.class).oneInput(i -> i.operand(RelNode.class).anyInputs()),
          AggregateIntoScan::new);

  private AggregateIntoScan(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Aggregate aggregate = call.rel(0);
    if (aggregate.getGroupCount() > 0
        || aggregate.getGroupSets().size() > 1
        || aggregate.getAggCallList().isEmpty()) {
      return;
    }
    RelNode below = aggregate.getInput().stripped();
    Project project = null;
    if (below instanceof Project p) {
      project = p;
      below = p.getInput().stripped();
    }
    int conjuncts = 0;
    if (below instanceof Filter filter) {
      conjuncts = RelOptUtil.conjunctions(filter.getCondition()).size();
      below = filter.getInput().stripped();
    }
    // A conjunct that could not be handed to planning is unknown to metadata.
    if (!(below instanceof IcebergScan scan)
        || scan.spec().isLimited()
        || conjuncts != scan.spec().filter().size()) {
      return;
    }
    List<MetadataAggregate> offered = new ArrayList<>();
    for (AggregateCall aggCall : aggregate.getAggCallList()) {
      Optional<MetadataAggregate> answer = offer(aggCall, project, scan);
      if (answer.isEmpty()) {
        return;
      }
      offered.add(answer.get());
    }
    call.transformTo(new IcebergAggregate(aggregate, scan, offered));
  }

  private static Optional<MetadataAggregate> offer(
      AggregateCall call, @Nullable Project project, IcebergScan scan) {
    if (call.hasFilter() || call.isDistinct() && isCount(call) || call.isApproximate()) {
      return Optional.empty();
    }
    if (call.getArgList().isEmpty()) {
      return isCount(call)
          ? Optional.of(new MetadataAggregate(MetadataAggregate.Kind.COUNT_ROWS, -1))
          : Optional.empty();
    }
    if (call.getArgList().size() > 1) {
      return Optional.empty();
    }
    int argument = call.getArgList().get(0);
    if (project != null) {
      if (!(project.getProjects().get(argument) instanceof RexInputRef ref)) {
        return Optional.empty();
      }
      argument = ref.getIndex();
    }
    int column = scan.spec().columns().get(argument);
    if (column >= scan.target().schema().columns().size()) {
      return Optional.empty();
    }
    SqlTypeName type =
        scan.getTable().getRowType().getFieldList().get(column).getType().getSqlTypeName();
    return switch (call.getAggregation().getKind()) {
      case COUNT -> Optional.of(new MetadataAggregate(MetadataAggregate.Kind.COUNT, column));
      case MIN -> bound(MetadataAggregate.Kind.MIN, column, type);
      case MAX -> bound(MetadataAggregate.Kind.MAX, column, type);
      default -> Optional.empty();
    };
  }

  private static boolean isCount(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.COUNT;
  }

  /**
   * Text and binary bounds may be cut, floating bounds leave out NaN, UUID bounds are unordered.
   */
  private static Optional<MetadataAggregate> bound(
      MetadataAggregate.Kind kind, int column, SqlTypeName type) {
    return switch (type) {
      case INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          Optional.of(new MetadataAggregate(kind, column));
      default -> Optional.empty();
    };
  }
}
