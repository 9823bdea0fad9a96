/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result: how it is declared, and what a value becomes on its way to the caller.
 *
 * @param metaData the declaration
 * @param form from the runtime's exact value to the exact value of the declared type
 */
record ResultColumn(ColumnMetaData metaData, UnaryOperator<Object> form) {
  /** Passes values on as they are. */
  static final UnaryOperator<Object> AS_IS = value -> value;

  /** What the runtime computes with more digits than the declared type has, cut back or refused. */
  static UnaryOperator<Object> declaredAs(JdbcType type, String label) {
    return switch (type.sqlType()) {
      case TINYINT -> value -> integer(value, label).byteValueExact();
      case SMALLINT -> value -> integer(value, label).shortValueExact();
      case INTEGER -> value -> value instanceof Integer ? value : fit(value, label, true);
      case BIGINT -> value -> value instanceof Long ? value : fit(value, label, false);
      case DECIMAL -> value -> decimal(value, type.scale());
      case DOUBLE, FLOAT ->
          value -> value instanceof Double ? value : ((Number) value).doubleValue();
      default -> AS_IS;
    };
  }

  private static BigInteger integer(Object value, String label) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toBigIntegerExact();
    }
    if (value instanceof BigInteger integer) {
      return integer;
    }
    if (value instanceof Number number) {
      return BigInteger.valueOf(number.longValue());
    }
    throw new MoraineException(
        ErrorCode.INTERNAL, "Column '" + label + "' holds a " + value.getClass().getName());
  }

  private static Object fit(Object value, String label, boolean toInt) {
    try {
      BigInteger integer = integer(value, label);
      if (toInt) {
        return integer.intValueExact();
      }
      return integer.longValueExact();
    } catch (ArithmeticException e) {
      throw new MoraineException(
          ErrorCode.NUMERIC_OUT_OF_RANGE,
          "Column '" + label + "' holds " + value + ", which its type cannot hold",
          e);
    }
  }

  private static BigDecimal decimal(Object value, int scale) {
    BigDecimal decimal =
        value instanceof BigDecimal d
            ? d
            : value instanceof BigInteger i
                ? new BigDecimal(i)
                : new BigDecimal(String.valueOf(value));
    return decimal.scale() == scale ? decimal : decimal.setScale(scale);
  }

  /** On the wire: digits below milliseconds are cut by flooring. */
  static Object floor(Object value, ZoneId zone) {
    return onTheWire(
        value,
        zone,
        time -> time.truncatedTo(ChronoUnit.MILLIS),
        timestamp -> timestamp.truncatedTo(ChronoUnit.MILLIS));
  }

  /** On the wire: digits below milliseconds are an error that names the column. */
  static Object exact(Object value, ZoneId zone, String label) {
    return onTheWire(
        value,
        zone,
        time -> requireMillis(time, time.getNano(), label),
        timestamp -> requireMillis(timestamp, timestamp.getNano(), label));
  }

  private static Object onTheWire(
      Object value,
      ZoneId zone,
      UnaryOperator<LocalTime> times,
      UnaryOperator<LocalDateTime> timestamps) {
    if (value instanceof LocalTime time) {
      return times.apply(time);
    }
    if (value instanceof OffsetDateTime instant) {
      // The wire has no instants: the client sees the session's wall clock.
      return timestamps.apply(instant.atZoneSameInstant(zone).toLocalDateTime());
    }
    return value instanceof LocalDateTime timestamp ? timestamps.apply(timestamp) : value;
  }

  private static <T> T requireMillis(T value, int nanos, String label) {
    if (nanos % 1_000_000 != 0) {
      throw new MoraineException(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "Column '"
              + label
              + "' holds "
              + ValueText.of(value, ZoneId.of("UTC"))
              + ", whose microseconds this connection cannot carry: cast it to VARCHAR, or connect"
              + " with timestamps=text or timestamps=millis");
    }
    return value;
  }

  /** The value in the current row of a source. */
  @Nullable Object read(RowSource rows, int column) {
    Object value = rows.value(column);
    return value == null ? null : form.apply(value);
  }

  static List<ColumnMetaData> metaData(List<ResultColumn> columns) {
    return new ColumnList<>(columns.stream().map(ResultColumn::metaData).toList());
  }
}
