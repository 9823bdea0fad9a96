/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a type with nanoseconds as an expression of the engine.
 *
 * @param local a local date-time, or null
 * @param instant an instant in UTC, or null; a {@code java.sql.Timestamp} is both
 */
record NanoParameters(@Nullable LocalDateTime local, @Nullable LocalDateTime instant) {
  private static final Pattern FINER_THAN_NANOS = Pattern.compile("\\.\\d{9}\\d*[1-9]");
  private static final int NANOS_A_MICRO = 1_000;

  /** What an object means; empty if it is no date-time. */
  static Optional<NanoParameters> of(Object value) {
    if (value instanceof LocalDateTime local) {
      return Optional.of(new NanoParameters(local, null));
    }
    if (value instanceof Timestamp timestamp) {
      return Optional.of(
          new NanoParameters(timestamp.toLocalDateTime(), utc(timestamp.toInstant())));
    }
    if (value instanceof LocalDate date) {
      return Optional.of(new NanoParameters(date.atStartOfDay(), null));
    }
    if (value instanceof Date date) {
      return Optional.of(new NanoParameters(date.toLocalDate().atStartOfDay(), null));
    }
    Instant instant =
        value instanceof OffsetDateTime offset
            ? offset.toInstant()
            : value instanceof ZonedDateTime zoned
                ? zoned.toInstant()
                : value instanceof Instant exact ? exact : null;
    return Optional.ofNullable(instant).map(i -> new NanoParameters(null, utc(i)));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /** The expression of a parameter of this number, from 1. */
  String sql(int number, RelDataType type) {
    LocalDateTime same = Nanos.isInstant(type) ? instant : local;
    if (same != null) {
      return constant(number, same);
    }
    if (local == null) {
      throw new MoraineException(
          ErrorCode.INVALID_PARAMETER,
          "Parameter " + number + " is of type " + type + " and was set to an instant");
    }
    // Without an offset the engine takes the session's zone.
    LocalDateTime micros = local.truncatedTo(ChronoUnit.MICROS);
    return "moraine_ns(CAST('"
        + ParameterText.TIMESTAMP.format(micros)
        + "' AS TIMESTAMPTZ), "
        + local.getNano() % NANOS_A_MICRO
        + ")";
  }

  private static String constant(int number, LocalDateTime value) {
    return Nanos.constant(value).orElseThrow(() -> outOfRange(number, value.toString()));
  }

  private static MoraineException outOfRange(int number, String value) {
    return new MoraineException(
        ErrorCode.DATETIME_FIELD_OVERFLOW,
        "Parameter " + number + ", " + value + ", is out of range: " + NanoMacros.OUT_OF_RANGE);
  }

  /** The expression of a text. */
  static String text(int number, RelDataType type, String text) {
    if (FINER_THAN_NANOS.matcher(text).find()) {
      throw new MoraineException(
          ErrorCode.DATETIME_FIELD_OVERFLOW,
          "Parameter " + number + " is finer than nanoseconds; round it to them first");
    }
    String literal = SqlText.string(text);
    String micros = Nanos.isInstant(type) ? "TIMESTAMPTZ" : "TIMESTAMP";
    return "moraine_ns_of_text(" + literal + ", CAST(" + literal + " AS " + micros + "))";
  }
}
