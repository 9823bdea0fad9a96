/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;

/** Interval literals; the engine's own syntax has neither compound nor negative ones. */
final class Intervals {
  private static final long MILLIS_A_DAY = 86_400_000;

  private Intervals() {}

  /** An expression of the engine whose value is the interval. */
  static String sql(RexLiteral literal) {
    if (isMonths(literal)) {
      return constant("months", value(literal));
    }
    String time = "to_microseconds(CAST(" + micros(literal) + " AS BIGINT))";
    return hasDays(literal) ? "(" + constant("days", days(literal)) + " + " + time + ")" : time;
  }

  /**
   * What might fail is no constant to the engine, which would not skip rows by a date before it.
   */
  private static String constant(String unit, long count) {
    boolean fits = count >= -Integer.MAX_VALUE && count <= Integer.MAX_VALUE;
    return (fits ? "to_" : "moraine_") + unit + "(" + count + ")";
  }

  /** So many times the interval; the engine's own product of an interval has 32 bits. */
  static String times(RexLiteral literal, String count) {
    String wide = "CAST(" + count + " AS BIGINT) * ";
    if (isMonths(literal)) {
      return "moraine_months(" + wide + value(literal) + ")";
    }
    String days = "moraine_days(" + wide + days(literal) + ")";
    String time = "to_microseconds(" + wide + micros(literal) + ")";
    if (!hasDays(literal)) {
      return time;
    }
    return micros(literal) == 0 ? days : "(" + days + " + " + time + ")";
  }

  private static long value(RexLiteral literal) {
    return Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact();
  }

  private static boolean isMonths(RexLiteral literal) {
    return SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
  }

  /** A day is one of the session's zone, an hour always an hour. */
  private static boolean hasDays(RexLiteral literal) {
    return switch (literal.getType().getSqlTypeName()) {
      case INTERVAL_DAY, INTERVAL_DAY_HOUR, INTERVAL_DAY_MINUTE, INTERVAL_DAY_SECOND -> true;
      default -> false;
    };
  }

  private static long days(RexLiteral literal) {
    return value(literal) / MILLIS_A_DAY;
  }

  private static long micros(RexLiteral literal) {
    long millis = hasDays(literal) ? value(literal) % MILLIS_A_DAY : value(literal);
    return Math.multiplyExact(millis, 1_000);
  }
}
