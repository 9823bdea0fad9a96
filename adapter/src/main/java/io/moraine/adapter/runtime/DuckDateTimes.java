/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** EXTRACT, rounding to units, and differences and sums in units. */
final class DuckDateTimes {
  private final EngineCalls calls;
  private final DuckNanos nanos;

  DuckDateTimes(EngineCalls calls, DuckNanos nanos) {
    this.calls = calls;
    this.nanos = nanos;
  }

  RexNode extract(RexCall call, List<RexNode> operands) {
    return Nanos.isNano(operands.get(1).getType())
        ? nanos.extract(call, operands, this::extractMicros)
        : extractMicros(call, operands);
  }

  private RexNode extractMicros(RexCall call, List<RexNode> operands) {
    String unit = unit(call.getOperands().get(0));
    RelDataType from = operands.get(1).getType();
    if (SqlTypeUtil.isInterval(from)) {
      throw EngineCalls.unsupported("EXTRACT from an interval");
    }
    String value = from.getSqlTypeName() == SqlTypeName.DATE ? "CAST($0 AS TIMESTAMP)" : "$0";
    String text =
        switch (unit) {
          // Days of the week count from 1, a Sunday; the engine's from 0.
          case "dow" -> "(date_part('dow', $0) + 1)";
          case "epoch" -> "moraine_epoch(epoch_us(" + value + "))";
          case "nanosecond" -> "(CAST(date_part('microsecond', $0) AS BIGINT) * 1000)";
          case "year",
              "quarter",
              "month",
              "week",
              "day",
              "doy",
              "isodow",
              "isoyear",
              "decade",
              "century",
              "millennium",
              "hour",
              "minute",
              "second",
              "millisecond",
              "microsecond" ->
              "date_part('" + unit + "', " + (isTimeOfDay(unit) ? value : "$0") + ")";
          default -> throw EngineCalls.unsupported("EXTRACT(" + unit + ")");
        };
    return calls.call(
        call.getType(),
        "CAST(" + text + " AS " + DuckTypes.of(call.getType()) + ")",
        operands.get(1));
  }

  private static boolean isTimeOfDay(String unit) {
    return unit.endsWith("second") || unit.equals("hour") || unit.equals("minute");
  }

  /** FLOOR or CEIL of a date-time to a unit. */
  RexNode rounded(RexCall call, List<RexNode> operands) {
    if (Nanos.isNano(call.getType())) {
      return nanos.rounded(call, operands, DuckDateTimes::floorOf);
    }
    String unit = unit(call.getOperands().get(1));
    boolean time = call.getType().getSqlTypeName() == SqlTypeName.TIME;
    String floor = floor(unit, time);
    if (call.getKind() == SqlKind.CEIL) {
      floor =
          "CASE WHEN " + floor + " = $0 THEN $0 ELSE " + floor + " + " + interval(unit) + " END";
    }
    return typed(call.getType(), floor, operands.get(0));
  }

  /** DATE_TRUNC: its weeks start on Monday. */
  static String truncated(String unit, String operand) {
    String text = unit.equals("week") ? truncation("week") : floor(unit, false);
    return text.replace("$0", operand);
  }

  private static String floorOf(String unit, String operand) {
    return floor(unit, false).replace("$0", operand);
  }

  private RexNode typed(RelDataType type, String text, RexNode operand) {
    return calls.call(type, "CAST(" + text + " AS " + DuckTypes.of(type) + ")", operand);
  }

  /**
   * The engine's optimizer takes {@code date_trunc(…) = constant} for false where the constant
   * starts no unit, also for NULL, unless it does not see the call.
   */
  private static String truncation(String unit) {
    return "CASE WHEN $0 IS NOT NULL THEN date_trunc('" + unit + "', $0) END";
  }

  private static String floor(String unit, boolean time) {
    return switch (unit) {
      // Weeks start on Sunday; the engine's on Monday.
      case "week" -> "(date_trunc('week', $0 + to_days(1)) - to_days(1))";
      // A century and a millennium start with a year 1; the engine's with a year 0.
      case "century" -> "(date_trunc('year', $0) - to_years((year($0) - 1) % 100))";
      case "millennium" -> "(date_trunc('year', $0) - to_years((year($0) - 1) % 1000))";
      case "year",
          "quarter",
          "month",
          "day",
          "decade",
          "hour",
          "minute",
          "second",
          "millisecond",
          "microsecond" -> {
        if (time) {
          yield "(TIME '00:00:00' + (date_trunc('"
              + unit
              + "', TIMESTAMP '2000-01-01' + "
              + "to_microseconds(epoch_us($0))) - TIMESTAMP '2000-01-01'))";
        }
        yield truncation(unit);
      }
      default -> throw EngineCalls.unsupported("rounding to " + unit);
    };
  }

  static String interval(String unit) {
    return switch (unit) {
      case "quarter" -> "to_months(3)";
      case "week" -> "to_days(7)";
      case "decade" -> "to_years(10)";
      case "century" -> "to_years(100)";
      case "millennium" -> "to_years(1000)";
      default -> "to_" + unit + "s(1)";
    };
  }

  /** TIMESTAMPDIFF: the whole units from the first to the second. */
  RexNode difference(RexCall call, List<RexNode> operands) {
    String unit = unit(call.getOperands().get(0));
    if (unit.equals("nanosecond")) {
      return nanos.differenceInNanos(call, operands);
    }
    checkUnit(unit);
    if (DuckNanos.concerns(call)) {
      return nanos.difference(call, operands, unit);
    }
    if (!isTimeOfDay(unit)
        && call.getOperands().get(1).getType().getSqlTypeName() == SqlTypeName.TIME) {
      throw EngineCalls.unsupported("a number of " + unit + "s between times of day");
    }
    String text =
        "date_sub('" + unit + "', " + moment(call, 1, "$0") + ", " + moment(call, 2, "$1") + ")";
    return calls.call(
        call.getType(),
        "CAST(" + text + " AS " + DuckTypes.of(call.getType()) + ")",
        operands.subList(1, 3));
  }

  /** A DATE has a time of day, midnight, beside a timestamp or in a smaller unit. */
  private static String moment(RexCall call, int operand, String text) {
    RelDataType type = call.getOperands().get(operand).getType();
    return type.getSqlTypeName() == SqlTypeName.DATE ? "CAST(" + text + " AS TIMESTAMP)" : text;
  }

  /** TIMESTAMPADD. */
  RexNode sum(RexCall call, List<RexNode> operands) {
    String unit = unit(call.getOperands().get(0));
    RelDataType count = call.getOperands().get(1).getType();
    if (!SqlTypeUtil.isIntType(count)) {
      throw EngineCalls.unsupported("TIMESTAMPADD of a number with a fraction");
    }
    if (unit.equals("nanosecond")) {
      return nanos.sumOfNanos(call, operands);
    }
    checkUnit(unit);
    if (DuckNanos.concerns(call)) {
      return nanos.shifted(
          call.getType(), operands.get(2), " + $1 * " + interval(unit), operands.get(1));
    }
    return calls.call(
        call.getType(),
        "CAST($1 + " + interval(unit, "$0") + " AS " + DuckTypes.of(call.getType()) + ")",
        operands.subList(1, 3));
  }

  /** So many units; the engine's own product of an interval has 32 bits. */
  private static String interval(String unit, String count) {
    String wide = "CAST(" + count + " AS BIGINT)";
    return switch (unit) {
      case "millennium" -> "moraine_months(" + wide + " * 12000)";
      case "century" -> "moraine_months(" + wide + " * 1200)";
      case "decade" -> "moraine_months(" + wide + " * 120)";
      case "year" -> "moraine_months(" + wide + " * 12)";
      case "quarter" -> "moraine_months(" + wide + " * 3)";
      case "month" -> "moraine_months(" + wide + ")";
      case "week" -> "moraine_days(" + wide + " * 7)";
      case "day" -> "moraine_days(" + wide + ")";
      case "millisecond" -> "to_microseconds(" + wide + " * 1000)";
      default -> "to_" + unit + "s(" + wide + ")";
    };
  }

  private static void checkUnit(String unit) {
    switch (unit) {
      case "millennium",
          "century",
          "decade",
          "year",
          "quarter",
          "month",
          "week",
          "day",
          "hour",
          "minute",
          "second",
          "millisecond",
          "microsecond" -> {}
      default -> throw EngineCalls.unsupported("a number of " + unit + "s");
    }
  }

  static String unit(RexNode flag) {
    return String.valueOf(((RexLiteral) flag).getValue()).toLowerCase(Locale.ROOT);
  }
}
