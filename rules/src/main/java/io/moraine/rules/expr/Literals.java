/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Constant operands (literals, bound parameters, casts of them) as {@link Constant}. Whatever
 * another engine could read differently has no constant: a zoned literal, a parameter that its type
 * cannot hold exactly, a cast that rounds.
 */
final class Literals {
  private static final long MAX_SCALE = 1_000;

  private final ParameterValues parameters;
  private final ConstantCast cast;

  Literals(ParameterValues parameters, ZoneId sessionZone) {
    this.parameters = parameters;
    this.cast = new ConstantCast(sessionZone);
  }

  /** The value of an operand; empty if it is no constant, or not bound, or not certain. */
  Optional<Constant> constant(RexNode node) {
    if (node instanceof RexLiteral literal) {
      return literal.isNull()
          ? Optional.of(new Constant(null))
          : value(literal.getValueAs(Comparable.class), literal.getType()).map(Constant::new);
    }
    if (node instanceof RexDynamicParam parameter) {
      return parameters.isBound(parameter.getIndex())
          ? converted(parameters.value(parameter.getIndex()), parameter.getType())
          : Optional.empty();
    }
    if (node.getKind() == SqlKind.CAST && ((RexCall) node).getOperands().size() == 1) {
      return constant(((RexCall) node).getOperands().get(0))
          .flatMap(inner -> converted(inner.value(), node.getType()));
    }
    return Optional.empty();
  }

  private Optional<Constant> converted(@Nullable Object raw, RelDataType type) {
    if (raw == null) {
      return Optional.of(new Constant(null));
    }
    return normalized(raw, type).flatMap(value -> cast.fold(value, type)).map(Constant::new);
  }

  /** The value of a literal, or of one end of a range of literals, of the given type. */
  Optional<Object> value(@Nullable Comparable<?> value, RelDataType type) {
    if (value instanceof BigDecimal || value instanceof Double) {
      return number(value, type.getSqlTypeName());
    }
    if (value instanceof Boolean) {
      return Optional.of(value);
    }
    if (value instanceof NlsString text) {
      return Optional.of(text.getValue());
    }
    if (value instanceof ByteString bytes) {
      return Optional.of(bytes.getBytes());
    }
    return dateTime(value, type);
  }

  private static Optional<Object> number(Object value, SqlTypeName type) {
    return switch (type) {
      case REAL -> Floats.toFloat(value).map(Object.class::cast);
      case FLOAT, DOUBLE -> Floats.toDouble(value).map(Object.class::cast);
      default -> Optional.of(value);
    };
  }

  /** Whether a zoned literal holds its zone's or UTC's digits is not certain, so it is none. */
  private static Optional<Object> dateTime(@Nullable Comparable<?> value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE ->
          value instanceof DateString date
              ? Optional.of(LocalDate.parse(date.toString()))
              : Optional.empty();
      case TIME ->
          value instanceof TimeString time
              ? Optional.of(LocalTime.parse(time.toString()))
              : Optional.empty();
      case TIMESTAMP ->
          value instanceof TimestampString timestamp
              ? Optional.of(LocalDateTime.parse(timestamp.toString().replace(' ', 'T')))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** A raw JDBC object as one of the classes of {@link Constant}. */
  private static Optional<Object> normalized(Object raw, RelDataType type) {
    if (raw instanceof Number number) {
      return number(number);
    }
    if (raw instanceof Timestamp timestamp) {
      return Optional.of(
          ConstantCast.isZoned(type) ? timestamp.toInstant() : timestamp.toLocalDateTime());
    }
    if (raw instanceof Date date) {
      return Optional.of(date.toLocalDate());
    }
    if (raw instanceof Time time) {
      // java.sql.Time drops its own milliseconds here, so a value that has some is not certain.
      return Math.floorMod(time.getTime(), 1000L) == 0
          ? Optional.of(time.toLocalTime())
          : Optional.empty();
    }
    if (raw instanceof OffsetDateTime zoned) {
      return Optional.of(zoned.toInstant());
    }
    if (raw instanceof ZonedDateTime zoned) {
      return Optional.of(zoned.toInstant());
    }
    return Optional.of(raw);
  }

  private static Optional<Object> number(Number number) {
    if (number instanceof BigDecimal decimal) {
      // Writing out the zeros of 1E+1000000000 would fill the memory.
      return Math.abs((long) decimal.scale()) <= MAX_SCALE
          ? Optional.of(decimal)
          : Optional.empty();
    }
    if (number instanceof Double) {
      return Optional.of(number);
    }
    if (number instanceof Float) {
      return Optional.of(number.doubleValue());
    }
    if (number instanceof BigInteger integer) {
      return Optional.of(new BigDecimal(integer));
    }
    boolean integral =
        number instanceof Byte
            || number instanceof Short
            || number instanceof Integer
            || number instanceof Long;
    return integral ? Optional.of(BigDecimal.valueOf(number.longValue())) : Optional.empty();
  }
}
