/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Aggregates over windows. */
final class DuckWindows {
  private final EngineCalls calls;
  private final DuckKeys keys;
  private final Sums sums;

  DuckWindows(EngineCalls calls, Sums sums) {
    this.calls = calls;
    this.sums = sums;
    this.keys = new DuckKeys(calls);
  }

  /** A window whose operands, keys and bounds were rewritten already. */
  RexNode translate(RexOver over, RexOver operands) {
    requireExact(over);
    requireComparable(over);
    RexOver rewritten = keys.over(operands);
    return switch (over.getAggOperator().getKind()) {
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          over.ignoreNulls() ? ignoringNulls(rewritten) : rewritten;
      case ROW_NUMBER, RANK, DENSE_RANK, COUNT, MIN, MAX, NTILE, PERCENT_RANK, CUME_DIST ->
          rewritten;
      case SUM, SUM0 -> sum(over, rewritten);
      case AVG ->
          SqlTypeUtil.isApproximateNumeric(over.getType())
              ? finite(rewritten)
              : average(over, rewritten);
      default -> {
        if (over.getAggOperator() instanceof LibraryAggregate library) {
          yield over(rewritten, over.getType(), library.text(over.isDistinct()));
        }
        throw EngineCalls.unsupported(over.getAggOperator().getName() + " over a window");
      }
    };
  }

  /** The engine would take nanoseconds for microseconds beside an interval, or a default. */
  private static void requireExact(RexOver over) {
    RexWindow window = over.getWindow();
    boolean offsets =
        window.getLowerBound().getOffset() != null || window.getUpperBound().getOffset() != null;
    boolean nanos = window.orderKeys.stream().anyMatch(key -> Nanos.isNano(key.getKey().getType()));
    if (offsets && nanos && !window.isRows()) {
      throw EngineCalls.unsupported("RANGE with an offset over timestamps with nanoseconds");
    }
    if (over.getOperands().size() > 2) {
      DuckNanos.requireSame(
          over.getType(), over.getOperands().get(2).getType(), over.getAggOperator().getName());
    }
  }

  private static void requireComparable(RexOver over) {
    boolean passed =
        switch (over.getAggOperator().getKind()) {
          case LAG, LEAD -> over.getOperands().size() < 3;
          case COUNT -> !over.isDistinct();
          case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
          default -> false;
        };
    if (!passed) {
      for (RexNode operand : over.getOperands()) {
        DuckNested.requireComparable(
            over.getAggOperator().getName() + " OVER of", operand.getType());
      }
    }
  }

  private RexNode ignoringNulls(RexOver over) {
    StringBuilder text = new StringBuilder(over.getAggOperator().getName()).append("($0");
    for (int i = 1; i < over.getOperands().size(); i++) {
      text.append(", $").append(i);
    }
    return over(over, over.getType(), text.append(" IGNORE NULLS)").toString());
  }

  private RexNode sum(RexOver over, RexOver rewritten) {
    RelDataType type = over.getType();
    if (SqlTypeUtil.isApproximateNumeric(type)) {
      return finite(rewritten);
    }
    RelDataType argument = over.getOperands().get(0).getType();
    List<RexNode> operands = new ArrayList<>(List.of(rewritten));
    String sum = guarded(rewritten, argument, operands);
    return calls.call(type, "CAST(" + sum + " AS " + DuckTypes.of(type) + ")", operands);
  }

  private RexNode average(RexOver over, RexOver rewritten) {
    RelDataType argument = over.getOperands().get(0).getType();
    RelDataTypeFactory types = calls.rexBuilder().getTypeFactory();
    List<RexNode> operands =
        new ArrayList<>(
            List.of(
                over(rewritten, over.getType(), distinct(over, "SUM(")),
                over(
                    rewritten, types.createSqlType(SqlTypeName.BIGINT), distinct(over, "COUNT("))));
    RelDataType type = over.getType();
    if (!over.isDistinct() && sums.cuts(argument)) {
      operands.addAll(parts(rewritten, argument));
      return calls.call(type, Sums.average("$2", "$3", "$1", argument, type), operands);
    }
    String sum = guarded(rewritten, argument, operands);
    return calls.call(type, Decimals.quotient(sum, "$1", argument, type), operands);
  }

  private static String distinct(RexOver over, String start) {
    return start + (over.isDistinct() ? "DISTINCT $0)" : "$0)");
  }

  /** The sum that is the first operand; what tells that it wrapped around becomes another. */
  private String guarded(RexOver rewritten, RelDataType argument, List<RexNode> operands) {
    Optional<String> guard = Decimals.guard(argument);
    if (guard.isEmpty()) {
      return "$0";
    }
    if (rewritten.isDistinct()) {
      throw EngineCalls.unsupported("DISTINCT in a sum of long decimals over a window");
    }
    if (sums.cuts(argument)) {
      operands.addAll(parts(rewritten, argument));
      int last = operands.size() - 1;
      return Sums.total("$" + (last - 1), "$" + last, argument);
    }
    RelDataType bigint = calls.rexBuilder().getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    operands.add(over(rewritten, bigint, guard.get()));
    return Decimals.guardedSum("$0", guard.get(), "$" + (operands.size() - 1), argument);
  }

  private List<RexNode> parts(RexOver over, RelDataType argument) {
    return List.of(
        over(over, argument, "SUM(" + Sums.leading("$0", argument) + ")"),
        over(over, argument, "SUM(" + Sums.last("$0", argument) + ")"));
  }

  /** A floating sum or average that fails where it left the range, and keeps the sign of zeros. */
  private RexNode finite(RexOver rewritten) {
    RelDataType bool = calls.rexBuilder().getTypeFactory().createSqlType(SqlTypeName.BOOLEAN);
    RexNode operands = over(rewritten, bool, "bool_and(isfinite($0))");
    RexNode negative = over(rewritten, bool, "bool_and(signbit($0))");
    RelDataType type = rewritten.getType();
    return calls.call(
        type,
        "CAST(moraine_floating_sum($0, $1, $2) AS " + DuckTypes.of(type) + ")",
        List.of(rewritten, operands, negative));
  }

  /** Another aggregate of the same operands over the same window. */
  private RexNode over(RexOver over, RelDataType type, String text) {
    RexWindow window = over.getWindow();
    SqlAggFunction function = new TemplateAggregate(text, type);
    return calls
        .rexBuilder()
        .makeOver(
            type,
            function,
            over.getOperands(),
            window.partitionKeys,
            window.orderKeys,
            window.getLowerBound(),
            window.getUpperBound(),
            window.getExclude(),
            window.isRows(),
            true,
            false,
            false,
            false);
  }
}
