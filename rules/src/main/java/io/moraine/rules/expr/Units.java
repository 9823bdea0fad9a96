/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import io.moraine.rules.type.TypeMapping;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;

/**
 * A column's values as whole numbers: integers, days, micro- or nanoseconds, unscaled decimals, 0
 * and 1 for booleans. Constants become positions on that line.
 */
final class Units {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
  private static final BigInteger MICROS_PER_DAY = BigInteger.valueOf(86_400_000_000L);
  private static final BigInteger NANOS_PER_DAY =
      MICROS_PER_DAY.multiply(BigInteger.valueOf(NANOS_PER_MICRO));

  /** Every int and double below it has all its neighbours as doubles. */
  private static final double EXACT_LONGS = 1L << 53;

  /** The same for ints and floats. */
  private static final float EXACT_INTS = 1 << 24;

  /** Years that both days in an int and microseconds in a long can hold. */
  private static final int MAX_YEAR = 290_000;

  private final Term term;
  private final Type type;
  private final ConstantCast cast;

  Units(Term term, ConstantCast cast) {
    this.term = term;
    this.type = term.column().type();
    this.cast = cast;
  }

  /**
   * Where a constant lies: in bucket {@code floor}, and equal to the function's value there if
   * {@code exact}, else above it.
   */
  record Position(BigInteger floor, boolean exact) {
    static Position of(BigInteger nanos, BigInteger nanosPerUnit) {
      return new Position(
          Granularity.floorDiv(nanos, nanosPerUnit), nanos.mod(nanosPerUnit).signum() == 0);
    }
  }

  /** The bucket of a constant; empty if its comparison with the term is not certain. */
  Optional<Position> position(Object constant) {
    return switch (term.function()) {
      case COLUMN, LOCAL -> unit(constant);
      case DOUBLE -> Floats.toDouble(constant).flatMap(this::binary);
      case DATE ->
          constant instanceof LocalDate || constant instanceof LocalDateTime
              ? nanos(constant).map(nanos -> Position.of(nanos, NANOS_PER_DAY))
              : Optional.empty();
      case YEAR -> constant instanceof BigDecimal year ? year(year) : Optional.empty();
      case FLOOR -> unit(constant).map(this::bucket);
    };
  }

  private Position bucket(Position unit) {
    BigInteger bucket = term.granularity().bucket(unit.floor(), unitsPerDay());
    return new Position(bucket, unit.exact() && start(bucket).equals(unit.floor()));
  }

  /** Years before 1 are numbered in two ways, and far ones overflow. */
  private static Optional<Position> year(BigDecimal year) {
    boolean certain =
        year.compareTo(BigDecimal.ONE) >= 0 && year.compareTo(BigDecimal.valueOf(MAX_YEAR)) < 0;
    return certain ? Optional.of(number(year, 0)) : Optional.empty();
  }

  /** The first unit of a bucket. */
  BigInteger start(BigInteger bucket) {
    return term.granularity().start(bucket, unitsPerDay());
  }

  BigInteger unitsPerDay() {
    return switch (type.typeId()) {
      case DATE -> BigInteger.ONE;
      case TIMESTAMP_NANO -> NANOS_PER_DAY;
      default -> MICROS_PER_DAY;
    };
  }

  private Optional<Position> unit(Object constant) {
    return switch (type.typeId()) {
      case BOOLEAN ->
          constant instanceof Boolean flag
              ? Optional.of(new Position(flag ? BigInteger.ONE : BigInteger.ZERO, true))
              : Optional.empty();
      case INTEGER, LONG -> integer(constant);
      case DECIMAL -> number(constant);
      case DATE -> nanos(constant).map(nanos -> Position.of(nanos, NANOS_PER_DAY));
      case TIME ->
          constant instanceof LocalTime time
              ? Optional.of(micros(BigInteger.valueOf(time.toNanoOfDay())))
              : Optional.empty();
      case TIMESTAMP -> timestamp(constant).map(Units::micros);
      case TIMESTAMP_NANO -> timestamp(constant).map(nanos -> new Position(nanos, true));
      default -> Optional.empty();
    };
  }

  private Optional<Position> integer(Object constant) {
    if (constant instanceof Double number) {
      return binary(number);
    }
    if (constant instanceof Float number) {
      return Math.abs(number) < EXACT_INTS ? binary(number) : Optional.empty();
    }
    return number(constant);
  }

  private Optional<Position> number(Object constant) {
    int scale = type instanceof Types.DecimalType decimal ? decimal.scale() : 0;
    return constant instanceof BigDecimal number
        ? Optional.of(number(number, scale))
        : Optional.empty();
  }

  private static Position number(BigDecimal number, int scale) {
    BigDecimal floor = number.setScale(scale, RoundingMode.FLOOR);
    return new Position(floor.unscaledValue(), floor.compareTo(number) == 0);
  }

  /** A double beside an integer column, whose values the engine turns into doubles. */
  private Optional<Position> binary(double number) {
    if (Double.isNaN(number) || number == Double.POSITIVE_INFINITY) {
      return Optional.of(new Position(max().add(BigInteger.ONE), true));
    }
    if (number == Double.NEGATIVE_INFINITY) {
      return Optional.of(new Position(min().subtract(BigInteger.ONE), true));
    }
    return type.typeId() == Type.TypeID.INTEGER || Math.abs(number) < EXACT_LONGS
        ? Optional.of(number(new BigDecimal(number), 0))
        : Optional.empty();
  }

  private Optional<BigInteger> timestamp(Object constant) {
    if (TypeMapping.isInstant(type)) {
      return constant instanceof String
          ? Optional.empty()
          : cast.instant(constant).flatMap(Units::nanos);
    }
    return nanos(constant);
  }

  private static Position micros(BigInteger nanos) {
    return Position.of(nanos, BigInteger.valueOf(NANOS_PER_MICRO));
  }

  /** Nanoseconds of a local date-time since 1970-01-01; empty far outside of any column's range. */
  private static Optional<BigInteger> nanos(Object constant) {
    if (constant instanceof LocalDate date) {
      return nanos(date.atStartOfDay().toInstant(ZoneOffset.UTC));
    }
    return constant instanceof LocalDateTime local
        ? nanos(local.toInstant(ZoneOffset.UTC))
        : Optional.empty();
  }

  private static Optional<BigInteger> nanos(Instant instant) {
    if (Math.abs((long) instant.atOffset(ZoneOffset.UTC).getYear()) >= MAX_YEAR) {
      return Optional.empty();
    }
    return Optional.of(
        BigInteger.valueOf(instant.getEpochSecond())
            .multiply(NANOS_PER_SECOND)
            .add(BigInteger.valueOf(instant.getNano())));
  }

  /** The smallest value of the column's type. */
  BigInteger min() {
    return switch (type.typeId()) {
      case BOOLEAN, TIME -> BigInteger.ZERO;
      case INTEGER, DATE -> BigInteger.valueOf(Integer.MIN_VALUE);
      case DECIMAL -> max().negate();
      default -> BigInteger.valueOf(Long.MIN_VALUE);
    };
  }

  /** The largest value of the column's type. */
  BigInteger max() {
    return switch (type.typeId()) {
      case BOOLEAN -> BigInteger.ONE;
      case INTEGER, DATE -> BigInteger.valueOf(Integer.MAX_VALUE);
      case TIME -> MICROS_PER_DAY.subtract(BigInteger.ONE);
      case DECIMAL ->
          BigInteger.TEN.pow(((Types.DecimalType) type).precision()).subtract(BigInteger.ONE);
      default -> BigInteger.valueOf(Long.MAX_VALUE);
    };
  }

  boolean isInRange(BigInteger unit) {
    return unit.compareTo(min()) >= 0 && unit.compareTo(max()) <= 0;
  }

  /** A value in range as the Java object of an Iceberg literal. */
  Object literal(BigInteger unit) {
    return switch (type.typeId()) {
      case BOOLEAN -> unit.signum() != 0;
      case INTEGER, DATE -> unit.intValueExact();
      case DECIMAL -> new BigDecimal(unit, ((Types.DecimalType) type).scale());
      // A number would be taken for microseconds.
      case TIMESTAMP_NANO ->
          TypeMapping.isInstant(type)
              ? DateTimeUtil.timestamptzFromNanos(unit.longValueExact()).toString()
              : DateTimeUtil.timestampFromNanos(unit.longValueExact()).toString();
      default -> unit.longValueExact();
    };
  }
}
