/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values as literals of both dialects. */
final class Literals {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd ")
          .append(TIME)
          .toFormatter(Locale.ROOT);

  private Literals() {}

  /** NULL of a type. */
  static Node nothing(Type type) {
    return new Node(
        "NULL",
        Node.Role.EXPRESSION,
        type,
        zero(type),
        "CAST(NULL AS " + type.ours() + ")",
        "CAST(NULL AS " + type.theirs() + ")",
        List.of(),
        null);
  }

  private static Range zero(Type type) {
    return type.kind().isNumber() ? Range.floating(BigDecimal.ZERO, false, true) : Range.MODERATE;
  }

  /** A value: Boolean, BigDecimal, Float, Double, a java.time class, String, UUID or byte[]. */
  static Node of(Type type, @Nullable Object value) {
    if (value == null) {
      return nothing(type);
    }
    String text = text(type, value);
    return new Node(
        "literal",
        Node.Role.EXPRESSION,
        type,
        range(type, value),
        ours(type, text),
        theirs(type, text),
        List.of(),
        value);
  }

  /** An integer literal as it stands. */
  static Node number(long value) {
    Type type = value == (int) value ? Type.INTEGER : Type.BIGINT;
    return of(type, BigDecimal.valueOf(value));
  }

  private static String text(Type type, Object value) {
    return switch (type.kind()) {
      case BYTES -> HexFormat.of().formatHex((byte[]) value);
      case DECIMAL -> ((BigDecimal) value).setScale(type.scale()).toPlainString();
      case INTEGER, BIGINT -> ((BigDecimal) value).toPlainString();
      case TIME -> TIME.format((TemporalAccessor) value);
      case TIMESTAMP -> TIMESTAMP.format((TemporalAccessor) value);
      case INSTANT -> TIMESTAMP.format((TemporalAccessor) value) + "+00";
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String ours(Type type, String text) {
    return switch (type.kind()) {
      case BOOLEAN -> text.toUpperCase(Locale.ROOT);
      case INTEGER, BIGINT -> integer(text);
      case DECIMAL -> "CAST(" + decimal(text) + " AS " + type.ours() + ")";
      case REAL, DOUBLE, TIME, TIMESTAMP, INSTANT ->
          "CAST(" + quoted(text) + " AS " + type.ours() + ")";
      case DATE ->
          text.startsWith("1582-10")
              ? "CAST(" + quoted(text) + " AS DATE)"
              : "DATE " + quoted(text);
      case TEXT -> quoted(text);
      case UUID -> "UUID " + quoted(text);
      case BYTES -> "X" + quoted(text);
    };
  }

  /** A minus sign before 2147483648 makes no INTEGER. */
  private static String integer(String text) {
    return text.equals("-2147483648") || text.equals("-9223372036854775808")
        ? "CAST('" + text + "' AS " + (text.length() < 12 ? "INTEGER" : "BIGINT") + ")"
        : text.startsWith("-") ? "(" + text + ")" : text;
  }

  private static String decimal(String text) {
    return text.length() > 30 ? quoted(text) : text;
  }

  private static String theirs(Type type, String text) {
    return switch (type.kind()) {
      case BYTES -> "BYTEA '\\x" + text + "'";
      case TEXT -> "TEXT " + quoted(text);
      default -> "CAST(" + quoted(text) + " AS " + type.theirs() + ")";
    };
  }

  static Range range(Type type, Object value) {
    return switch (type.kind()) {
      case INTEGER, BIGINT, DECIMAL -> Range.exact((BigDecimal) value);
      case REAL, DOUBLE -> floating(((Number) value).doubleValue());
      case DATE -> moderate(((LocalDate) value).getYear());
      case TIMESTAMP -> moderate(((LocalDateTime) value).getYear());
      case INSTANT -> moderate(((OffsetDateTime) value).getYear());
      default -> Range.UNKNOWN;
    };
  }

  private static Range moderate(int year) {
    return year >= 1900 && year < 2100 ? Range.MODERATE : Range.UNKNOWN;
  }

  private static Range floating(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Range.floating(BigDecimal.ZERO, true, true);
    }
    return Range.floating(new BigDecimal(value), false, value * 8 == Math.rint(value * 8));
  }

  static Object time(long micros) {
    return LocalTime.ofNanoOfDay(micros * 1000);
  }

  static OffsetDateTime instant(LocalDateTime utc) {
    return utc.atOffset(ZoneOffset.UTC);
  }

  static UUID uuid(long high, long low) {
    return new UUID(high, low);
  }
}
