/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import io.moraine.rules.type.TypeMapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;

/**
 * Comparisons of one column, or a function of it, with constants that are not NULL. The result is
 * false for NULL in the column: Iceberg's {@code <}, {@code <>} and NOT IN are true for it, so each
 * of them gets a NOT NULL beside it.
 */
abstract class ColumnComparison {
  private final Types.NestedField column;

  ColumnComparison(Types.NestedField column) {
    this.column = column;
  }

  /** The comparison for a term; the zone is that of the session. */
  static ColumnComparison of(Term term, ConstantCast cast) {
    if (term.isZoned()) {
      return new ZonedComparison(term, cast);
    }
    return switch (term.column().type().typeId()) {
      case FLOAT, DOUBLE -> new FloatingComparison(term.column());
      case STRING -> new TextComparison(term.column());
      case FIXED, BINARY -> new BytesComparison(term.column());
      case TIMESTAMP, TIMESTAMP_NANO ->
          TypeMapping.isInstant(term.column().type()) && !cast.zone().getRules().isFixedOffset()
              ? new InstantComparison(term, cast)
              : new DiscreteComparison(term, new Units(term, cast));
      default -> new DiscreteComparison(term, new Units(term, cast));
    };
  }

  /**
   * The column's values that are equal to a constant, as Iceberg literals: none if no value can be.
   * Empty if that is no list of literals.
   */
  abstract Optional<List<Object>> equalValues(Object constant);

  /** {@code column op constant} for any operation, when {@link #equalValues} gave no list. */
  abstract Pushdown compareOrdered(ComparisonOp op, Object constant);

  /** Whether NaN may be among the values; it is not in a file's bounds. */
  boolean mayHoldNaN() {
    return false;
  }

  /** Iceberg's IN for the column, or another expression for the same rows. */
  Pushdown inSet(List<Object> values) {
    return Pushdown.exact(Expressions.in(name(), values));
  }

  /** Iceberg's NOT IN for the column, which is also true for NULL, or another expression. */
  Pushdown notInSet(List<Object> values) {
    return Pushdown.exact(Expressions.notIn(name(), values));
  }

  final Pushdown compare(ComparisonOp op, Object constant) {
    return switch (op) {
      case EQ -> equalValues(constant).map(this::in).orElseGet(() -> compareOrdered(op, constant));
      case NE ->
          equalValues(constant).map(this::notIn).orElseGet(() -> compareOrdered(op, constant));
      default -> compareOrdered(op, constant);
    };
  }

  /** The column is equal to one of the constants. */
  final Pushdown isAnyOf(List<Object> constants) {
    Set<Object> values = new LinkedHashSet<>();
    List<Pushdown> others = new ArrayList<>();
    for (Object constant : constants) {
      equalValues(constant)
          .ifPresentOrElse(
              values::addAll, () -> others.add(compareOrdered(ComparisonOp.EQ, constant)));
    }
    others.add(in(List.copyOf(values)));
    return Pushdown.any(others);
  }

  /** The column is not NULL and equal to none of the constants. */
  final Pushdown isNoneOf(List<Object> constants) {
    Set<Object> values = new LinkedHashSet<>();
    List<Pushdown> others = new ArrayList<>();
    for (Object constant : constants) {
      equalValues(constant)
          .ifPresentOrElse(
              values::addAll, () -> others.add(compareOrdered(ComparisonOp.NE, constant)));
    }
    others.add(notIn(List.copyOf(values)));
    return Pushdown.all(others);
  }

  private Pushdown in(List<Object> values) {
    return switch (values.size()) {
      case 0 -> Pushdown.constant(false);
      case 1 -> Pushdown.exact(Expressions.equal(name(), values.get(0)));
      default -> inSet(values);
    };
  }

  private Pushdown notIn(List<Object> values) {
    Pushdown others =
        switch (values.size()) {
          case 0 -> Pushdown.constant(true);
          case 1 -> Pushdown.exact(Expressions.notEqual(name(), values.get(0)));
          default -> notInSet(values);
        };
    Pushdown result = Pushdown.all(List.of(Pushdown.exact(notNull()), others));
    return mayHoldNaN() && !values.isEmpty()
        ? Pushdown.any(List.of(Pushdown.exact(Expressions.isNaN(name())), result))
        : result;
  }

  final String name() {
    return column.name();
  }

  final Expression notNull() {
    return column.isRequired() ? Expressions.alwaysTrue() : Expressions.notNull(name());
  }

  final Expression isNull() {
    return column.isRequired() ? Expressions.alwaysFalse() : Expressions.isNull(name());
  }

  /** The same rows, and those where the column is NULL. */
  final Pushdown orNull(Pushdown rows) {
    return Pushdown.any(List.of(Pushdown.exact(isNull()), rows));
  }

  /** Iceberg's comparison with a literal of the column's own type, false for NULL. */
  final Expression ordered(ComparisonOp op, Object literal) {
    Expression comparison = Expressions.predicate(op.iceberg(), name(), literal);
    return op.isBelow() ? Expressions.and(notNull(), comparison) : comparison;
  }
}
