/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.LocalDate;
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
  MONTH,
  YEAR;

  private static final long SECONDS_PER_DAY = 86_400;
  private static final int MONTHS_PER_YEAR = 12;

  static Optional<Granularity> of(TimeUnitRange range) {
    return switch (range) {
      case SECOND -> Optional.of(SECOND);
      case MINUTE -> Optional.of(MINUTE);
      case HOUR -> Optional.of(HOUR);
      case DAY -> Optional.of(DAY);
      case MONTH -> Optional.of(MONTH);
      case YEAR -> Optional.of(YEAR);
      default -> Optional.empty();
    };
  }

  /** The bucket that holds a unit. */
  BigInteger bucket(BigInteger unit, BigInteger unitsPerDay) {
    if (this == UNIT) {
      return unit;
    }
    if (this == MONTH || this == YEAR) {
      LocalDate date = LocalDate.ofEpochDay(floorDiv(unit, unitsPerDay).longValueExact());
      return BigInteger.valueOf(
          this == YEAR
              ? date.getYear()
              : date.getYear() * (long) MONTHS_PER_YEAR + date.getMonthValue() - 1);
    }
    return floorDiv(unit, width(unitsPerDay));
  }

  /** The first unit of a bucket. */
  BigInteger start(BigInteger bucket, BigInteger unitsPerDay) {
    if (this == UNIT) {
      return bucket;
    }
    if (this == MONTH || this == YEAR) {
      long months = bucket.longValueExact() * (this == YEAR ? MONTHS_PER_YEAR : 1);
      LocalDate first =
          LocalDate.of(
              Math.toIntExact(Math.floorDiv(months, MONTHS_PER_YEAR)),
              Math.floorMod(months, MONTHS_PER_YEAR) + 1,
              1);
      return BigInteger.valueOf(first.toEpochDay()).multiply(unitsPerDay);
    }
    return bucket.multiply(width(unitsPerDay));
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
