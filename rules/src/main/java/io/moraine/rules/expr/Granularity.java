/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;

/**
 * Buckets that a date or timestamp falls into, numbered in time order. Columns count in units
 * (days, or microseconds), of which {@code unitsPerDay} make a day.
 */
enum Granularity {
  /** Every unit is a bucket of its own. */
  UNIT,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  /** From Sunday on. */
  WEEK,
  /** From Monday on. */
  ISO_WEEK,
  MONTH,
  QUARTER,
  YEAR;

  private static final long SECONDS_PER_DAY = 86_400;
  private static final int MONTHS_PER_YEAR = 12;
  private static final BigInteger DAYS_PER_WEEK = BigInteger.valueOf(7);

  static Optional<Granularity> of(TimeUnitRange range) {
    return switch (range) {
      case SECOND -> Optional.of(SECOND);
      case MINUTE -> Optional.of(MINUTE);
      case HOUR -> Optional.of(HOUR);
      case DAY -> Optional.of(DAY);
      case WEEK -> Optional.of(WEEK);
      case MONTH -> Optional.of(MONTH);
      case QUARTER -> Optional.of(QUARTER);
      case YEAR -> Optional.of(YEAR);
      default -> Optional.empty();
    };
  }

  /** The unit of DATE_TRUNC. */
  static Optional<Granularity> ofTruncation(String unit) {
    return switch (unit.strip().toLowerCase(Locale.ROOT)) {
      case "second" -> Optional.of(SECOND);
      case "minute" -> Optional.of(MINUTE);
      case "hour" -> Optional.of(HOUR);
      case "day" -> Optional.of(DAY);
      case "week" -> Optional.of(ISO_WEEK);
      case "month" -> Optional.of(MONTH);
      case "quarter" -> Optional.of(QUARTER);
      case "year" -> Optional.of(YEAR);
      default -> Optional.empty();
    };
  }

  /** The bucket that holds a unit. */
  BigInteger bucket(BigInteger unit, BigInteger unitsPerDay) {
    return switch (this) {
      case UNIT -> unit;
      case WEEK, ISO_WEEK -> floorDiv(floorDiv(unit, unitsPerDay).add(weekShift()), DAYS_PER_WEEK);
      case MONTH, QUARTER, YEAR -> {
        LocalDate date = LocalDate.ofEpochDay(floorDiv(unit, unitsPerDay).longValueExact());
        long months = date.getYear() * (long) MONTHS_PER_YEAR + date.getMonthValue() - 1;
        yield BigInteger.valueOf(Math.floorDiv(months, months()));
      }
      default -> floorDiv(unit, width(unitsPerDay));
    };
  }

  /** 1970-01-01 was a Thursday. */
  private BigInteger weekShift() {
    return BigInteger.valueOf(this == WEEK ? 4 : 3);
  }

  private int months() {
    return switch (this) {
      case YEAR -> MONTHS_PER_YEAR;
      case QUARTER -> 3;
      default -> 1;
    };
  }

  /** The first unit of a bucket. */
  BigInteger start(BigInteger bucket, BigInteger unitsPerDay) {
    return switch (this) {
      case UNIT -> bucket;
      case WEEK, ISO_WEEK ->
          bucket.multiply(DAYS_PER_WEEK).subtract(weekShift()).multiply(unitsPerDay);
      case MONTH, QUARTER, YEAR -> {
        long months = bucket.longValueExact() * months();
        LocalDate first =
            LocalDate.of(
                Math.toIntExact(Math.floorDiv(months, MONTHS_PER_YEAR)),
                Math.floorMod(months, MONTHS_PER_YEAR) + 1,
                1);
        yield BigInteger.valueOf(first.toEpochDay()).multiply(unitsPerDay);
      }
      default -> bucket.multiply(width(unitsPerDay));
    };
  }

  private BigInteger width(BigInteger unitsPerDay) {
    return unitsPerDay.divide(
        BigInteger.valueOf(
            switch (this) {
              case SECOND -> SECONDS_PER_DAY;
              case MINUTE -> SECONDS_PER_DAY / 60;
              case HOUR -> SECONDS_PER_DAY / 3600;
              default -> 1;
            }));
  }

  static BigInteger floorDiv(BigInteger dividend, BigInteger divisor) {
    BigInteger[] parts = dividend.divideAndRemainder(divisor);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }
}
