/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Comparisons of a FLOAT or DOUBLE column. In SQL NaN equals itself and is above all numbers, and
 * both zeros are one number. In Iceberg bounds know nothing of NaN, and -0.0 is below 0.0.
 *
 * <p>A constant that no float equals is compared by some engines as a double and by others as the
 * nearest float; on a FLOAT column it gets the smallest range that fits both.
 */
final class FloatingComparison extends ColumnComparison {
  private final boolean isFloat;

  FloatingComparison(Types.NestedField column) {
    super(column);
    this.isFloat = column.type().typeId() == Type.TypeID.FLOAT;
  }

  @Override
  boolean mayHoldNaN() {
    return true;
  }

  @Override
  Optional<List<Object>> equalValues(Object constant) {
    return Floats.toDouble(constant)
        .filter(value -> !Double.isNaN(value) && value != 0 && isHeld(value))
        .map(value -> List.of(literal(value)));
  }

  @Override
  Pushdown compareOrdered(ComparisonOp op, Object constant) {
    Optional<Double> number = Floats.toDouble(constant);
    if (number.isEmpty()) {
      return Pushdown.unsupported();
    }
    double value = number.get();
    if (Double.isNaN(value)) {
      return Pushdown.exact(compareWithNaN(op));
    }
    return isHeld(value)
        ? Pushdown.exact(order(op, value))
        : Pushdown.inexact(enclosing(op, Floats.floor(value), Floats.ceiling(value)));
  }

  private boolean isHeld(double value) {
    return !isFloat || Floats.isFloat(value);
  }

  private Object literal(double value) {
    if (isFloat) {
      return (float) value;
    }
    return value;
  }

  private Expression compareWithNaN(ComparisonOp op) {
    return switch (op) {
      case EQ, GE -> Expressions.isNaN(name());
      case LE -> notNull();
      case NE, LT -> Expressions.and(notNull(), Expressions.notNaN(name()));
      case GT -> Expressions.alwaysFalse();
    };
  }

  private Expression order(ComparisonOp op, double value) {
    return switch (op) {
      case LT -> ordered(op, literal(value == 0 ? -0.0 : value));
      case LE -> ordered(op, literal(value == 0 ? 0.0 : value));
      case GT -> orNaN(ordered(op, literal(value == 0 ? 0.0 : value)));
      case GE -> orNaN(ordered(op, literal(value == 0 ? -0.0 : value)));
      case EQ -> between(value, value);
      case NE ->
          Expressions.or(
              Expressions.isNaN(name()),
              Expressions.and(
                  notNull(), Expressions.notIn(name(), literal(value), literal(-value))));
    };
  }

  /**
   * Numbers in a range, which for zero is better than a list of both: writers choose the signs of
   * zero bounds freely, and a lower bound of 0.0 with an upper one of -0.0 excludes either alone.
   */
  private Expression between(double low, double high) {
    return Expressions.and(
        ordered(ComparisonOp.GE, literal(low == 0 ? -0.0 : low)), order(ComparisonOp.LE, high));
  }

  private Expression orNaN(Expression expression) {
    return Expressions.or(Expressions.isNaN(name()), expression);
  }

  private Expression enclosing(ComparisonOp op, double low, double high) {
    return switch (op) {
      case LT, LE -> order(ComparisonOp.LE, high);
      case GT, GE -> order(ComparisonOp.GE, low);
      case EQ -> between(low, high);
      case NE -> notNull();
    };
  }
}
