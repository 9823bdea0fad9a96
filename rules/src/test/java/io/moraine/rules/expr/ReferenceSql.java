/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * SQL's three-valued logic, written for clarity. Values: Boolean, BigDecimal, Double, Float,
 * String, byte[], LocalDate, LocalTime, LocalDateTime, Instant; null is unknown.
 */
final class ReferenceSql {
  private final RexBuilder builder;
  private final ZoneId zone;
  private final @Nullable Object[] row;

  ReferenceSql(RexBuilder builder, ZoneId zone, @Nullable Object[] row) {
    this.builder = builder;
    this.zone = zone;
    this.row = row;
  }

  boolean isTrue(RexNode predicate) {
    return Boolean.TRUE.equals(value(predicate));
  }

  private @Nullable Object value(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return row[ref.getIndex()];
    }
    if (node instanceof RexLiteral literal) {
      return literal(literal);
    }
    RexCall call = (RexCall) node;
    return switch (call.getKind()) {
      case AND -> connect(call, false);
      case OR -> connect(call, true);
      case NOT -> negate((Boolean) operand(call, 0));
      case IS_TRUE -> Boolean.TRUE.equals(operand(call, 0));
      case IS_NOT_TRUE -> !Boolean.TRUE.equals(operand(call, 0));
      case IS_FALSE -> Boolean.FALSE.equals(operand(call, 0));
      case IS_NOT_FALSE -> !Boolean.FALSE.equals(operand(call, 0));
      case IS_NULL -> operand(call, 0) == null;
      case IS_NOT_NULL -> operand(call, 0) != null;
      case IS_DISTINCT_FROM -> isDistinct(operand(call, 0), operand(call, 1));
      case IS_NOT_DISTINCT_FROM -> !isDistinct(operand(call, 0), operand(call, 1));
      case SEARCH -> value(RexUtil.expandSearch(builder, null, call));
      case CAST -> cast(operand(call, 0), call);
      case FLOOR -> floor(operand(call, 0), call.getOperands().get(1));
      case EXTRACT -> year(operand(call, 1));
      default -> strict(call);
    };
  }

  private @Nullable Object operand(RexCall call, int index) {
    return value(call.getOperands().get(index));
  }

  private static @Nullable Boolean negate(@Nullable Boolean value) {
    return value == null ? null : !value;
  }

  private @Nullable Boolean connect(RexCall call, boolean dominant) {
    Boolean result = !dominant;
    for (RexNode operand : call.getOperands()) {
      Object value = value(operand);
      if (value != null && (Boolean) value == dominant) {
        return dominant;
      }
      result = value == null ? null : result;
    }
    return result;
  }

  private static boolean isDistinct(@Nullable Object left, @Nullable Object right) {
    return left == null || right == null ? left != right : compare(left, right) != 0;
  }

  private @Nullable Object strict(RexCall call) {
    Object left = operand(call, 0);
    Object right = operand(call, 1);
    if (left == null || right == null) {
      return null;
    }
    if (call.getKind() == SqlKind.LIKE) {
      return matches((String) left, 0, (String) right, 0);
    }
    int order = compare(left, right);
    return switch (call.getKind()) {
      case EQUALS -> order == 0;
      case NOT_EQUALS -> order != 0;
      case LESS_THAN -> order < 0;
      case LESS_THAN_OR_EQUAL -> order <= 0;
      case GREATER_THAN -> order > 0;
      case GREATER_THAN_OR_EQUAL -> order >= 0;
      default -> throw new AssertionError(call);
    };
  }

  /** NaN is the largest number and equals itself; zeros are equal. */
  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof BigDecimal a && right instanceof BigDecimal b) {
      return a.compareTo(b);
    }
    if (left instanceof Number a && right instanceof Number b) {
      return Double.compare(a.doubleValue() + 0.0, b.doubleValue() + 0.0);
    }
    if (left instanceof String a && right instanceof String b) {
      return Arrays.compareUnsigned(
          a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
    if (left instanceof byte[] a && right instanceof byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static boolean matches(String text, int at, String pattern, int from) {
    if (from == pattern.length()) {
      return at == text.length();
    }
    if (pattern.charAt(from) == '%') {
      return matches(text, at, pattern, from + 1)
          || (at < text.length() && matches(text, at + 1, pattern, from));
    }
    return at < text.length()
        && (pattern.charAt(from) == '_' || pattern.charAt(from) == text.charAt(at))
        && matches(text, at + 1, pattern, from + 1);
  }

  private @Nullable Object cast(@Nullable Object value, RexCall call) {
    if (value == null) {
      return null;
    }
    return switch (call.getType().getSqlTypeName()) {
      case DATE ->
          local(value) instanceof LocalDateTime timestamp ? timestamp.toLocalDate() : value;
      case TIMESTAMP -> value instanceof LocalDate date ? date.atStartOfDay() : local(value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ((LocalDateTime) value).atZone(zone).toInstant();
      case DOUBLE -> ((Number) value).doubleValue();
      default -> value;
    };
  }

  private Object local(Object value) {
    return value instanceof Instant instant ? LocalDateTime.ofInstant(instant, zone) : value;
  }

  private @Nullable Object floor(@Nullable Object value, RexNode flag) {
    if (value == null) {
      return null;
    }
    TimeUnitRange unit = (TimeUnitRange) ((RexLiteral) flag).getValue();
    if (value instanceof LocalDate date) {
      return floor(date.atStartOfDay(), unit).toLocalDate();
    }
    LocalDateTime first = floor((LocalDateTime) local(value), unit);
    return value instanceof Instant ? first.atZone(zone).toInstant() : first;
  }

  private static LocalDateTime floor(LocalDateTime value, TimeUnitRange unit) {
    LocalDateTime day = value.truncatedTo(ChronoUnit.DAYS);
    return switch (unit) {
      case YEAR -> day.withDayOfYear(1);
      case QUARTER ->
          day.withDayOfMonth(1).withMonth(day.getMonth().firstMonthOfQuarter().getValue());
      case MONTH -> day.withDayOfMonth(1);
      case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
      case DAY -> day;
      case HOUR -> value.truncatedTo(ChronoUnit.HOURS);
      case MINUTE -> value.truncatedTo(ChronoUnit.MINUTES);
      default -> throw new AssertionError(unit);
    };
  }

  private @Nullable Object year(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    return local(value) instanceof LocalDateTime timestamp
        ? BigDecimal.valueOf(timestamp.getYear())
        : BigDecimal.valueOf(((LocalDate) value).getYear());
  }

  private static @Nullable Object literal(RexLiteral literal) {
    Comparable<?> value = literal.getValueAs(Comparable.class);
    if (value instanceof NlsString text) {
      return text.getValue();
    }
    if (value instanceof ByteString bytes) {
      return bytes.getBytes();
    }
    if (value instanceof DateString date) {
      return LocalDate.ofEpochDay(date.getDaysSinceEpoch());
    }
    if (value instanceof TimeString time) {
      return LocalTime.parse(time.toString());
    }
    if (value instanceof TimestampString timestamp) {
      return LocalDateTime.ofEpochSecond(
              Math.floorDiv(timestamp.getMillisSinceEpoch(), 1000L), 0, ZoneOffset.UTC)
          .withNano(LocalDateTime.parse(timestamp.toString().replace(' ', 'T')).getNano());
    }
    return value;
  }
}
