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
    long value = Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact();
    if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
      return "to_months(" + value + ")";
    }
    // A day is one of the session's zone, an hour always an hour.
    boolean days =
        switch (literal.getType().getSqlTypeName()) {
          case INTERVAL_DAY, INTERVAL_DAY_HOUR, INTERVAL_DAY_MINUTE, INTERVAL_DAY_SECOND -> true;
          default -> false;
        };
    long millis = days ? value % MILLIS_A_DAY : value;
    String time = "to_microseconds(CAST(" + Math.multiplyExact(millis, 1_000) + " AS BIGINT))";
    return days ? "(to_days(" + value / MILLIS_A_DAY + ") + " + time + ")" : time;
  }
}
