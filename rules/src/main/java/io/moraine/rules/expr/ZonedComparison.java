/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Comparisons of a function of an instant's local time in the session's zone. Where a zone's offset
 * changes, the results hold for some hours more than the function says (see {@link LocalTimes}).
 */
final class ZonedComparison extends ColumnComparison {
  /** More than clocks were ever set back, which is a day. */
  private static final Duration SET_BACK = Duration.ofDays(1).plus(LocalTimes.MARGIN);

  private final Term term;
  private final ZoneId zone;
  private final boolean fixed;
  private final DiscreteComparison instants;
  private final LocalTimes times;

  /** The function's buckets of local times. */
  private final Units buckets;

  ZonedComparison(Term term, ConstantCast cast) {
    super(term.column());
    this.term = term;
    this.zone = cast.zone();
    this.fixed = zone.getRules().isFixedOffset();
    Term column = Term.of(term.column());
    this.times = new LocalTimes(column, cast);
    this.buckets = new Units(term.ofLocalTime(), cast);
    this.instants = new DiscreteComparison(column, new Units(column, cast));
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    return Optional.empty();
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    Object local = local(constant);
    Optional<Expression> range =
        local instanceof LocalDateTime time && term.function() == Term.Function.FLOOR && !fixed
            ? floor(op, time)
            : buckets.position(local).map(at -> range(op, at));
    return range.map(Pushdown::inexact).orElseGet(Pushdown::unsupported);
  }

  private Object local(Object constant) {
    if (constant instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, zone);
    }
    // A time that never was may be an instant of another day.
    return constant instanceof LocalInstant instant
            && zone.getRules().getValidOffsets(instant.local()).size() == 1
        ? instant.local()
        : constant;
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
      case GT, GE -> times.position(time).map(at -> instants.atLeast(times.earliest(at.floor())));
      case EQ ->
          bucket(time)
              .flatMap(
                  first ->
                      bucket(time.plus(LocalTimes.MARGIN))
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
    return instants.below(times.latest(buckets.start(bucket)));
  }

  /** The column may be in a bucket or a later one. */
  private Expression atLeast(BigInteger bucket) {
    return instants.atLeast(times.earliest(buckets.start(bucket)));
  }
}
