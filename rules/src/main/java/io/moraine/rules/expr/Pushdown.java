/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * An Iceberg expression that no row of the SQL predicate's result fails, and how close it is.
 *
 * @param expression unbound, over names of top-level columns; never holds a NOT node
 * @param exactness whether rows that pass must still be checked
 */
public record Pushdown(Expression expression, Exactness exactness) {

  static Pushdown exact(Expression expression) {
    return new Pushdown(expression, Exactness.EXACT);
  }

  static Pushdown inexact(Expression expression) {
    return new Pushdown(expression, Exactness.INEXACT);
  }

  static Pushdown unsupported() {
    return new Pushdown(Expressions.alwaysTrue(), Exactness.UNSUPPORTED);
  }

  /** All rows when {@code condition} holds, else none. */
  static Pushdown constant(boolean condition) {
    return exact(condition ? Expressions.alwaysTrue() : Expressions.alwaysFalse());
  }

  /** True where all parts are; parts that are not supported are dropped. */
  static Pushdown all(List<Pushdown> parts) {
    if (parts.stream().anyMatch(Pushdown::isNever)) {
      return constant(false);
    }
    List<Expression> kept = new ArrayList<>();
    Exactness worst = Exactness.EXACT;
    for (Pushdown part : parts) {
      if (part.exactness != Exactness.UNSUPPORTED) {
        kept.add(part.expression);
      }
      worst = part.exactness.compareTo(worst) > 0 ? part.exactness : worst;
    }
    if (worst == Exactness.UNSUPPORTED && !kept.isEmpty()) {
      worst = Exactness.INEXACT;
    }
    return new Pushdown(balanced(kept, Expressions.alwaysTrue(), Expressions::and), worst);
  }

  /** True where any part is; one part that is not supported leaves nothing to say. */
  static Pushdown any(List<Pushdown> parts) {
    if (parts.stream().anyMatch(Pushdown::isAlways)) {
      return constant(true);
    }
    List<Expression> kept = new ArrayList<>();
    Exactness worst = Exactness.EXACT;
    for (Pushdown part : parts) {
      if (part.exactness == Exactness.UNSUPPORTED) {
        return unsupported();
      }
      kept.add(part.expression);
      worst = part.exactness.compareTo(worst) > 0 ? part.exactness : worst;
    }
    return new Pushdown(balanced(kept, Expressions.alwaysFalse(), Expressions::or), worst);
  }

  /** Iceberg visits expressions by recursion, so a long list becomes a tree of small depth. */
  private static Expression balanced(
      List<Expression> parts, Expression none, BinaryOperator<Expression> operator) {
    if (parts.size() < 2) {
      return parts.isEmpty() ? none : parts.get(0);
    }
    int half = (parts.size() + 1) / 2;
    return operator.apply(
        balanced(parts.subList(0, half), none, operator),
        balanced(parts.subList(half, parts.size()), none, operator));
  }

  private boolean isNever() {
    return expression.op() == Expression.Operation.FALSE;
  }

  private boolean isAlways() {
    return exactness == Exactness.EXACT && expression.op() == Expression.Operation.TRUE;
  }
}
