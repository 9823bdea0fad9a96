/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A parameter's value as a typed literal of the engine. A literal, not a bound value: the engine's
 * own binding goes through java.sql.Date and cuts what does not fit.
 */
final class ParameterText {
  static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final Pattern FINER_THAN_MICROS = Pattern.compile("\\.\\d{6}\\d*[1-9]");
  private static final int MAX_NUMBER_CHARS = 400;

  private ParameterText() {}

  /**
   * The literal.
   *
   * @param number the parameter's number from 1, for messages
   * @param type the type that the validator gave to the parameter
   */
  static String sql(int number, RelDataType type, @Nullable Object value) {
    if (value == null) {
      return type.getSqlTypeName() == SqlTypeName.NULL || type.getSqlTypeName() == SqlTypeName.ANY
          ? "NULL"
          : "CAST(NULL AS " + DuckTypes.of(type) + ")";
    }
    if (value instanceof Boolean bool) {
      return declared(bool.toString(), type);
    }
    if (value instanceof Number n) {
      return number(n, type);
    }
    if (value instanceof String || value instanceof Character) {
      return text(number, type, value.toString());
    }
    if (value instanceof byte[] bytes) {
      return SqlText.blob(bytes);
    }
    if (value instanceof ByteString bytes) {
      return SqlText.blob(bytes.getBytes());
    }
    if (value instanceof UUID) {
      return declared(value.toString(), type);
    }
    return dateTime(number, type, value);
  }

  /** Text keeps its own digits too: a cast to the declared type would round or cut them. */
  private static String text(int number, RelDataType type, String text) {
    SqlTypeName name = type.getSqlTypeName();
    if (SqlTypeName.EXACT_TYPES.contains(name) && text.length() <= MAX_NUMBER_CHARS) {
      try {
        return number(new BigDecimal(text.strip()), type);
      } catch (NumberFormatException e) {
        return declared(text, type);
      }
    }
    if (Nanos.isNano(type)) {
      return NanoParameters.text(number, type, text);
    }
    if (SqlTypeName.DATETIME_TYPES.contains(name) && FINER_THAN_MICROS.matcher(text).find()) {
      throw finerThanMicros(number);
    }
    return declared(text, type);
  }

  private static String declared(String text, RelDataType type) {
    return "CAST(" + SqlText.string(text) + " AS " + DuckTypes.of(type) + ")";
  }

  /** A number keeps its own digits, even where the place it goes to has fewer. */
  private static String number(Number value, RelDataType declared) {
    if (value instanceof Float) {
      return "CAST('" + value + "' AS FLOAT)";
    }
    if (value instanceof Double) {
      return "CAST('" + value + "' AS DOUBLE)";
    }
    if (value instanceof BigDecimal || value instanceof BigInteger) {
      BigDecimal exact = value instanceof BigDecimal d ? d : new BigDecimal((BigInteger) value);
      BigDecimal plain = exact.scale() < 0 ? exact.setScale(0) : exact;
      int precision = Math.max(plain.precision(), plain.scale());
      if (precision > 38) {
        throw new MoraineException(
            ErrorCode.NUMERIC_OUT_OF_RANGE,
            "A parameter of type DECIMAL has " + precision + " digits; at most 38 are possible");
      }
      String type = "DECIMAL(" + Math.max(precision, 1) + ", " + plain.scale() + ")";
      String text = "CAST('" + plain.toPlainString() + "' AS " + type + ")";
      return SqlTypeName.INT_TYPES.contains(declared.getSqlTypeName()) && plain.scale() == 0
          ? "CAST('" + plain.toPlainString() + "' AS " + DuckTypes.of(declared) + ")"
          : text;
    }
    if (SqlTypeName.APPROX_TYPES.contains(declared.getSqlTypeName())
        || declared.getSqlTypeName() == SqlTypeName.DECIMAL) {
      return "CAST('" + value + "' AS BIGINT)";
    }
    boolean fits = SqlTypeName.INT_TYPES.contains(declared.getSqlTypeName());
    return "CAST('"
        + value
        + "' AS "
        + (fits ? intType(value.longValue(), declared) : "BIGINT")
        + ")";
  }

  private static String intType(long value, RelDataType declared) {
    boolean small = value == (int) value;
    return declared.getSqlTypeName() == SqlTypeName.BIGINT || !small ? "BIGINT" : "INTEGER";
  }

  private static String dateTime(int number, RelDataType type, Object value) {
    if (Nanos.isNano(type)) {
      return NanoParameters.of(value)
          .map(parameter -> parameter.sql(number, type))
          .orElseThrow(() -> refused(number, type, value));
    }
    return switch (type.getSqlTypeName()) {
      case DATE -> "CAST('" + date(number, type, value) + "' AS DATE)";
      case TIME -> "CAST('" + time(number, type, value) + "' AS TIME)";
      case TIMESTAMP -> "CAST('" + TIMESTAMP.format(local(number, type, value)) + "' AS TIMESTAMP)";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> instant(number, type, value);
      default -> untyped(number, type, value);
    };
  }

  private static String untyped(int number, RelDataType type, Object value) {
    if (value instanceof LocalDate || value instanceof Date) {
      return "CAST('" + date(number, type, value) + "' AS DATE)";
    }
    if (value instanceof LocalTime || value instanceof Time) {
      return "CAST('" + time(number, type, value) + "' AS TIME)";
    }
    if (value instanceof LocalDateTime || value instanceof Timestamp) {
      return "CAST('" + TIMESTAMP.format(local(number, type, value)) + "' AS TIMESTAMP)";
    }
    return instant(number, type, value);
  }

  private static LocalDate date(int number, RelDataType type, Object value) {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof Date date) {
      return date.toLocalDate();
    }
    throw refused(number, type, value);
  }

  private static LocalTime time(int number, RelDataType type, Object value) {
    if (value instanceof LocalTime time) {
      return micros(number, time);
    }
    if (value instanceof Time time) {
      long millis = Math.floorMod(time.getTime(), 1_000L);
      return time.toLocalTime().plusNanos(millis * 1_000_000);
    }
    throw refused(number, type, value);
  }

  private static LocalDateTime local(int number, RelDataType type, Object value) {
    if (value instanceof LocalDateTime local) {
      micros(number, local.toLocalTime());
      return local;
    }
    if (value instanceof Timestamp timestamp) {
      micros(number, timestamp.toLocalDateTime().toLocalTime());
      return timestamp.toLocalDateTime();
    }
    if (value instanceof LocalDate || value instanceof Date) {
      return date(number, type, value).atStartOfDay();
    }
    throw refused(number, type, value);
  }

  private static String instant(int number, RelDataType type, Object value) {
    Instant instant;
    if (value instanceof OffsetDateTime offset) {
      instant = offset.toInstant();
    } else if (value instanceof ZonedDateTime zoned) {
      instant = zoned.toInstant();
    } else if (value instanceof Instant exact) {
      instant = exact;
    } else if (value instanceof Timestamp timestamp) {
      instant = timestamp.toInstant();
    } else if (value instanceof LocalDateTime local) {
      // Without an offset the engine takes the session's zone.
      micros(number, local.toLocalTime());
      return "CAST('" + TIMESTAMP.format(local) + "' AS TIMESTAMPTZ)";
    } else {
      throw refused(number, type, value);
    }
    LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    micros(number, utc.toLocalTime());
    return "CAST('" + TIMESTAMP.format(utc) + "+00' AS TIMESTAMPTZ)";
  }

  private static LocalTime micros(int number, LocalTime time) {
    if (time.getNano() % 1_000 != 0) {
      throw finerThanMicros(number);
    }
    return time;
  }

  private static MoraineException finerThanMicros(int number) {
    return new MoraineException(
        ErrorCode.DATETIME_FIELD_OVERFLOW,
        "Parameter " + number + " has nanoseconds; round it to microseconds first");
  }

  private static MoraineException refused(int number, RelDataType type, Object value) {
    return new MoraineException(
        ErrorCode.INVALID_PARAMETER,
        "Parameter "
            + number
            + " is of type "
            + type
            + " and was set to a "
            + value.getClass().getName());
  }
}
