/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Functions of timestamps with nanoseconds. What the engine's functions do to microseconds is done
 * to the microseconds of the operands, and nanoseconds are brought back; what is not known to be
 * exact is refused by name.
 */
final class DuckNanos {
  /** Functions that compare or choose, or that see {@link LibraryCall#moment}. */
  private static final Set<String> EXACT =
      Set.of("GREATEST", "LEAST", "DATE_TRUNC", "LAST_DAY", "DAYNAME", "MONTHNAME");

  private final EngineCalls calls;

  DuckNanos(EngineCalls calls) {
    this.calls = calls;
  }

  /** Whether a call takes or gives nanoseconds. */
  static boolean concerns(RexCall call) {
    return Nanos.isNano(call.getType())
        || call.getOperands().stream().anyMatch(o -> Nanos.isNano(o.getType()));
  }

  /** Refuses a function by name unless it is exact. */
  static void requireExact(RexCall call) {
    if (!EXACT.contains(call.getOperator().getName())) {
      throw EngineCalls.unsupported(
          call.getOperator().getName()
              + " of timestamps with nanoseconds (CAST them to precision 6)");
    }
  }

  /** EXTRACT, of the microseconds but for units that are finer. */
  RexNode extract(
      RexCall call, List<RexNode> operands, BiFunction<RexCall, List<RexNode>, RexNode> micros) {
    boolean nanosecond =
        "NANOSECOND".equals(String.valueOf(((RexLiteral) call.getOperands().get(0)).getValue()));
    RexNode whole = micros.apply(call, List.of(operands.get(0), floor(operands.get(1))));
    return nanosecond
        ? calls.call(
            call.getType(),
            "CAST($0 + moraine_ns_rest($1) AS " + DuckTypes.of(call.getType()) + ")",
            List.of(whole, operands.get(1)))
        : whole;
  }

  /** FLOOR or CEIL to a unit of at least a microsecond. */
  RexNode rounded(
      RexCall call, List<RexNode> operands, BiFunction<String, String, String> floorAndUnit) {
    String unit = DuckDateTimes.unit(call.getOperands().get(1));
    RelDataType type = call.getType();
    String start = floorAndUnit.apply(unit, Nanos.floor("$0", type));
    String floor = "moraine_ns(" + start + ", 0)";
    String next = "moraine_ns(" + start + " + " + DuckDateTimes.interval(unit) + ", 0)";
    String text =
        call.getKind() == SqlKind.CEIL
            ? "CASE WHEN " + floor + " = $0 THEN $0 ELSE " + next + " END"
            : floor;
    return calls.call(type, text, operands.get(0));
  }

  /** A timestamp and an interval, {@code $1} in the text; intervals have no nanoseconds. */
  RexNode shifted(RelDataType type, RexNode timestamp, String interval, RexNode count) {
    RelDataType from = timestamp.getType();
    if (!Nanos.isNano(from)) {
      throw EngineCalls.unsupported("adding to " + from + " as " + type);
    }
    String text = "moraine_ns(" + Nanos.floor("$0", from) + interval + ", moraine_ns_rest($0))";
    return calls.call(type, EngineCalls.typedText(text, from, type), List.of(timestamp, count));
  }

  /** A sum or difference of a timestamp and an interval. */
  RexNode additive(RexCall call, List<RexNode> operands, boolean plus) {
    boolean first = SqlTypeUtil.isDatetime(operands.get(0).getType());
    RexNode timestamp = operands.get(first ? 0 : 1);
    RexNode interval = operands.get(first ? 1 : 0);
    if (!SqlTypeUtil.isInterval(interval.getType())) {
      throw EngineCalls.unsupported(
          "the difference of timestamps with nanoseconds as an interval; use TIMESTAMPDIFF, or"
              + " this");
    }
    return shifted(call.getType(), timestamp, plus ? " + $1" : " - $1", interval);
  }

  /** TIMESTAMPADD of nanoseconds. */
  RexNode sumOfNanos(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    RelDataType from = operands.get(2).getType();
    if (!Nanos.isNano(type) || !isMoment(from)) {
      throw EngineCalls.unsupported("adding nanoseconds to " + from);
    }
    String text = "moraine_ns_of(" + Nanos.count("$0", from, Nanos.isInstant(type)) + " + $1)";
    return calls.call(type, text, List.of(operands.get(2), operands.get(1)));
  }

  /** TIMESTAMPDIFF in nanoseconds. */
  RexNode differenceInNanos(RexCall call, List<RexNode> operands) {
    RelDataType left = operands.get(1).getType();
    RelDataType right = operands.get(2).getType();
    if (!isMoment(left) || !isMoment(right)) {
      throw EngineCalls.unsupported("a number of nanoseconds between times of day");
    }
    boolean instant = Nanos.isInstant(left) || Nanos.isInstant(right);
    String text = Nanos.count("$1", right, instant) + " - " + Nanos.count("$0", left, instant);
    return calls.call(
        call.getType(),
        "CAST(" + text + " AS " + DuckTypes.of(call.getType()) + ")",
        operands.subList(1, 3));
  }

  /** TIMESTAMPDIFF: the whole units from the first to the second. */
  RexNode difference(RexCall call, List<RexNode> operands, String unit) {
    RelDataType left = call.getOperands().get(1).getType();
    RelDataType right = call.getOperands().get(2).getType();
    boolean instant = Nanos.isInstant(left);
    if (instant != Nanos.isInstant(right)) {
      throw EngineCalls.unsupported("TIMESTAMPDIFF of " + left + " and " + right);
    }
    RelDataType common = Nanos.isNano(left) ? left : right;
    List<RexNode> moments =
        List.of(calls.typed(common, operands.get(1)), calls.typed(common, operands.get(2)));
    String until = "moraine_ns_until($0, $1)";
    String text =
        "date_sub('"
            + unit
            + "', "
            + Nanos.floor("$0", common)
            + ", "
            + (instant ? "timezone('UTC', " + until + ")" : until)
            + ")";
    return calls.call(
        call.getType(), "CAST(" + text + " AS " + DuckTypes.of(call.getType()) + ")", moments);
  }

  /** Whether the engine compares values of the two types by itself, exactly. */
  static boolean areSame(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == SqlTypeName.NULL
        || right.getSqlTypeName() == SqlTypeName.NULL
        || Nanos.isNano(left)
            && Nanos.isNano(right)
            && Nanos.isInstant(left) == Nanos.isInstant(right);
  }

  /** Refuses a comparison that the engine makes by itself, unless it is exact. */
  static void requireSame(RelDataType left, RelDataType right, String where) {
    if ((Nanos.isNano(left) || Nanos.isNano(right)) && !areSame(left, right)) {
      throw EngineCalls.unsupported(
          "comparing " + left + " with " + right + " in " + where + " (CAST one to the other)");
    }
  }

  /** Whether a type has a day. */
  static boolean isMoment(RelDataType type) {
    return SqlTypeUtil.isTimestamp(type) || type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private RexNode floor(RexNode operand) {
    RelDataType type = operand.getType();
    RelDataTypeFactory types = calls.rexBuilder().getTypeFactory();
    RelDataType micros =
        types.createTypeWithNullability(
            types.createSqlType(type.getSqlTypeName(), 6), type.isNullable());
    return calls.call(micros, Nanos.floor("$0", type), operand);
  }
}
