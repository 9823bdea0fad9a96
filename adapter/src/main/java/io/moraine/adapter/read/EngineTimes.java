/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Which dates and timestamps can be handed to the engine. */
public final class EngineTimes {
  /** From where times are counted. */
  public static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** The engine has no timestamps in nanoseconds for the first hours of their 64 bits. */
  static final LocalDateTime FIRST_NANO = LocalDateTime.of(1677, 9, 22, 0, 0);

  /** The very last one is the engine's infinity. */
  static final LocalDateTime LAST_NANO = EPOCH.plusNanos(Long.MAX_VALUE - 1);

  /** Sources write infinity as the last of all dates. */
  static final int FIRST_YEAR = -4_700;

  static final int LAST_YEAR = 290_000;

  private EngineTimes() {}

  /** What is wrong with a date, to follow the name of its column. */
  public static Optional<String> fault(LocalDate date) {
    return date.getYear() < FIRST_YEAR || date.getYear() > LAST_YEAR
        ? Optional.of("has the date " + date + ", which cannot be held")
        : Optional.empty();
  }

  /** What is wrong with a timestamp with nanoseconds, to follow the name of its column. */
  public static Optional<String> faultOfNanos(LocalDateTime local) {
    return local.isBefore(FIRST_NANO) || local.isAfter(LAST_NANO)
        ? Optional.of(
            "has the value "
                + local
                + "; a timestamp with nanoseconds lies between "
                + FIRST_NANO
                + " and "
                + LAST_NANO)
        : Optional.empty();
  }

  /** The nanoseconds of a timestamp without a fault. */
  public static long nanos(LocalDateTime local) {
    return ChronoUnit.NANOS.between(EPOCH, local);
  }
}
