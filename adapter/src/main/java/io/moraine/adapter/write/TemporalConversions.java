/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Conversions to Iceberg's dates and times. Fractions beyond a column's unit and moments beyond its
 * 64 bits are refused.
 *
 * <p>A value without a zone becomes an instant in the given zone; within an overlap of local times
 * the earlier offset counts, and a local time that a gap skips moves by the length of the gap. A
 * {@link Timestamp} is an instant already.
 */
final class TemporalConversions {
  private static final int NANOS_A_MICRO = 1_000;
  private static final long MILLIS_A_SECOND = 1_000;
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private TemporalConversions() {}

  static LocalDate toDate(Object value) {
    LocalDate date;
    if (value instanceof LocalDate local) {
      date = local;
    } else if (value instanceof Date sql) {
      date = sql.toLocalDate();
    } else {
      throw ValueRefusal.wrongClass("dates");
    }
    long days = date.toEpochDay();
    if (days < Integer.MIN_VALUE || days > Integer.MAX_VALUE) {
      throw beyondRange("32 bits of days");
    }
    return date;
  }

  static LocalTime toTime(Object value) {
    LocalTime time;
    if (value instanceof LocalTime local) {
      time = local;
    } else if (value instanceof Time sql) {
      // toLocalTime() alone drops the milliseconds.
      long millis = Math.floorMod(sql.getTime(), MILLIS_A_SECOND);
      time = sql.toLocalTime().plus(millis, ChronoUnit.MILLIS);
    } else {
      throw ValueRefusal.wrongClass("times of day");
    }
    requireMicros(time.getNano());
    return time;
  }

  static LocalDateTime toTimestampMicros(Object value) {
    LocalDateTime timestamp = toLocal(value);
    requireRange(timestamp, ChronoUnit.MICROS);
    requireMicros(timestamp.getNano());
    return timestamp;
  }

  static LocalDateTime toTimestampNanos(Object value) {
    LocalDateTime timestamp = toLocal(value);
    requireRange(timestamp, ChronoUnit.NANOS);
    return timestamp;
  }

  static OffsetDateTime toInstantMicros(Object value, ZoneId zone) {
    OffsetDateTime instant = toUtc(value, zone);
    requireRange(instant.toLocalDateTime(), ChronoUnit.MICROS);
    requireMicros(instant.getNano());
    return instant;
  }

  static OffsetDateTime toInstantNanos(Object value, ZoneId zone) {
    OffsetDateTime instant = toUtc(value, zone);
    requireRange(instant.toLocalDateTime(), ChronoUnit.NANOS);
    return instant;
  }

  private static LocalDateTime toLocal(Object value) {
    if (value instanceof LocalDateTime local) {
      return local;
    }
    if (value instanceof Timestamp sql) {
      return sql.toLocalDateTime();
    }
    throw ValueRefusal.wrongClass("timestamps without a time zone");
  }

  private static OffsetDateTime toUtc(Object value, ZoneId zone) {
    Instant instant = instant(value, zone);
    if (instant == null) {
      throw ValueRefusal.wrongClass("timestamps");
    }
    // An Instant reaches a year further than an OffsetDateTime; both are far beyond any column.
    try {
      return instant.atOffset(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw beyondRange("64 bits");
    }
  }

  private static @Nullable Instant instant(Object value, ZoneId zone) {
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof OffsetDateTime offset) {
      return offset.toInstant();
    }
    if (value instanceof ZonedDateTime zoned) {
      return zoned.toInstant();
    }
    if (value instanceof LocalDateTime local) {
      return local.atZone(zone).toInstant();
    }
    return value instanceof Timestamp sql ? sql.toInstant() : null;
  }

  private static void requireMicros(int nanos) {
    if (nanos % NANOS_A_MICRO != 0) {
      throw new ValueRefusal(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "it has digits below the microsecond, which the column does not hold; CAST it to the"
              + " column's type to drop them");
    }
  }

  private static void requireRange(LocalDateTime utc, ChronoUnit unit) {
    try {
      unit.between(EPOCH, utc);
    } catch (ArithmeticException e) {
      throw beyondRange("64 bits of " + unit.toString().toLowerCase(Locale.ROOT));
    }
  }

  private static ValueRefusal beyondRange(String limit) {
    return new ValueRefusal(
        ErrorCode.DATETIME_FIELD_OVERFLOW,
        "it lies beyond the column's " + limit + "; correct the value");
  }
}
