/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.adapter.read.EngineTimes;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Values as a source gives them in the form in which they are carried: exactly, or an error that
 * names the column. Numbers in date-time columns are Calcite's: days, or milliseconds.
 */
final class ForeignValues {
  private static final long MICROS_A_MILLI = 1_000;

  private ForeignValues() {}

  static @Nullable Object carried(ForeignColumn column, @Nullable Object value) {
    if (value == null) {
      if (!column.type().isNullable()) {
        throw column.error(
            ErrorCode.NOT_NULL_VIOLATION, "is declared NOT NULL, but its source gave a NULL");
      }
      return null;
    }
    try {
      return switch (column.type().getSqlTypeName()) {
        case BOOLEAN -> bool(column, value);
        case TINYINT -> integer(column, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case SMALLINT -> integer(column, value, Short.MIN_VALUE, Short.MAX_VALUE);
        case INTEGER -> integer(column, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        case BIGINT -> integer(column, value, Long.MIN_VALUE, Long.MAX_VALUE);
        case REAL -> real(column, value);
        case FLOAT, DOUBLE -> floating(column, value);
        case DECIMAL -> decimal(column, value);
        case DATE -> date(column, value).toEpochDay();
        case TIME -> time(column, value);
        case TIMESTAMP -> local(column, value);
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> instant(column, value);
        case CHAR, VARCHAR -> text(column, value);
        case BINARY, VARBINARY -> bytes(column, value);
        case UUID -> uuid(column, value);
        default -> throw new IllegalStateException("No carrier: " + column.type());
      };
    } catch (ArithmeticException | NumberFormatException e) {
      throw outOfRange(column, value);
    } catch (DateTimeException e) {
      throw column.error(ErrorCode.INVALID_DATETIME, "has the value '" + value + "'");
    }
  }

  private static boolean bool(ForeignColumn column, Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Number number && (number.longValue() == 0 || number.longValue() == 1)) {
      return number.longValue() == 1;
    }
    throw mismatch(column, value);
  }

  private static long integer(ForeignColumn column, Object value, long min, long max) {
    long number = exact(column, value).longValueExact();
    if (number < min || number > max) {
      throw outOfRange(column, value);
    }
    return number;
  }

  private static BigDecimal decimal(ForeignColumn column, Object value) {
    // Without rounding: a digit too many is an ArithmeticException.
    BigDecimal scaled = exact(column, value).setScale(column.type().getScale());
    if (scaled.precision() > column.type().getPrecision()) {
      throw outOfRange(column, value);
    }
    return scaled;
  }

  private static BigDecimal exact(ForeignColumn column, Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(value.toString());
    }
    if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    throw mismatch(column, value);
  }

  private static float real(ForeignColumn column, Object value) {
    if (value instanceof Float number) {
      return number;
    }
    double wide = floating(column, value);
    float narrow = (float) wide;
    if (narrow != wide && !Double.isNaN(wide)) {
      throw outOfRange(column, value);
    }
    return narrow;
  }

  private static double floating(ForeignColumn column, Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    double number = exact(column, value).doubleValue();
    if (new BigDecimal(number).compareTo(exact(column, value)) != 0) {
      throw outOfRange(column, value);
    }
    return number;
  }

  private static LocalDate date(ForeignColumn column, Object value) {
    if (value instanceof LocalDate date) {
      return inRange(column, date);
    }
    if (value instanceof Date date) {
      return inRange(column, date.toLocalDate());
    }
    if (value instanceof Integer || value instanceof Long) {
      return inRange(column, LocalDate.ofEpochDay(((Number) value).longValue()));
    }
    if (value instanceof String text) {
      return inRange(column, LocalDate.parse(text.strip()));
    }
    throw mismatch(column, value);
  }

  private static LocalDate inRange(ForeignColumn column, LocalDate date) {
    require(column, EngineTimes.fault(date));
    return date;
  }

  private static void require(ForeignColumn column, Optional<String> fault) {
    if (fault.isPresent()) {
      throw column.error(ErrorCode.DATETIME_FIELD_OVERFLOW, fault.get());
    }
  }

  private static long time(ForeignColumn column, Object value) {
    if (value instanceof LocalTime time) {
      return micros(column, time.toNanoOfDay());
    }
    if (value instanceof Time time) {
      long millis = Math.floorMod(time.getTime(), 1_000L);
      return time.toLocalTime().toSecondOfDay() * 1_000_000L + millis * MICROS_A_MILLI;
    }
    if (value instanceof Integer || value instanceof Long) {
      return Math.multiplyExact(((Number) value).longValue(), MICROS_A_MILLI);
    }
    if (value instanceof String text) {
      return micros(column, LocalTime.parse(text.strip()).toNanoOfDay());
    }
    throw mismatch(column, value);
  }

  private static long local(ForeignColumn column, Object value) {
    if (value instanceof LocalDateTime local) {
      return micros(column, local);
    }
    if (value instanceof OffsetDateTime utc && column.hasNanos()) {
      return micros(column, utc.toLocalDateTime());
    }
    if (value instanceof Timestamp timestamp) {
      return micros(column, timestamp.toLocalDateTime());
    }
    if (value instanceof LocalDate || value instanceof Date) {
      return micros(column, date(column, value).atStartOfDay());
    }
    if (value instanceof Integer || value instanceof Long) {
      return Math.multiplyExact(((Number) value).longValue(), MICROS_A_MILLI);
    }
    if (value instanceof String text) {
      String iso = text.strip().replace(' ', 'T');
      return micros(
          column,
          iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso));
    }
    throw mismatch(column, value);
  }

  private static long instant(ForeignColumn column, Object value) {
    Instant instant;
    if (value instanceof Instant exact) {
      instant = exact;
    } else if (value instanceof OffsetDateTime offset) {
      instant = offset.toInstant();
    } else if (value instanceof ZonedDateTime zoned) {
      instant = zoned.toInstant();
    } else if (value instanceof Timestamp timestamp) {
      instant = timestamp.toInstant();
    } else if (value instanceof Integer || value instanceof Long) {
      instant = Instant.ofEpochMilli(((Number) value).longValue());
    } else {
      throw mismatch(column, value);
    }
    return micros(column, LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
  }

  private static long micros(ForeignColumn column, LocalDateTime local) {
    inRange(column, local.toLocalDate());
    if (column.hasNanos()) {
      return nanos(column, local);
    }
    requireMicros(column, local.getNano(), local);
    return ChronoUnit.MICROS.between(EngineTimes.EPOCH, local);
  }

  private static long nanos(ForeignColumn column, LocalDateTime local) {
    require(column, EngineTimes.faultOfNanos(local));
    return EngineTimes.nanos(local);
  }

  private static long micros(ForeignColumn column, long nanos) {
    requireMicros(column, nanos, LocalTime.ofNanoOfDay(nanos));
    return nanos / 1_000;
  }

  private static void requireMicros(ForeignColumn column, long nanos, Object value) {
    if (nanos % 1_000 != 0) {
      throw column.error(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "has the value " + value + ", which is finer than microseconds and would be cut");
    }
  }

  private static String text(ForeignColumn column, Object value) {
    if (value instanceof String || value instanceof Character || value instanceof Enum<?>) {
      return value.toString();
    }
    throw mismatch(column, value);
  }

  private static String bytes(ForeignColumn column, Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof ByteString bytes) {
      return HexFormat.of().formatHex(bytes.getBytes());
    }
    throw mismatch(column, value);
  }

  private static String uuid(ForeignColumn column, Object value) {
    if (value instanceof UUID) {
      return value.toString();
    }
    throw mismatch(column, value);
  }

  private static MoraineException outOfRange(ForeignColumn column, Object value) {
    return column.error(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "has the value " + value + ", which does not fit into " + column.type() + " exactly");
  }

  private static MoraineException mismatch(ForeignColumn column, Object value) {
    return column.error(
        ErrorCode.INVALID_TEXT,
        "is declared " + column.type() + ", but its source gave a " + value.getClass().getName());
  }
}
