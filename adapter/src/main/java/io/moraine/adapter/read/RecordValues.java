/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.DateTimeUtil;

/**
 * Values of Iceberg's generic records in the form in which the engine takes them: exactly, or an
 * error that names the column. A value may be of a type that was promoted to the column's.
 */
final class RecordValues {
  private RecordValues() {}

  /** The bits of a value that comes as a number. */
  static long bits(ReadColumn column, Object value) {
    try {
      return switch (column.type().typeId()) {
        case BOOLEAN -> (Boolean) value ? 1 : 0;
        case INTEGER, LONG -> ((Number) value).longValue();
        case FLOAT -> Float.floatToRawIntBits((Float) value);
        case DOUBLE -> Double.doubleToRawLongBits(((Number) value).doubleValue());
        case DECIMAL -> decimal(column, value).unscaledValue().longValueExact();
        case DATE -> inRange(column, (LocalDate) value).toEpochDay();
        case TIME -> ((LocalTime) value).toNanoOfDay() / 1_000;
        case TIMESTAMP ->
            ChronoUnit.MICROS.between(EngineTimes.EPOCH, inRange(column, local(column, value)));
        case TIMESTAMP_NANO -> nanos(column, local(column, value));
        default -> throw new IllegalStateException("No number: " + column.type());
      };
    } catch (ClassCastException e) {
      throw column.mismatch(value);
    }
  }

  private static LocalDateTime local(ReadColumn column, Object value) {
    if (value instanceof LocalDateTime local) {
      return local;
    }
    if (value instanceof OffsetDateTime instant) {
      return utc(instant);
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    throw column.mismatch(value);
  }

  static LocalDateTime utc(OffsetDateTime instant) {
    return instant.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  static LocalDate inRange(ReadColumn column, LocalDate date) {
    require(column, EngineTimes.fault(date));
    return date;
  }

  private static void require(ReadColumn column, Optional<String> fault) {
    if (fault.isPresent()) {
      throw column.error(ErrorCode.DATETIME_FIELD_OVERFLOW, fault.get());
    }
  }

  private static LocalDateTime inRange(ReadColumn column, LocalDateTime local) {
    inRange(column, local.toLocalDate());
    return local;
  }

  private static long nanos(ReadColumn column, LocalDateTime local) {
    require(column, EngineTimes.faultOfNanos(local));
    return EngineTimes.nanos(local);
  }

  /** The error for a number that is none of the column's type, as {@link NumberRange} tells. */
  static MoraineException outOfRange(ReadColumn column, long bits) {
    Type type = column.type();
    return switch (type.typeId()) {
      case DATE -> error(column, LocalDate.ofEpochDay(bits));
      case TIMESTAMP -> error(column, DateTimeUtil.timestampFromMicros(bits).toLocalDate());
      case TIMESTAMP_NANO ->
          column.error(
              ErrorCode.DATETIME_FIELD_OVERFLOW,
              EngineTimes.faultOfNanos(DateTimeUtil.timestampFromNanos(bits)).orElseThrow());
      default ->
          outOfRange(column, (Object) BigDecimal.valueOf(bits, ((Types.DecimalType) type).scale()));
    };
  }

  private static MoraineException error(ReadColumn column, LocalDate date) {
    return column.error(ErrorCode.DATETIME_FIELD_OVERFLOW, EngineTimes.fault(date).orElseThrow());
  }

  static BigDecimal decimal(ReadColumn column, Object value) {
    if (!(value instanceof BigDecimal decimal)) {
      throw column.mismatch(value);
    }
    Types.DecimalType type = (Types.DecimalType) column.type();
    try {
      // Without rounding: a digit too many is an ArithmeticException.
      BigDecimal scaled = decimal.setScale(type.scale());
      if (scaled.precision() <= type.precision()) {
        return scaled;
      }
    } catch (ArithmeticException e) {
      throw outOfRange(column, value);
    }
    throw outOfRange(column, value);
  }

  private static MoraineException outOfRange(ReadColumn column, Object value) {
    return column.error(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "has the value " + value + ", which does not fit into " + column.type() + " exactly");
  }

  /** The text of a value that comes as text. */
  static String text(ReadColumn column, Object value) {
    Type type = column.type();
    if (type.isNestedType()) {
      return NestedText.of(column, value);
    }
    return switch (type.typeId()) {
      case UUID -> ((UUID) value).toString();
      case FIXED, BINARY -> HexFormat.of().formatHex(bytes(column, value));
      default -> {
        if (value instanceof CharSequence) {
          yield value.toString();
        }
        throw column.mismatch(value);
      }
    };
  }

  static byte[] bytes(ReadColumn column, Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof ByteBuffer buffer) {
      return ByteBuffers.toByteArray(buffer);
    }
    throw column.mismatch(value);
  }
}
