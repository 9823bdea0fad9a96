/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Comparisons of a function of an instant's local time in the session's zone. Where a zone's offset
 * changes, the results hold for some hours more than the function says: local times come twice, or
 * never, and the engine's rules of zones may be of another year than Java's.
 */
final class ZonedComparison extends ColumnComparison {
  /** More than the two have been seen to differ by, which is an hour. */
  private static final Duration MARGIN = Duration.ofHours(3);

  /** More than clocks were ever set back, which is a day. */
  private static final Duration SET_BACK = Duration.ofDays(1).plus(MARGIN);

  private static final int SECONDS_PER_DAY = 86_400;

  private final Term term;
  private final ZoneId zone;
  private final boolean fixed;
  private final DiscreteComparison instants;

  /** The local times, as numbers. */
  private final Units times;

  /** The function's buckets of local times. */
  private final Units buckets;

  ZonedComparison(Term term, ConstantCast cast) {
    super(term.column());
    this.term = term;
    this.zone = cast.zone();
    this.fixed = zone.getRules().isFixedOffset();
    Term local = term.ofLocalTime();
    this.times = new Units(Term.of(local.column()), cast);
    this.buckets = new Units(local, cast);
    Term column = Term.of(term.column());
    this.instants = new DiscreteComparison(column, new Units(column, cast));
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    return Optional.empty();
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    Object local =
        constant instanceof Instant instant ? LocalDateTime.ofInstant(instant, zone) : constant;
    Optional<Expression> range =
        local instanceof LocalDateTime time && term.function() == Term.Function.FLOOR && !fixed
            ? floor(op, time)
            : buckets.position(local).map(at -> range(op, at));
    return range.map(Pushdown::inexact).orElseGet(Pushdown::unsupported);
  }

  private Expression range(ComparisonOp op, Units.Position at) {
    BigInteger next = at.floor().add(BigInteger.ONE);
    return switch (op) {
      case LT -> below(at.exact() ? at.floor() : next);
      case LE -> below(next);
      case GT -> atLeast(next);
      case GE -> atLeast(at.exact() ? at.floor() : next);
      case EQ -> Expressions.and(atLeast(at.floor()), below(next));
      case NE -> notNull();
    };
  }

  /** FLOOR gives instants: the first of a bucket, whose local time may come again or never be. */
  private Optional<Expression> floor(ComparisonOp op, LocalDateTime time) {
    return switch (op) {
      case LT, LE -> bucket(time.plus(SET_BACK)).map(last -> below(last.add(BigInteger.ONE)));
      case GT, GE -> times.position(time).map(at -> instants.atLeast(earliest(at.floor())));
      case EQ ->
          bucket(time)
              .flatMap(
                  first ->
                      bucket(time.plus(MARGIN))
                          .map(
                              last ->
                                  Expressions.and(
                                      atLeast(first), below(last.add(BigInteger.ONE)))));
      case NE -> Optional.of(notNull());
    };
  }

  private Optional<BigInteger> bucket(LocalDateTime time) {
    return buckets.position(time).map(Units.Position::floor);
  }

  /** The column may be below a bucket. */
  private Expression below(BigInteger bucket) {
    return instants.below(latest(buckets.start(bucket)));
  }

  /** The column may be in a bucket or a later one. */
  private Expression atLeast(BigInteger bucket) {
    return instants.atLeast(earliest(buckets.start(bucket)));
  }

  /** The first instant that may have a local time. */
  private BigInteger earliest(BigInteger local) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time(local));
    if (change != null && change.isGap()) {
      return seconds(change.toEpochSecond() - MARGIN.getSeconds());
    }
    return at(local, change == null ? offset(local) : change.getOffsetBefore(), MARGIN.negated());
  }

  /** The last instant that may have a local time. */
  private BigInteger latest(BigInteger local) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time(local));
    if (change != null && change.isGap()) {
      return seconds(change.toEpochSecond() + MARGIN.getSeconds());
    }
    return at(local, change == null ? offset(local) : change.getOffsetAfter(), MARGIN);
  }

  private ZoneOffset offset(BigInteger local) {
    return zone.getRules().getOffset(time(local));
  }

  private BigInteger at(BigInteger local, ZoneOffset offset, Duration margin) {
    long more = fixed ? 0 : margin.getSeconds();
    return local.add(seconds(more - offset.getTotalSeconds()));
  }

  private BigInteger seconds(long seconds) {
    return perSecond().multiply(BigInteger.valueOf(seconds));
  }

  private BigInteger perSecond() {
    return times.unitsPerDay().divide(BigInteger.valueOf(SECONDS_PER_DAY));
  }

  private LocalDateTime time(BigInteger local) {
    long seconds = Granularity.floorDiv(local, perSecond()).longValueExact();
    return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
  }
}
