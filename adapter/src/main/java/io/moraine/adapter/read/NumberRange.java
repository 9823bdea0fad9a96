/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.math.BigInteger;
import java.time.LocalDate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Which numbers are values of a type to the engine: days, micro- or nanoseconds, and unscaled
 * decimals are not all of them.
 */
record NumberRange(long first, long last) {
  private static final LocalDate FIRST_DATE = LocalDate.of(EngineTimes.FIRST_YEAR, 1, 1);
  private static final LocalDate LAST_DATE = LocalDate.of(EngineTimes.LAST_YEAR, 12, 31);
  private static final NumberRange ALL = new NumberRange(Long.MIN_VALUE, Long.MAX_VALUE);

  static NumberRange of(Type type) {
    return switch (type.typeId()) {
      case DATE -> new NumberRange(FIRST_DATE.toEpochDay(), LAST_DATE.toEpochDay());
      case TIMESTAMP -> new NumberRange(micros(FIRST_DATE), micros(LAST_DATE.plusDays(1)) - 1);
      case TIMESTAMP_NANO ->
          new NumberRange(
              EngineTimes.nanos(EngineTimes.FIRST_NANO), EngineTimes.nanos(EngineTimes.LAST_NANO));
      case DECIMAL -> {
        long beyond = BigInteger.TEN.pow(((Types.DecimalType) type).precision()).longValueExact();
        yield new NumberRange(1 - beyond, beyond - 1);
      }
      default -> ALL;
    };
  }

  private static long micros(LocalDate date) {
    return Math.multiplyExact(date.toEpochDay(), 86_400_000_000L);
  }

  boolean isAll() {
    return this == ALL;
  }
}
