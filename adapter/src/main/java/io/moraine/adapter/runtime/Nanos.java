/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Timestamps with more than six fraction digits: the engine's TIMESTAMP_NS, local or, for instants,
 * in UTC. The engine's own casts cut them towards 1970, so each cast is written out.
 */
final class Nanos {
  /** The engine's type. */
  static final String ENGINE_TYPE = "TIMESTAMP_NS";

  private static final int MICROS = 6;
  private static final int NANOS = 9;
  private static final BigInteger NANOS_A_SECOND = BigInteger.valueOf(1_000_000_000);

  private Nanos() {}

  /** The numbers of the columns that are instants in nanoseconds. */
  static Set<Integer> instants(List<RelDataTypeField> columns) {
    return columns.stream()
        .filter(column -> isNano(column.getType()) && isInstant(column.getType()))
        .map(RelDataTypeField::getIndex)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a type's values are nanoseconds to the engine. */
  static boolean isNano(RelDataType type) {
    return SqlTypeUtil.isTimestamp(type) && type.getPrecision() > MICROS;
  }

  /** Whether a type's values are instants, which a session's zone displays. */
  static boolean isInstant(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_TZ;
  }

  /**
   * The text of a cast from or to nanoseconds; empty for other casts.
   *
   * @param operand the text of what is cast
   * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED for types that have none
   */
  static Optional<String> cast(String operand, RelDataType from, RelDataType to) {
    if (!isNano(from) && !isNano(to)) {
      return Optional.empty();
    }
    String text = isNano(to) ? rounded(toNano(from, to), from, to) : fromNano(from, to);
    return Optional.of(text.replace("%s", operand));
  }

  private static String rounded(String text, RelDataType from, RelDataType to) {
    boolean fits =
        to.getPrecision() >= NANOS
            || SqlTypeUtil.isDatetime(from) && from.getPrecision() <= to.getPrecision();
    return fits
        ? text
        : "moraine_ns_rounded(" + text + ", " + power(NANOS - to.getPrecision()) + ")";
  }

  private static long power(int digits) {
    return BigInteger.TEN.pow(digits).longValueExact();
  }

  private static String toNano(RelDataType from, RelDataType to) {
    String micros = isInstant(to) ? "TIMESTAMPTZ" : "TIMESTAMP";
    if (isNano(from)) {
      boolean same = isInstant(from) == isInstant(to);
      return same ? "%s" : isInstant(to) ? "moraine_ns_zoned(%s)" : "moraine_ns_local(%s)";
    }
    return switch (from.getSqlTypeName()) {
      case NULL -> "CAST(%s AS " + ENGINE_TYPE + ")";
      case CHAR, VARCHAR -> "moraine_ns_of_text(%s, CAST(%s AS " + micros + "))";
      case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          "moraine_ns(CAST(%s AS " + micros + "), 0)";
      default -> throw unsupported(from, to);
    };
  }

  private static String fromNano(RelDataType from, RelDataType to) {
    return switch (to.getSqlTypeName()) {
      case CHAR, VARCHAR -> isInstant(from) ? "moraine_ns_instant_text(%s)" : "moraine_ns_text(%s)";
      case DATE -> "CAST(" + local("moraine_ns_floor(%s)", from) + " AS DATE)";
      case TIME -> {
        if (to.getPrecision() != MICROS) {
          throw unsupported(from, to);
        }
        yield "CAST(" + local(micros(MICROS), from) + " AS TIME)";
      }
      case TIMESTAMP -> local(micros(to.getPrecision()), from);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> {
        if (to.getPrecision() != MICROS) {
          throw unsupported(from, to);
        }
        yield isInstant(from)
            ? "timezone('UTC', " + micros(MICROS) + ")"
            : "CAST(" + micros(MICROS) + " AS TIMESTAMPTZ)";
      }
      default -> throw unsupported(from, to);
    };
  }

  private static String micros(int precision) {
    return "moraine_ns_micros(%s, " + power(MICROS - precision) + ")";
  }

  /** The session's local time of a UTC time, where that stands for an instant. */
  private static String local(String utc, RelDataType from) {
    return isInstant(from) ? "CAST(timezone('UTC', " + utc + ") AS TIMESTAMP)" : utc;
  }

  private static RuntimeException unsupported(RelDataType from, RelDataType to) {
    return EngineCalls.unsupported("a cast from " + from + " to " + to);
  }

  /** The text of a date-time without its nanoseconds, as the engine's functions take it. */
  static String floor(String operand, RelDataType type) {
    if (!isNano(type)) {
      return operand;
    }
    return (isInstant(type) ? "moraine_ns_instant(" : "moraine_ns_floor(") + operand + ")";
  }

  /** Nanoseconds since 1970, of any date-time but a time of day, as an integer of any size. */
  static String count(String operand, RelDataType type, boolean asInstant) {
    if (isNano(type)) {
      return asInstant && !isInstant(type)
          ? "(CAST(epoch_us(CAST(moraine_ns_floor("
              + operand
              + ") AS TIMESTAMPTZ)) AS HUGEINT) * 1000 + moraine_ns_rest("
              + operand
              + "))"
          : "CAST(epoch_ns(" + operand + ") AS HUGEINT)";
    }
    String micros = "CAST(" + operand + " AS " + (asInstant ? "TIMESTAMPTZ" : "TIMESTAMP") + ")";
    return "(CAST(epoch_us(" + micros + ") AS HUGEINT) * 1000)";
  }

  /** Nanoseconds since 1970. */
  static BigInteger count(LocalDateTime utc) {
    return BigInteger.valueOf(utc.toEpochSecond(ZoneOffset.UTC))
        .multiply(NANOS_A_SECOND)
        .add(BigInteger.valueOf(utc.getNano()));
  }

  /** A timestamp as the engine's text; empty where the engine has no such timestamp. */
  static Optional<String> constant(LocalDateTime utc) {
    BigInteger count = count(utc);
    boolean fits =
        count.compareTo(BigInteger.valueOf(NanoMacros.MIN)) >= 0
            && count.compareTo(BigInteger.valueOf(NanoMacros.MAX)) <= 0;
    return fits
        ? Optional.of("make_timestamp_ns(CAST(" + count + " AS BIGINT))")
        : Optional.empty();
  }
}
