/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Refuses intervals with more fraction digits than the planner keeps, which is milliseconds. */
final class IntervalPrecision extends SqlBasicVisitor<@Nullable Void> {
  private static final Pattern MICROSECONDS = Pattern.compile("\\.\\d{3}\\d*[1-9]");

  @Override
  public @Nullable Void visit(SqlLiteral literal) {
    if (literal instanceof SqlIntervalLiteral
        && literal.getValue() instanceof SqlIntervalLiteral.IntervalValue interval
        && MICROSECONDS.matcher(interval.getIntervalLiteral()).find()) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Interval '"
              + interval.getIntervalLiteral()
              + "' is finer than a millisecond, which is not supported yet");
    }
    return null;
  }
}
