/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Rewrites row expressions so that their text means to the engine what they mean in SQL, and
 * refuses, by name, each operator whose meaning there was not established.
 */
final class DuckExpressions extends RexShuttle {
  private final RexBuilder rexBuilder;
  private final UnaryOperator<RelNode> subQueries;
  private final Set<JavaFunction> functions = new LinkedHashSet<>();
  private final EngineCalls calls;
  private final DuckLiterals literals;
  private final DuckArithmetic arithmetic;
  private final DuckComparisons comparisons;
  private final DuckCasts casts;
  private final DuckDateTimes dateTimes;
  private final NanoComparisons nanos;
  private final DuckWindows windows;
  private final LongChains chains;
  private final RowQueries rows;
  private final DuckNested nested;

  /**
   * A rewriting.
   *
   * @param products how its products of decimals are written
   * @param sums how its sums of long decimals are written
   * @param subQueries rewrites the tree of a sub-query
   */
  DuckExpressions(
      RexBuilder rexBuilder, Products products, Sums sums, UnaryOperator<RelNode> subQueries) {
    this.rexBuilder = rexBuilder;
    this.subQueries = subQueries;
    this.calls = new EngineCalls(rexBuilder);
    this.literals = new DuckLiterals(calls);
    this.arithmetic = new DuckArithmetic(calls, products);
    this.comparisons = new DuckComparisons(calls);
    this.casts = new DuckCasts(calls);
    this.dateTimes = new DuckDateTimes(calls, new DuckNanos(calls));
    this.nanos = new NanoComparisons(calls, node -> node.accept(this));
    this.windows = new DuckWindows(calls, sums);
    this.chains = new LongChains(calls);
    this.nested = new DuckNested(calls);
    this.rows = new RowQueries(calls, subQueries, this);
  }

  /** The functions of models that the expressions call. */
  Set<JavaFunction> functions() {
    return functions;
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subQuery) {
    if (RowQueries.handles(subQuery)) {
      return rows.translate(subQuery, false);
    }
    requireKnown(subQuery);
    for (int i = 0; i < subQuery.getOperands().size(); i++) {
      DuckNanos.requireSame(
          subQuery.getOperands().get(i).getType(),
          subQuery.rel.getRowType().getFieldList().get(i).getType(),
          "a sub-query");
    }
    RexSubQuery rewritten = (RexSubQuery) super.visitSubQuery(subQuery);
    return rewritten.clone(subQueries.apply(subQuery.rel));
  }

  private static void requireKnown(RexSubQuery subQuery) {
    switch (subQuery.getKind()) {
      case ARRAY_QUERY_CONSTRUCTOR, MAP_QUERY_CONSTRUCTOR, MULTISET_QUERY_CONSTRUCTOR ->
          throw EngineCalls.unsupported(subQuery.getOperator().getName() + " of a query");
      default ->
          subQuery
              .getOperands()
              .forEach(
                  operand ->
                      DuckNested.requireComparable(
                          subQuery.getOperator().getName() + " of", operand.getType()));
    }
  }

  @Override
  public RexNode visitFieldAccess(RexFieldAccess access) {
    RexNode struct = access.getReferenceExpr();
    return struct instanceof RexCorrelVariable ? access : nested.field(access, struct.accept(this));
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    return literals.translate(literal);
  }

  @Override
  public RexNode visitOver(RexOver over) {
    return windows.translate(over, (RexOver) super.visitOver(over));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    DuckNested.requireExact(call);
    if (call.getKind() == SqlKind.SEARCH) {
      return RexUtil.expandSearch(rexBuilder, null, call).accept(this);
    }
    if (call.getKind() == SqlKind.AND || call.getKind() == SqlKind.OR) {
      return condition((RexCall) RexUtil.flatten(rexBuilder, call));
    }
    if (call.getKind() == SqlKind.IS_TRUE && RowQueries.handles(call.getOperands().get(0))) {
      return rows.translate((RexSubQuery) call.getOperands().get(0), true);
    }
    if (LongChains.isLong(call)) {
      return chains.translate(call, this);
    }
    if (DuckArithmetic.isFloating(call)) {
      return arithmetic.floating(call, this);
    }
    if (NanoComparisons.handles(call)) {
      return nanos.translate(call);
    }
    RexCall rewritten = (RexCall) super.visitCall(call);
    return translate(call, rewritten.getOperands(), rewritten);
  }

  private RexNode condition(RexCall flat) {
    // Calcite's filters must not have an AND within an AND, as expanding makes them.
    RexNode rewritten = RexUtil.flatten(rexBuilder, super.visitCall(flat));
    return new InLists(rexBuilder).of((RexCall) rewritten);
  }

  private RexNode translate(RexCall call, List<RexNode> operands, RexCall rewritten) {
    return switch (call.getKind()) {
      case DIVIDE, CHECKED_DIVIDE -> arithmetic.divide(call, operands);
      case MOD -> arithmetic.modulo(call, operands);
      case PLUS, CHECKED_PLUS, MINUS, CHECKED_MINUS -> arithmetic.additive(call, operands);
      case TIMES, CHECKED_TIMES -> arithmetic.times(call, operands);
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> arithmetic.negate(call, operands);
      case CAST -> casts.translate(call, operands.get(0));
      case FLOOR, CEIL ->
          operands.size() == 1
              ? arithmetic.wholeNumber(call, operands)
              : dateTimes.rounded(call, operands);
      case EXTRACT -> dateTimes.extract(call, operands);
      case TIMESTAMP_ADD -> dateTimes.sum(call, operands);
      case TIMESTAMP_DIFF -> dateTimes.difference(call, operands);
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM ->
          comparisons.translate(call, operands, rewritten);
      case CASE -> branches(call, operands);
      case COALESCE -> common(call, operands);
      case LIKE -> like(call, operands, rewritten);
      // The engine cannot parse one test after another without parentheses.
      case IS_NULL, IS_NOT_NULL, IS_UNKNOWN ->
          calls.call(call.getType(), "(($0) " + call.getOperator().getName() + ")", operands);
      // The engine skips files of NULLs alone when it tests "IS TRUE OR IS NOT FALSE".
      case IS_TRUE -> calls.call(call.getType(), "coalesce($0, false)", operands);
      case IS_NOT_TRUE -> calls.call(call.getType(), "(NOT coalesce($0, false))", operands);
      case IS_FALSE -> calls.call(call.getType(), "(NOT coalesce($0, true))", operands);
      case IS_NOT_FALSE -> calls.call(call.getType(), "coalesce($0, true)", operands);
      case NULLIF -> {
        DuckNanos.requireSame(
            call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), "NULLIF");
        yield rewritten;
      }
      case ITEM -> nested.item(call, operands);
      case ARRAY_VALUE_CONSTRUCTOR -> nested.list(call, operands);
      case ROW -> nested.struct(call, operands);
      case PLUS_PREFIX, NOT -> rewritten;
      default -> named(call, operands, rewritten);
    };
  }

  private RexNode named(RexCall call, List<RexNode> operands, RexCall rewritten) {
    RelDataType type = call.getType();
    if (call.getOperator() instanceof Template) {
      return rewritten;
    }
    if (call.getOperator() == SqlStdOperatorTable.CARDINALITY) {
      return nested.cardinality(call, operands);
    }
    if (DuckNanos.concerns(call)) {
      DuckNanos.requireExact(call);
    }
    LibraryFunction function = Library.function(call.getOperator());
    if (function != null) {
      return calls.call(type, function.writer().text(LibraryCall.of(call)), operands);
    }
    JavaFunction java =
        JavaFunction.of(call.getOperator(), operands.stream().map(RexNode::getType).toList(), type);
    if (java != null) {
      functions.add(java);
      return calls.call(type, java.template(), operands);
    }
    String text = StandardFunctions.text(call);
    return text.isEmpty() ? rewritten : calls.call(type, text, operands);
  }

  /** Branches of the type of the whole. */
  private RexNode branches(RexCall call, List<RexNode> operands) {
    int last = operands.size() - 1;
    return rexBuilder.makeCall(
        call.getType(),
        call.getOperator(),
        IntStream.rangeClosed(0, last)
            .mapToObj(
                i ->
                    i % 2 == 0 && i < last
                        ? operands.get(i)
                        : calls.typed(call.getType(), operands.get(i)))
            .toList());
  }

  private RexNode common(RexCall call, List<RexNode> operands) {
    return rexBuilder.makeCall(
        call.getType(),
        call.getOperator(),
        operands.stream().map(operand -> calls.typed(call.getType(), operand)).toList());
  }

  private RexNode like(RexCall call, List<RexNode> operands, RexCall rewritten) {
    if (call.getOperator() != SqlLibraryOperators.ILIKE) {
      return rewritten;
    }
    if (operands.size() > 2) {
      throw EngineCalls.unsupported("ILIKE with ESCAPE");
    }
    return calls.call(call.getType(), "(lower($0) LIKE lower($1))", operands);
  }
}
