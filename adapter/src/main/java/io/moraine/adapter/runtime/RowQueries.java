/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Rows that are looked for in sub-queries of several columns. The engine's own IN takes each NULL
 * of the sub-query for one that may be equal to any row, its ANY orders NULLs like values, and
 * neither may refer to outer rows.
 */
final class RowQueries {
  private static final String ROWS = "\"moraine$row\"";

  private final EngineCalls calls;
  private final UnaryOperator<RelNode> queries;
  private final RexShuttle expressions;

  /**
   * A rewriting.
   *
   * @param queries rewrites the tree of a sub-query
   * @param expressions rewrites expressions
   */
  RowQueries(EngineCalls calls, UnaryOperator<RelNode> queries, RexShuttle expressions) {
    this.calls = calls;
    this.queries = queries;
    this.expressions = expressions;
  }

  static boolean handles(RexNode node) {
    return node instanceof RexSubQuery query
        && (query.getKind() == SqlKind.IN || query.getKind() == SqlKind.SOME)
        && query.getOperands().size() > 1;
  }

  /** A condition of a filter, for which what is not known is not true. */
  static RexNode inFilter(RexBuilder builder, RexNode condition) {
    if (handles(condition)) {
      return builder.makeCall(SqlStdOperatorTable.IS_TRUE, condition);
    }
    return condition.getKind() == SqlKind.AND
        ? builder.makeCall(
            condition.getType(),
            SqlStdOperatorTable.AND,
            ((RexCall) condition).getOperands().stream().map(c -> inFilter(builder, c)).toList())
        : condition;
  }

  /**
   * Whether some row of the sub-query is as said.
   *
   * @param known whether false may stand for what is not known
   */
  RexNode translate(RexSubQuery query, boolean known) {
    if (query.getOperands().stream().anyMatch(RexOver::containsOver)) {
      throw EngineCalls.unsupported(
          "a window function in a row that is looked for in a sub-query (compute it in a sub-query"
              + " of FROM)");
    }
    List<RexNode> columns = columns(query.rel.getRowType().getFieldList());
    RexNode found = condition(query, columns).accept(expressions);
    RexSubQuery rows = RexSubQuery.exists(queries.apply(query.rel));
    List<String> unknown = new ArrayList<>();
    List<RexNode> operands = new ArrayList<>(List.of(rows, found));
    if (!known) {
      addUnknown(query.getOperands(), operands, unknown);
      addUnknown(columns, operands, unknown);
    }
    RexBuilder builder = calls.rexBuilder();
    String names =
        IntStream.range(0, columns.size())
            .mapToObj(i -> "c" + i)
            .collect(Collectors.joining(", ", ROWS + "(", ")"));
    String text =
        unknown.isEmpty()
            ? "EXISTS (SELECT 1 FROM $0 AS " + names + " WHERE $1)"
            : "(WITH "
                + names
                + " AS MATERIALIZED $0 SELECT CASE WHEN EXISTS (SELECT 1 FROM "
                + ROWS
                + " WHERE $1) THEN TRUE WHEN "
                + String.join(" OR ", unknown)
                + " THEN NULL ELSE FALSE END)";
    RelDataType type =
        builder.getTypeFactory().createTypeWithNullability(query.getType(), !unknown.isEmpty());
    return builder.makeCall(type, new RowQuery(text), operands);
  }

  /** Where one of these is NULL it may not be known: those rows are few, and the others hashed. */
  private void addUnknown(List<RexNode> nodes, List<RexNode> operands, List<String> unknown) {
    RexBuilder builder = calls.rexBuilder();
    List<RexNode> nulls =
        nodes.stream()
            .filter(node -> node.getType().isNullable())
            .map(node -> builder.makeCall(SqlStdOperatorTable.IS_NULL, node))
            .toList();
    if (!nulls.isEmpty()) {
      unknown.add(
          "EXISTS (SELECT 1 FROM " + ROWS + " WHERE $" + operands.size() + " AND ($1) IS NULL)");
      operands.add(
          calls.call(
              nulls.get(0).getType(),
              "($0)",
              RexUtil.composeDisjunction(builder, nulls).accept(expressions)));
    }
  }

  private List<RexNode> columns(List<RelDataTypeField> fields) {
    return fields.stream()
        .map(field -> calls.verbatim(field.getType(), ROWS + ".c" + field.getIndex()))
        .toList();
  }

  private RexNode condition(RexSubQuery query, List<RexNode> columns) {
    SqlKind kind =
        query.getOperator() instanceof SqlQuantifyOperator some
            ? some.comparisonKind
            : SqlKind.EQUALS;
    List<RexNode> row = query.getOperands();
    return switch (kind) {
      case EQUALS -> RexUtil.composeConjunction(calls.rexBuilder(), pairs(kind, row, columns));
      case NOT_EQUALS -> RexUtil.composeDisjunction(calls.rexBuilder(), pairs(kind, row, columns));
      default -> ordered(kind, row, columns);
    };
  }

  private List<RexNode> pairs(SqlKind kind, List<RexNode> row, List<RexNode> columns) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> pair(kind, row.get(i), columns.get(i)))
        .toList();
  }

  private RexNode ordered(SqlKind kind, List<RexNode> row, List<RexNode> columns) {
    boolean less = kind == SqlKind.LESS_THAN || kind == SqlKind.LESS_THAN_OR_EQUAL;
    int last = row.size() - 1;
    RexNode ordered = pair(kind, row.get(last), columns.get(last));
    for (int i = last - 1; i >= 0; i--) {
      RexNode equal = pair(SqlKind.EQUALS, row.get(i), columns.get(i));
      SqlKind strict = less ? SqlKind.LESS_THAN : SqlKind.GREATER_THAN;
      ordered =
          calls
              .rexBuilder()
              .makeCall(
                  SqlStdOperatorTable.OR,
                  pair(strict, row.get(i), columns.get(i)),
                  calls.rexBuilder().makeCall(SqlStdOperatorTable.AND, equal, ordered));
    }
    return ordered;
  }

  private RexNode pair(SqlKind kind, RexNode one, RexNode other) {
    return calls.rexBuilder().makeCall(operator(kind), one, other);
  }

  private static SqlOperator operator(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> SqlStdOperatorTable.EQUALS;
      case NOT_EQUALS -> SqlStdOperatorTable.NOT_EQUALS;
      case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
      case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
      case GREATER_THAN -> SqlStdOperatorTable.GREATER_THAN;
      case GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
      default -> throw EngineCalls.unsupported(kind.name().toLowerCase(Locale.ROOT) + " of rows");
    };
  }
}
