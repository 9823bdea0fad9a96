/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.RangeSets;
import org.apache.calcite.util.Sarg;

/** A column compared with a set of ranges of constants, as Calcite merges comparisons into. */
final class SargRanges {
  private final ColumnComparison column;
  private final Literals literals;

  SargRanges(ColumnComparison column, Literals literals) {
    this.column = column;
    this.literals = literals;
  }

  /** The rows for which the search has the given truth value. */
  Pushdown search(RexNode ranges, Truth truth) {
    if (!(ranges instanceof RexLiteral literal) || literal.isNull()) {
      return Pushdown.unsupported();
    }
    Sarg<?> sarg = literal.getValueAs(Sarg.class);
    if (sarg == null) {
      return Pushdown.unsupported();
    }
    Sarg<?> complement = sarg.negate();
    return switch (truth) {
      case TRUE -> within(sarg, complement, literal.getType());
      case FALSE -> within(complement, sarg, literal.getType());
      case UNKNOWN ->
          sarg.nullAs == RexUnknownAs.UNKNOWN
              ? Pushdown.exact(column.isNull())
              : Pushdown.constant(false);
    };
  }

  private Pushdown within(Sarg<?> sarg, Sarg<?> complement, RelDataType type) {
    Pushdown notNull =
        sarg.isComplementedPoints()
            ? outsideOfPoints(complement, type)
            : insideOfRanges(sarg, type);
    return sarg.nullAs == RexUnknownAs.TRUE ? column.orNull(notNull) : notNull;
  }

  private Pushdown outsideOfPoints(Sarg<?> points, RelDataType type) {
    return points(points, type).map(column::isNoneOf).orElseGet(Pushdown::unsupported);
  }

  private <C extends Comparable<C>> Optional<List<Object>> points(Sarg<C> sarg, RelDataType type) {
    List<Object> points = new ArrayList<>();
    for (Range<C> range : sarg.rangeSet.asRanges()) {
      Optional<Object> value =
          RangeSets.isPoint(range) ? literals.value(range.lowerEndpoint(), type) : Optional.empty();
      if (value.isEmpty()) {
        return Optional.empty();
      }
      points.add(value.get());
    }
    return Optional.of(points);
  }

  private <C extends Comparable<C>> Pushdown insideOfRanges(Sarg<C> sarg, RelDataType type) {
    List<Object> points = new ArrayList<>();
    List<Pushdown> alternatives = new ArrayList<>();
    for (Range<C> range : sarg.rangeSet.asRanges()) {
      if (RangeSets.isPoint(range)) {
        literals
            .value(range.lowerEndpoint(), type)
            .ifPresentOrElse(points::add, () -> alternatives.add(Pushdown.unsupported()));
      } else {
        alternatives.add(between(range, type));
      }
    }
    alternatives.add(column.isAnyOf(points));
    return Pushdown.any(alternatives);
  }

  private <C extends Comparable<C>> Pushdown between(Range<C> range, RelDataType type) {
    List<Pushdown> ends = new ArrayList<>();
    ends.add(Pushdown.exact(column.notNull()));
    if (range.hasLowerBound()) {
      boolean closed = range.lowerBoundType() == BoundType.CLOSED;
      ends.add(end(closed ? ComparisonOp.GE : ComparisonOp.GT, range.lowerEndpoint(), type));
    }
    if (range.hasUpperBound()) {
      boolean closed = range.upperBoundType() == BoundType.CLOSED;
      ends.add(end(closed ? ComparisonOp.LE : ComparisonOp.LT, range.upperEndpoint(), type));
    }
    return Pushdown.all(ends);
  }

  /** Calcite orders strings by UTF-16 unit, the engine by code point; they differ above U+D7FF. */
  private Pushdown end(ComparisonOp op, Comparable<?> endpoint, RelDataType type) {
    if (endpoint instanceof NlsString text
        && text.getValue().chars().anyMatch(c -> c >= Character.MIN_SURROGATE)) {
      return Pushdown.unsupported();
    }
    return literals
        .value(endpoint, type)
        .map(value -> column.compare(op, value))
        .orElseGet(Pushdown::unsupported);
  }
}
