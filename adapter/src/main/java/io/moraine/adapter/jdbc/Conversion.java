/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.rules.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An exact value as another Java type, exactly or not at all.
 *
 * @param value the value, not null
 * @param label the column, for messages
 * @param zone the session's zone: that of instants read as local values and the reverse
 */
record Conversion(Object value, String label, ZoneId zone) {
  private static final int UUID_CHARS = 36;

  private SQLException refused(String type) {
    return new SQLException(
        "Column '"
            + label
            + "' holds a "
            + value.getClass().getSimpleName()
            + ", which cannot be read as "
            + type,
        ErrorCode.INVALID_TEXT.sqlState());
  }

  /** The object that JDBC maps the value's SQL type to. */
  Object toJdbcObject() throws SQLException {
    if (value instanceof LocalDate || value instanceof LocalTime) {
      return value instanceof LocalDate ? toDate(null) : toTime(null);
    }
    return value instanceof LocalDateTime || value instanceof OffsetDateTime
        ? toTimestamp(null)
        : value;
  }

  Object to(Class<?> type) throws SQLException {
    if (type.isInstance(value)) {
      return value;
    }
    return switch (type.getName()) {
      case "java.lang.Object" -> toJdbcObject();
      case "java.lang.String" -> ValueText.of(value, zone);
      case "java.lang.Boolean" -> toBoolean();
      case "java.lang.Byte" -> (byte) toLong(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case "java.lang.Short" -> (short) toLong(Short.MIN_VALUE, Short.MAX_VALUE);
      case "java.lang.Integer" -> (int) toLong(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "java.lang.Long" -> toLong(Long.MIN_VALUE, Long.MAX_VALUE);
      case "java.lang.Float" -> toFloat();
      case "java.lang.Double" -> toDouble();
      case "java.math.BigDecimal" -> toDecimal();
      case "java.math.BigInteger" -> toInteger();
      case "java.util.UUID" -> toUuid();
      case "[B" -> toBytes();
      default -> toDateTime(type);
    };
  }

  private Object toDateTime(Class<?> type) throws SQLException {
    return switch (type.getName()) {
      case "java.sql.Date" -> toDate(null);
      case "java.sql.Time" -> toTime(null);
      case "java.sql.Timestamp" -> toTimestamp(null);
      case "java.time.LocalDate" -> local().toLocalDate();
      case "java.time.LocalTime" -> time();
      case "java.time.LocalDateTime" -> local();
      case "java.time.Instant" -> instant();
      case "java.time.OffsetDateTime" -> instant().atOffset(ZoneOffset.UTC);
      case "java.time.ZonedDateTime" -> instant().atZone(zone);
      default -> throw refused(type.getName());
    };
  }

  /** The day and time of day; midnight of a date, and none for a time of day alone. */
  private LocalDateTime local() throws SQLException {
    if (value instanceof LocalDateTime local) {
      return local;
    }
    if (value instanceof OffsetDateTime instant) {
      return instant.atZoneSameInstant(zone).toLocalDateTime();
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    throw refused("a date");
  }

  private LocalTime time() throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof LocalDate) {
      throw refused("a time of day");
    }
    return local().toLocalTime();
  }

  private Instant instant() throws SQLException {
    return value instanceof OffsetDateTime instant
        ? instant.toInstant()
        : instant(local(), zone, "java.time.LocalDateTime");
  }

  /** A local time in a zone, unless the zone's clocks skipped it. */
  private Instant instant(LocalDateTime local, ZoneId in, String remedy) throws SQLException {
    if (in.getRules().getValidOffsets(local).isEmpty()) {
      throw skipped(in, remedy);
    }
    return local.atZone(in).toInstant();
  }

  private SQLException skipped(Object in, String remedy) {
    return new SQLException(
        "Column '"
            + label
            + "' holds "
            + ValueText.of(value, zone)
            + ", which does not exist in "
            + in
            + "; read it as "
            + remedy,
        ErrorCode.DATETIME_FIELD_OVERFLOW.sqlState());
  }

  boolean toBoolean() throws SQLException {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Number) {
      return toDecimalOrDouble().signum() != 0;
    }
    if (value instanceof String text) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "1" -> true;
        case "false", "0" -> false;
        default -> throw refused("a boolean");
      };
    }
    throw refused("a boolean");
  }

  private BigDecimal toDecimalOrDouble() throws SQLException {
    double number = toNumber().doubleValue();
    return Double.isFinite(number) ? toDecimal() : BigDecimal.ONE;
  }

  long toLong(long min, long max) throws SQLException {
    BigDecimal decimal = toDecimal();
    // JDBC cuts the fraction; a number that does not fit is an error.
    BigInteger integer = decimal.toBigInteger();
    if (integer.compareTo(BigInteger.valueOf(min)) < 0
        || integer.compareTo(BigInteger.valueOf(max)) > 0) {
      throw outOfRange();
    }
    return integer.longValue();
  }

  Number toNumber() throws SQLException {
    return value instanceof Number number ? number : toDecimal();
  }

  float toFloat() throws SQLException {
    Number number = toNumber();
    float nearest = number.floatValue();
    if (Float.isInfinite(nearest) && !Double.isInfinite(number.doubleValue())) {
      throw outOfRange();
    }
    return nearest;
  }

  double toDouble() throws SQLException {
    return toNumber().doubleValue();
  }

  private SQLException outOfRange() {
    return new SQLException(
        "Column '" + label + "' holds " + value + ", which is out of range",
        ErrorCode.NUMERIC_OUT_OF_RANGE.sqlState());
  }

  BigDecimal toDecimal() throws SQLException {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Number || value instanceof String) {
      try {
        return new BigDecimal(value.toString().strip());
      } catch (NumberFormatException e) {
        throw refused("a number");
      }
    }
    throw refused("a number");
  }

  private BigInteger toInteger() throws SQLException {
    return toDecimal().toBigInteger();
  }

  private UUID toUuid() throws SQLException {
    try {
      if (value instanceof String text && text.length() == UUID_CHARS) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw refused("a UUID");
  }

  /** Those of a text are its UTF-8. */
  byte[] toBytes() throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    throw refused("bytes");
  }

  /** With a calendar, midnight in its zone counted without the old calendar's days. */
  Date toDate(@Nullable Calendar calendar) throws SQLException {
    LocalDate day = local().toLocalDate();
    if (calendar != null) {
      return new Date(day.atStartOfDay(zoneOf(calendar)).toInstant().toEpochMilli());
    }
    Date date = Date.valueOf(day);
    if (!date.toLocalDate().equals(day)) {
      throw skipped("java.sql.Date", "java.time.LocalDate");
    }
    return date;
  }

  Time toTime(@Nullable Calendar calendar) throws SQLException {
    LocalTime time = time();
    if (calendar != null) {
      return new Time(
          instant(time.atDate(LocalDate.EPOCH), zoneOf(calendar), "java.time.LocalTime")
              .toEpochMilli());
    }
    Time seconds = Time.valueOf(time);
    if (!seconds.toLocalTime().equals(time.withNano(0))) {
      throw skipped("java.sql.Time", "java.time.LocalTime");
    }
    return new Time(seconds.getTime() + time.getNano() / 1_000_000);
  }

  Timestamp toTimestamp(@Nullable Calendar calendar) throws SQLException {
    if (value instanceof OffsetDateTime instant) {
      return Timestamp.from(instant.toInstant());
    }
    LocalDateTime local = local();
    if (calendar != null) {
      return Timestamp.from(instant(local, zoneOf(calendar), "java.time.LocalDateTime"));
    }
    Timestamp timestamp = Timestamp.valueOf(local);
    if (!timestamp.toLocalDateTime().equals(local)) {
      throw skipped(
          "java.sql.Timestamp in the default zone " + ZoneId.systemDefault(),
          "java.time.LocalDateTime");
    }
    return timestamp;
  }

  private static ZoneId zoneOf(Calendar calendar) {
    TimeZone zone = calendar.getTimeZone();
    return "UTC".equals(zone.getID()) ? ZoneOffset.UTC : zone.toZoneId();
  }
}
