/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** Predicates over one column: each method gives the rows of one truth value. */
final class LeafPredicates {
  private final Columns columns;
  private final Literals literals;
  private final ConstantCast cast;

  LeafPredicates(Columns columns, Literals literals, ConstantCast cast) {
    this.columns = columns;
    this.literals = literals;
    this.cast = cast;
  }

  /** {@code column op constant}, or the reverse. */
  Pushdown compare(RexNode node, Truth truth) {
    RexCall call = (RexCall) node;
    ComparisonOp op = ComparisonOp.of(call.getKind()).orElseThrow();
    return columnLeft(call, (column, constant) -> comparison(column, op, constant.value(), truth))
        .or(
            () ->
                columnRight(
                    call,
                    (column, constant) ->
                        comparison(column, op.swapped(), constant.value(), truth)))
        .orElseGet(Pushdown::unsupported);
  }

  private static Pushdown comparison(
      ColumnComparison column, ComparisonOp op, @Nullable Object constant, Truth truth) {
    if (constant == null) {
      return Pushdown.constant(truth == Truth.UNKNOWN);
    }
    return switch (truth) {
      case TRUE -> column.compare(op, constant);
      case FALSE -> column.compare(op.negated(), constant);
      case UNKNOWN -> Pushdown.exact(column.isNull());
    };
  }

  /** {@code column IS NOT DISTINCT FROM constant}, or the reverse. */
  Pushdown notDistinct(RexCall call, Truth truth) {
    return columnLeft(call, (column, constant) -> notDistinct(column, constant.value(), truth))
        .or(
            () ->
                columnRight(
                    call, (column, constant) -> notDistinct(column, constant.value(), truth)))
        .orElseGet(Pushdown::unsupported);
  }

  private static Pushdown notDistinct(
      ColumnComparison column, @Nullable Object constant, Truth truth) {
    if (truth == Truth.UNKNOWN) {
      return Pushdown.constant(false);
    }
    if (constant == null) {
      return Pushdown.exact(truth == Truth.TRUE ? column.isNull() : column.notNull());
    }
    return truth == Truth.TRUE
        ? column.compare(ComparisonOp.EQ, constant)
        : column.orNull(column.compare(ComparisonOp.NE, constant));
  }

  /** {@code node IS NULL}; empty if the node is neither a column nor a constant. */
  Optional<Pushdown> isNull(RexNode node, Truth truth) {
    if (truth == Truth.UNKNOWN) {
      return Optional.of(Pushdown.constant(false));
    }
    Optional<Constant> constant = literals.constant(node);
    if (constant.isPresent()) {
      boolean isNull = constant.get().value() == null;
      return Optional.of(Pushdown.constant(isNull == (truth == Truth.TRUE)));
    }
    return columns
        .term(node)
        .map(this::comparisonOf)
        .map(column -> Pushdown.exact(truth == Truth.TRUE ? column.isNull() : column.notNull()));
  }

  /** A boolean column or constant as a predicate. */
  Pushdown flag(RexNode node, Truth truth) {
    if (node.getType().getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return Pushdown.unsupported();
    }
    Optional<Constant> constant = literals.constant(node);
    if (constant.isPresent()) {
      Object value = constant.get().value();
      Truth held = Boolean.TRUE.equals(value) ? Truth.TRUE : Truth.FALSE;
      return Pushdown.constant(truth == (value == null ? Truth.UNKNOWN : held));
    }
    return columns
        .term(node)
        .map(this::comparisonOf)
        .map(
            column ->
                truth == Truth.FALSE
                    ? column.compare(ComparisonOp.EQ, false)
                    : comparison(column, ComparisonOp.EQ, true, truth))
        .orElseGet(Pushdown::unsupported);
  }

  /** {@code column [NOT] LIKE pattern [ESCAPE character]}; ILIKE is another operator. */
  Pushdown like(RexCall call, Truth truth) {
    SqlOperator operator = call.getOperator();
    Optional<Term> term = columns.term(call.getOperands().get(0));
    boolean isText =
        term.isPresent()
            && term.get().isColumn()
            && term.get().column().type().typeId() == Type.TypeID.STRING;
    boolean negated = operator == SqlStdOperatorTable.NOT_LIKE;
    if (!isText || (operator != SqlStdOperatorTable.LIKE && !negated)) {
      return Pushdown.unsupported();
    }
    TextComparison column = new TextComparison(term.get().column());
    return like(column, call, negated ? truth.negated() : truth);
  }

  private Pushdown like(TextComparison column, RexCall call, Truth truth) {
    Optional<Constant> pattern = literals.constant(call.getOperands().get(1));
    if (pattern.isPresent() && pattern.get().value() == null) {
      return Pushdown.constant(truth == Truth.UNKNOWN);
    }
    if (truth == Truth.UNKNOWN) {
      // Any pattern that is not NULL would do, but an ESCAPE that is NULL or misused would not.
      return pattern.isPresent() && call.getOperands().size() == 2
          ? Pushdown.exact(column.isNull())
          : Pushdown.unsupported();
    }
    return pattern
        .flatMap(constant -> parsed(constant, call))
        .map(like -> truth == Truth.TRUE ? column.like(like) : column.notLike(like))
        .orElseGet(Pushdown::unsupported);
  }

  private Optional<LikePattern> parsed(Constant pattern, RexCall call) {
    if (!(pattern.value() instanceof String text)) {
      return Optional.empty();
    }
    if (call.getOperands().size() == 2) {
      return LikePattern.of(text);
    }
    return literals
        .constant(call.getOperands().get(2))
        .map(Constant::value)
        .filter(String.class::isInstance)
        .flatMap(escape -> LikePattern.of(text, (String) escape));
  }

  /** {@code SEARCH(column, Sarg)}: IN, NOT IN, BETWEEN and what Calcite merged into them. */
  Pushdown search(RexCall call, Truth truth) {
    return columns
        .term(call.getOperands().get(0))
        .map(
            term ->
                new SargRanges(comparisonOf(term), literals)
                    .search(call.getOperands().get(1), truth))
        .orElseGet(Pushdown::unsupported);
  }

  private Optional<Pushdown> columnLeft(
      RexCall call, BiFunction<ColumnComparison, Constant, Pushdown> compare) {
    return pair(call.getOperands().get(0), call.getOperands().get(1), compare);
  }

  private Optional<Pushdown> columnRight(
      RexCall call, BiFunction<ColumnComparison, Constant, Pushdown> compare) {
    return pair(call.getOperands().get(1), call.getOperands().get(0), compare);
  }

  private Optional<Pushdown> pair(
      RexNode column, RexNode constant, BiFunction<ColumnComparison, Constant, Pushdown> compare) {
    Optional<Constant> value = literals.constant(constant);
    return value.flatMap(
        known -> columns.term(column).map(term -> compare.apply(comparisonOf(term), known)));
  }

  private ColumnComparison comparisonOf(Term term) {
    return ColumnComparison.of(term, cast);
  }
}
