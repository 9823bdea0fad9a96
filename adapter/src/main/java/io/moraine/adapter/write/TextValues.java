/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.types.Type;

/**
 * Text that is assigned to a column of another type, as the exact value that it spells; what the
 * column cannot hold of that value is for the column's own conversion to refuse.
 */
final class TextValues {
  private static final int MAX_NUMBER_CHARS = 400;

  /** The column types whose values text can spell. */
  private static final Set<Type.TypeID> SPELLED =
      Set.of(
          Type.TypeID.BOOLEAN,
          Type.TypeID.INTEGER,
          Type.TypeID.LONG,
          Type.TypeID.FLOAT,
          Type.TypeID.DOUBLE,
          Type.TypeID.DECIMAL,
          Type.TypeID.DATE,
          Type.TypeID.TIME,
          Type.TypeID.TIMESTAMP,
          Type.TypeID.TIMESTAMP_NANO,
          Type.TypeID.UUID);

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][' ']")
          .append(TIME)
          .optionalStart()
          .appendPattern("[' ']")
          .appendOffset("+HH:mm:ss", "Z")
          .optionalEnd()
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private TextValues() {}

  /** Whether {@link #parse} takes text for columns of this type. */
  static boolean spells(Type type) {
    return SPELLED.contains(type.typeId());
  }

  /**
   * The value.
   *
   * @throws ValueRefusal INVALID_TEXT, or INVALID_DATETIME for date-times
   */
  static Object parse(Type type, String text) {
    String trimmed = text.strip();
    return switch (type.typeId()) {
      case BOOLEAN -> bool(trimmed);
      case INTEGER, LONG, DECIMAL -> number(trimmed);
      case FLOAT, DOUBLE -> floating(trimmed);
      case UUID -> uuid(trimmed);
      default -> dateTime(type, trimmed);
    };
  }

  private static Object bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw notSpelled(ErrorCode.INVALID_TEXT, "true or false");
    };
  }

  private static BigDecimal number(String text) {
    try {
      if (text.length() <= MAX_NUMBER_CHARS) {
        return new BigDecimal(text);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw notSpelled(ErrorCode.INVALID_TEXT, "a number");
  }

  private static Object floating(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "infinity", "inf" -> Double.POSITIVE_INFINITY;
      case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
      default -> number(text).doubleValue();
    };
  }

  private static UUID uuid(String text) {
    try {
      if (text.length() == 36) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw notSpelled(ErrorCode.INVALID_TEXT, "a UUID");
  }

  private static Object dateTime(Type type, String text) {
    try {
      if (type.typeId() == Type.TypeID.TIME) {
        return LocalTime.parse(text, TIME);
      }
      TemporalAccessor parsed = DATE_TIME.parse(text);
      LocalDate date = LocalDate.from(parsed);
      if (!parsed.isSupported(ChronoField.HOUR_OF_DAY)) {
        return type.typeId() == Type.TypeID.DATE ? date : date.atStartOfDay();
      }
      return parsed.isSupported(ChronoField.OFFSET_SECONDS)
          ? OffsetDateTime.from(parsed)
          : LocalDateTime.from(parsed);
    } catch (DateTimeException e) {
      throw notSpelled(ErrorCode.INVALID_DATETIME, "a " + type + ", as in 2024-12-31 23:59:59.5");
    }
  }

  private static ValueRefusal notSpelled(ErrorCode code, String what) {
    return new ValueRefusal(code, "the text does not spell " + what);
  }
}
