/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** CAST, where the engine's own rounds, spells or cuts otherwise. */
final class DuckCasts {
  private static final int INT_DIGITS = 10;
  private static final int BIGINT_DIGITS = 19;

  private final EngineCalls calls;

  DuckCasts(EngineCalls calls) {
    this.calls = calls;
  }

  RexNode translate(RexCall call, RexNode operand) {
    RelDataType type = call.getType();
    RelDataType from = call.getOperands().get(0).getType();
    if (DuckNested.isNested(type) || DuckNested.isNested(from)) {
      return from.getSqlTypeName() == SqlTypeName.NULL
          ? calls.call(type, "CAST($0 AS " + Template.escaped(DuckTypes.of(type)) + ")", operand)
          : DuckNested.cast(type, from, operand);
    }
    if (SqlTypeUtil.isInterval(type) && SqlTypeUtil.isInterval(from) && widens(from, type)) {
      return operand;
    }
    if (SqlTypeUtil.isInterval(type) || SqlTypeUtil.isInterval(from)) {
      throw EngineCalls.unsupported("a cast of an interval");
    }
    if (from.getSqlTypeName() == SqlTypeName.TIME
        && type.getSqlTypeName() != SqlTypeName.TIME
        && SqlTypeUtil.isDatetime(type)) {
      throw EngineCalls.unsupported("a cast from " + from + " to " + type);
    }
    if (SqlTypeUtil.isDatetime(from) && SqlTypeUtil.isNumeric(type)
        || SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isDatetime(type)) {
      throw EngineCalls.unsupported(
          "a cast from "
              + from
              + " to "
              + type
              + " (EXTRACT(EPOCH FROM …), TIMESTAMPDIFF and TIMESTAMPADD count units)");
    }
    return calls.call(type, bounded(text(from, type), from, type), operand);
  }

  private static String text(RelDataType from, RelDataType type) {
    Optional<String> nanos = Nanos.cast("$0", from, type);
    if (nanos.isPresent()) {
      return nanos.get();
    }
    String text = "CAST($0 AS " + DuckTypes.of(type) + ")";
    if (losesFraction(from, type)) {
      if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
        throw EngineCalls.unsupported("a cast from " + from + " to " + type);
      }
      long unit = (long) Math.pow(10, 6 - type.getPrecision());
      text = "moraine_round_timestamp(" + text + ", CAST(" + unit + " AS BIGINT))";
    }
    boolean day = type.getSqlTypeName() == SqlTypeName.DATE || SqlTypeUtil.isTimestamp(type);
    if (SqlTypeUtil.isCharacter(from) && day) {
      text = "moraine_finite_time(" + text + ")";
    }
    if (SqlTypeUtil.isCharacter(type)) {
      return textOf(from);
    }
    if (SqlTypeUtil.isCharacter(from) && SqlTypeUtil.isApproximateNumeric(type)) {
      return "moraine_float_of($0, " + text + ")";
    }
    // The engine's optimizer would compare the value with a constant without casting it, and not
    // see that it does not fit.
    return SqlTypeUtil.isExactNumeric(from)
            && SqlTypeUtil.isExactNumeric(type)
            && !holds(type, from)
        ? "greatest(" + text + ")"
        : text;
  }

  /** Whether an exact number of a type always fits into another, but for its fraction. */
  private static boolean holds(RelDataType type, RelDataType from) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> wholeDigits(from) <= wholeDigits(type);
      case BIGINT -> SqlTypeUtil.isIntType(from) || wholeDigits(from) < BIGINT_DIGITS;
      case INTEGER ->
          from.getSqlTypeName() == type.getSqlTypeName() || wholeDigits(from) < INT_DIGITS;
      default -> from.getSqlTypeName() == type.getSqlTypeName();
    };
  }

  private static int wholeDigits(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> type.getPrecision() - type.getScale();
      case BIGINT -> BIGINT_DIGITS;
      default -> INT_DIGITS;
    };
  }

  /** Text of at most as many characters as the type says. */
  private static String bounded(String text, RelDataType from, RelDataType type) {
    boolean bounded = SqlTypeUtil.isCharacter(type) && type.getPrecision() >= 0;
    return bounded && !(SqlTypeUtil.isCharacter(from) && fits(from, type))
        ? "left(" + text + ", " + type.getPrecision() + ")"
        : text;
  }

  /** Whether an interval keeps its smallest unit, and its class. */
  private static boolean widens(RelDataType from, RelDataType to) {
    SqlIntervalQualifier source = Objects.requireNonNull(from.getIntervalQualifier());
    SqlIntervalQualifier target = Objects.requireNonNull(to.getIntervalQualifier());
    return source.isYearMonth() == target.isYearMonth()
        && source.getUnit().ordinal() <= target.getUnit().ordinal();
  }

  /** Text as {@code getString} gives it, where the engine's own differs. */
  private static String textOf(RelDataType from) {
    if (SqlTypeUtil.isBinary(from)) {
      return "lower(hex($0))";
    }
    if (SqlTypeUtil.isApproximateNumeric(from)) {
      return "moraine_float_text($0)";
    }
    if (from.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
      return "moraine_instant_text($0)";
    }
    if (from.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || from.getSqlTypeName() == SqlTypeName.DATE) {
      return "moraine_date_text($0)";
    }
    if (from.getSqlTypeName() == SqlTypeName.DECIMAL && from.getPrecision() == from.getScale()) {
      // The engine writes no zero before the point.
      return "regexp_replace(CAST($0 AS VARCHAR), '^(-?)\\.', '\\10.')";
    }
    return "CAST($0 AS VARCHAR)";
  }

  private static boolean losesFraction(RelDataType from, RelDataType to) {
    return (SqlTypeUtil.isTimestamp(to) || to.getSqlTypeName() == SqlTypeName.TIME)
        && to.getPrecision() < 6
        && !(from.getSqlTypeName() == SqlTypeName.DATE)
        && !(SqlTypeUtil.isDatetime(from) && from.getPrecision() <= to.getPrecision());
  }

  private static boolean fits(RelDataType from, RelDataType to) {
    return from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision();
  }
}
