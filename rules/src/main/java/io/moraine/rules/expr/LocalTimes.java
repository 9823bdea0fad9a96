/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * Local times of a zone as numbers, and the instants that they may be: where a zone's offset
 * changes, they come twice or never, and the engine's rules of zones may be of another year than
 * Java's.
 */
final class LocalTimes {
  /** More than the two have been seen to differ by, which is an hour. */
  static final Duration MARGIN = Duration.ofHours(3);

  private static final int SECONDS_PER_DAY = 86_400;

  private final ZoneRules rules;
  private final Units units;

  /**
   * Times as a column of instants counts them.
   *
   * @param column of instants
   */
  LocalTimes(Term column, ConstantCast cast) {
    ZoneId zone = cast.zone();
    this.rules = zone.getRules();
    this.units = new Units(Term.of(column.ofLocalTime().column()), cast);
  }

  /** Where a local time or a date lies; empty for anything else. */
  Optional<Units.Position> position(Object local) {
    return units.position(local);
  }

  /** The first instant that may have a local time. */
  BigInteger earliest(BigInteger local) {
    ZoneOffsetTransition change = rules.getTransition(time(local));
    int offset =
        change == null
            ? offset(local)
            : Math.max(seconds(change.getOffsetBefore()), seconds(change.getOffsetAfter()));
    return local.subtract(units(offset + margin()));
  }

  /** The last instant that may have a local time. */
  BigInteger latest(BigInteger local) {
    ZoneOffsetTransition change = rules.getTransition(time(local));
    int offset =
        change == null
            ? offset(local)
            : Math.min(seconds(change.getOffsetBefore()), seconds(change.getOffsetAfter()));
    return local.subtract(units(offset - margin()));
  }

  private long margin() {
    return rules.isFixedOffset() ? 0 : MARGIN.getSeconds();
  }

  private int offset(BigInteger local) {
    return seconds(rules.getOffset(time(local)));
  }

  private static int seconds(ZoneOffset offset) {
    return offset.getTotalSeconds();
  }

  private BigInteger units(long seconds) {
    return perSecond().multiply(BigInteger.valueOf(seconds));
  }

  private BigInteger perSecond() {
    return units.unitsPerDay().divide(BigInteger.valueOf(SECONDS_PER_DAY));
  }

  private LocalDateTime time(BigInteger local) {
    long seconds = Granularity.floorDiv(local, perSecond()).longValueExact();
    return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
  }
}
