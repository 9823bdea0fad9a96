/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Comparisons of a column of instants in a session whose zone's offset changes. Those with instants
 * are exact; a constant that is a local time stands for all instants that it may be (see {@link
 * LocalTimes}).
 */
final class InstantComparison extends ColumnComparison {
  private final DiscreteComparison instants;
  private final LocalTimes times;

  InstantComparison(Term column, ConstantCast cast) {
    super(column.column());
    this.instants = new DiscreteComparison(column, new Units(column, cast));
    this.times = new LocalTimes(column, cast);
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    return constant instanceof Instant ? instants.equalValues(constant) : Optional.empty();
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    if (constant instanceof Instant) {
      return instants.compareOrdered(op, constant);
    }
    return times
        .position(constant instanceof LocalInstant instant ? instant.local() : constant)
        .map(at -> Pushdown.inexact(range(op, at.floor())))
        .orElseGet(Pushdown::unsupported);
  }

  private Expression range(ComparisonOp op, BigInteger local) {
    Expression atLeast = instants.atLeast(times.earliest(local));
    Expression below = instants.below(times.latest(local.add(BigInteger.ONE)));
    return switch (op) {
      case LT, LE -> below;
      case GT, GE -> atLeast;
      case EQ -> Expressions.and(atLeast, below);
      case NE -> notNull();
    };
  }
}
