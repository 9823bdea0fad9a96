/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The text of exact values: date-times with as many fraction digits as they have, instants in the
 * session's zone with their offset, binary as hexadecimal digits, nested ones as JSON.
 */
final class ValueText {
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL)
          .appendLiteral('-')
          .appendValue(ChronoField.MONTH_OF_YEAR, 2)
          .appendLiteral('-')
          .appendValue(ChronoField.DAY_OF_MONTH, 2)
          .toFormatter(Locale.ROOT)
          .withChronology(IsoChronology.INSTANCE)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendLiteral(' ')
          .append(TIME)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .append(TIMESTAMP)
          .appendOffset("+HH:mm:ss", "+00")
          .toFormatter(Locale.ROOT);

  private ValueText() {}

  static String of(Object value, ZoneId zone) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof LocalDate date) {
      return DATE.format(date);
    }
    if (value instanceof LocalTime time) {
      return TIME.format(time);
    }
    if (value instanceof LocalDateTime timestamp) {
      return TIMESTAMP.format(timestamp);
    }
    if (value instanceof OffsetDateTime instant) {
      return INSTANT.format(instant.atZoneSameInstant(zone));
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return NestedText.handles(value) ? NestedText.of(value, zone) : value.toString();
  }
}
