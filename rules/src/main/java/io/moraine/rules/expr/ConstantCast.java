/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Casts of constants, folded only where every engine agrees: no rounding, padding or truncation.
 */
final class ConstantCast {
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern TIME = Pattern.compile("\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?");
  private static final int DATE_LENGTH = 10;
  private static final int MAX_FRACTION_DIGITS = 9;

  private final ZoneId sessionZone;

  ConstantCast(ZoneId sessionZone) {
    this.sessionZone = sessionZone;
  }

  ZoneId zone() {
    return sessionZone;
  }

  static boolean isZoned(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> true;
      default -> false;
    };
  }

  /** The value in the given type; empty if that type does not hold it exactly. */
  Optional<Object> fold(Object value, RelDataType type) {
    try {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN -> Optional.of(value).filter(Boolean.class::isInstance);
        case TINYINT -> integer(value, Byte.SIZE);
        case SMALLINT -> integer(value, Short.SIZE);
        case INTEGER -> integer(value, Integer.SIZE);
        case BIGINT -> integer(value, Long.SIZE);
        case DECIMAL -> decimal(value, type);
        case REAL -> Floats.toFloat(value).map(Object.class::cast);
        case FLOAT, DOUBLE -> Floats.toDouble(value).map(Object.class::cast);
        case CHAR -> Optional.of(value).filter(v -> length(v) == bound(type));
        case VARCHAR -> Optional.of(value).filter(v -> isWithin(length(v), bound(type)));
        case BINARY -> Optional.of(value).filter(v -> octets(v) == bound(type));
        case VARBINARY -> Optional.of(value).filter(v -> isWithin(octets(v), bound(type)));
        case DATE -> date(value);
        case TIME -> time(value).filter(t -> isWhole(t.getNano(), type)).map(Object.class::cast);
        case TIMESTAMP ->
            timestamp(value).filter(t -> isWhole(t.getNano(), type)).map(Object.class::cast);
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> zoned(value, type);
        default -> Optional.empty();
      };
    } catch (DateTimeException e) {
      return Optional.empty(); // the text of a date that no calendar has
    }
  }

  private static Optional<Object> integer(Object value, int bits) {
    return exactDecimal(value)
        .filter(decimal -> decimal.stripTrailingZeros().scale() <= 0)
        .map(BigDecimal::toBigInteger)
        .filter(integer -> integer.bitLength() < bits)
        .map(BigDecimal::new);
  }

  private static Optional<Object> decimal(Object value, RelDataType type) {
    BigInteger limit = BigInteger.TEN.pow(type.getPrecision());
    return exactDecimal(value)
        .filter(decimal -> decimal.stripTrailingZeros().scale() <= type.getScale())
        .map(decimal -> decimal.setScale(type.getScale()))
        .filter(decimal -> decimal.unscaledValue().abs().compareTo(limit) < 0)
        .map(Object.class::cast);
  }

  private static Optional<BigDecimal> exactDecimal(Object value) {
    if (value instanceof Double number) {
      return Double.isFinite(number) ? Optional.of(new BigDecimal(number)) : Optional.empty();
    }
    if (value instanceof Float number) {
      return exactDecimal(number.doubleValue());
    }
    return value instanceof BigDecimal decimal ? Optional.of(decimal) : Optional.empty();
  }

  private static int bound(RelDataType type) {
    return type.getPrecision();
  }

  /** Characters of a string; -2, which is no bound, for anything else. */
  private static int length(Object value) {
    return value instanceof String text ? text.codePointCount(0, text.length()) : -2;
  }

  private static int octets(Object value) {
    return value instanceof byte[] bytes ? bytes.length : -2;
  }

  private static boolean isWithin(int length, int bound) {
    return length >= 0 && (bound == RelDataType.PRECISION_NOT_SPECIFIED || length <= bound);
  }

  private static boolean isWhole(int nanos, RelDataType type) {
    int precision = Math.max(0, Math.min(MAX_FRACTION_DIGITS, type.getPrecision()));
    return nanos % BigInteger.TEN.pow(MAX_FRACTION_DIGITS - precision).intValue() == 0;
  }

  private static Optional<Object> date(Object value) {
    return timestamp(value)
        .filter(timestamp -> timestamp.toLocalTime().equals(LocalTime.MIDNIGHT))
        .map(LocalDateTime::toLocalDate);
  }

  private static Optional<LocalTime> time(Object value) {
    if (value instanceof String text) {
      return TIME.matcher(text).matches() ? Optional.of(LocalTime.parse(text)) : Optional.empty();
    }
    return value instanceof LocalTime time ? Optional.of(time) : Optional.empty();
  }

  private static Optional<LocalDateTime> timestamp(Object value) {
    if (value instanceof LocalDate date) {
      return Optional.of(date.atStartOfDay());
    }
    if (value instanceof String text) {
      return parsed(text);
    }
    return value instanceof LocalDateTime local ? Optional.of(local) : Optional.empty();
  }

  private static Optional<LocalDateTime> parsed(String text) {
    if (DATE.matcher(text).matches()) {
      return Optional.of(LocalDate.parse(text).atStartOfDay());
    }
    boolean hasTime =
        text.length() > DATE_LENGTH
            && " T".indexOf(text.charAt(DATE_LENGTH)) >= 0
            && DATE.matcher(text.substring(0, DATE_LENGTH)).matches()
            && TIME.matcher(text.substring(DATE_LENGTH + 1)).matches();
    return hasTime ? Optional.of(LocalDateTime.parse(text.replace(' ', 'T'))) : Optional.empty();
  }

  private Optional<Object> zoned(Object value, RelDataType type) {
    if (value instanceof LocalInstant instant) {
      return Optional.of(value).filter(v -> isWhole(instant.local().getNano(), type));
    }
    Optional<Instant> instant = instant(value);
    return instant.isPresent()
        ? instant.filter(t -> isWhole(t.getNano(), type)).map(Object.class::cast)
        : timestamp(value).filter(t -> isWhole(t.getNano(), type)).map(LocalInstant::new);
  }

  /** An instant; a zone-less value is one if the session's zone has one offset for ever. */
  Optional<Instant> instant(Object value) {
    if (value instanceof Instant instant) {
      return Optional.of(instant);
    }
    ZoneRules rules = sessionZone.getRules();
    return rules.isFixedOffset()
        ? timestamp(value).map(local -> local.toInstant(rules.getOffset(local)))
        : Optional.empty();
  }
}
