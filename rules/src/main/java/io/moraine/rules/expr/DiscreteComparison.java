/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Comparisons of a column whose values can be counted, or of a function that puts them into
 * buckets. A bucket is a range of the column's values, so all results are ranges, and exact.
 */
final class DiscreteComparison extends ColumnComparison {
  private final Term term;
  private final Units units;

  DiscreteComparison(Term term, Units units) {
    super(term.column());
    this.term = term;
    this.units = units;
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    if (term.granularity() != Granularity.UNIT) {
      return Optional.empty();
    }
    return units
        .position(constant)
        .map(
            at ->
                at.exact() && units.isInRange(at.floor())
                    ? List.of(units.literal(at.floor()))
                    : List.of());
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    return units
        .position(constant)
        .map(at -> Pushdown.exact(range(op, at)))
        .orElseGet(Pushdown::unsupported);
  }

  private Expression range(ComparisonOp op, Units.Position at) {
    BigInteger low = units.start(at.floor());
    return switch (op) {
      case LT -> at.exact() ? below(low) : upTo(at.floor());
      case LE -> upTo(at.floor());
      case GT -> beyond(at.floor());
      case GE -> at.exact() ? atLeast(low) : beyond(at.floor());
      case EQ ->
          at.exact() ? Expressions.and(atLeast(low), upTo(at.floor())) : Expressions.alwaysFalse();
      case NE -> at.exact() ? Expressions.or(below(low), beyond(at.floor())) : notNull();
    };
  }

  /** The column is in the bucket or an earlier one. */
  private Expression upTo(BigInteger bucket) {
    if (term.granularity() == Granularity.UNIT && units.isInRange(bucket)) {
      return bucket.equals(units.max())
          ? notNull()
          : ordered(ComparisonOp.LE, units.literal(bucket));
    }
    return below(units.start(bucket.add(BigInteger.ONE)));
  }

  /** The column is in a later bucket. */
  private Expression beyond(BigInteger bucket) {
    if (term.granularity() == Granularity.UNIT && units.isInRange(bucket)) {
      return bucket.equals(units.max())
          ? Expressions.alwaysFalse()
          : ordered(ComparisonOp.GT, units.literal(bucket));
    }
    return atLeast(units.start(bucket.add(BigInteger.ONE)));
  }

  /** The column is below a unit, which may be out of its range. */
  Expression below(BigInteger edge) {
    if (edge.compareTo(units.min()) <= 0) {
      return Expressions.alwaysFalse();
    }
    return edge.compareTo(units.max()) > 0
        ? notNull()
        : ordered(ComparisonOp.LT, units.literal(edge));
  }

  /** The column is a unit, which may be out of its range, or above it. */
  Expression atLeast(BigInteger edge) {
    if (edge.compareTo(units.min()) <= 0) {
      return notNull();
    }
    return edge.compareTo(units.max()) > 0
        ? Expressions.alwaysFalse()
        : ordered(ComparisonOp.GE, units.literal(edge));
  }
}
