/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
 * Offers COUNT, MIN and MAX to metadata, without groups or by columns that partition the table.
 *
 * <pre>
 * Aggregate(group by p, COUNT(*), MIN(x))
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
    if (aggregate.getGroupSets().size() > 1 || aggregate.getRowType().getFieldCount() == 0) {
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
    for (int key : aggregate.getGroupSet()) {
      OptionalInt column = column(key, project, scan);
      if (column.isEmpty() || !isKey(scan, column.getAsInt())) {
        return;
      }
      offered.add(new MetadataAggregate(MetadataAggregate.Kind.KEY, column.getAsInt()));
    }
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
    OptionalInt argument = column(call.getArgList().get(0), project, scan);
    if (argument.isEmpty()) {
      return Optional.empty();
    }
    int column = argument.getAsInt();
    SqlTypeName type = type(scan, column);
    return switch (call.getAggregation().getKind()) {
      case COUNT -> Optional.of(new MetadataAggregate(MetadataAggregate.Kind.COUNT, column));
      case MIN -> bound(MetadataAggregate.Kind.MIN, column, type);
      case MAX -> bound(MetadataAggregate.Kind.MAX, column, type);
      default -> Optional.empty();
    };
  }

  /** The column of the table's own that a column below the aggregate is. */
  private static OptionalInt column(int index, @Nullable Project project, IcebergScan scan) {
    int below = index;
    if (project != null) {
      if (!(project.getProjects().get(index) instanceof RexInputRef ref)) {
        return OptionalInt.empty();
      }
      below = ref.getIndex();
    }
    int column = scan.spec().columns().get(below);
    return column < scan.target().schema().columns().size()
        ? OptionalInt.of(column)
        : OptionalInt.empty();
  }

  /** Floating numbers are other numbers as keys than as partitions: zero has two signs. */
  private static boolean isKey(IcebergScan scan, int column) {
    return scan.target().identityColumns().contains(column)
        && !SqlTypeName.APPROX_TYPES.contains(type(scan, column));
  }

  private static SqlTypeName type(IcebergScan scan, int column) {
    return scan.getTable().getRowType().getFieldList().get(column).getType().getSqlTypeName();
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
