/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.runtime.Library;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of rows, as conditions on their columns with SQL's rules of NULL; the engine compares
 * structs by others. A row and a sub-query of several columns are compared inside of a sub-query
 * that has these columns.
 */
final class RowComparisons extends SqlShuttle {
  private static final String ROW = "moraine$row";

  private static final Set<String> NAMES =
      Stream.concat(
              SqlStdOperatorTable.instance().getOperatorList().stream(),
              Library.operators().getOperatorList().stream())
          .filter(SqlOperator::isAggregator)
          .map(SqlOperator::getName)
          .collect(Collectors.toUnmodifiableSet());

  /** Refuses what would mean something else inside of the sub-query. */
  private static final SqlBasicVisitor<@Nullable Void> AGGREGATES =
      new SqlBasicVisitor<>() {
        @Override
        public @Nullable Void visit(SqlCall call) {
          if (call.isA(SqlKind.QUERY)) {
            return null;
          }
          String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
          if (call.getKind() == SqlKind.OVER || NAMES.contains(name)) {
            throw new MoraineException(
                ErrorCode.NOT_SUPPORTED,
                "An aggregate or window function in a row that is compared with a sub-query is not"
                    + " supported: compute it in a sub-query of FROM");
          }
          return super.visit(call);
        }
      };

  private RowComparisons() {}

  /**
   * The statement with comparisons written so.
   *
   * @throws MoraineException INVALID_STATEMENT for rows with different numbers of columns
   */
  static SqlNode in(SqlNode statement) {
    SqlNode written = statement.accept(new RowComparisons());
    return written == null ? statement : written;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    return visited instanceof SqlCall written && written.operandCount() > 0
        ? written(written)
        : visited;
  }

  private static SqlNode written(SqlCall call) {
    return switch (call.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM ->
          compared(call, call.operand(0), call.operand(1));
      case IS_NULL, IS_NOT_NULL -> isRow(call.operand(0)) ? known(call, call.operand(0)) : call;
      case BETWEEN -> isRow(call.operand(0)) ? between(call) : call;
      default -> call;
    };
  }

  private static boolean isRow(@Nullable SqlNode node) {
    return node != null && node.getKind() == SqlKind.ROW;
  }

  private static SqlNode compared(SqlCall call, SqlNode left, SqlNode right) {
    if (isRow(left) && isRow(right)) {
      return columns(call.getOperator(), call.getParserPosition(), left, right);
    }
    if (isRow(left) && right.isA(SqlKind.QUERY)) {
      SqlNode columns = named((SqlCall) left, right.getParserPosition());
      return query(
          columns(call.getOperator(), call.getParserPosition(), left, columns), right, columns);
    }
    if (isRow(right) && left.isA(SqlKind.QUERY)) {
      SqlNode columns = named((SqlCall) right, left.getParserPosition());
      return query(
          columns(call.getOperator(), call.getParserPosition(), columns, right), left, columns);
    }
    return call;
  }

  /** The operator on two rows. */
  private static SqlNode columns(
      SqlOperator operator, SqlParserPos position, SqlNode left, SqlNode right) {
    List<SqlNode> ones = ((SqlCall) left).getOperandList();
    List<SqlNode> others = ((SqlCall) right).getOperandList();
    requireSame(position, ones.size(), others.size());
    return switch (operator.getKind()) {
      case EQUALS, IS_NOT_DISTINCT_FROM ->
          all(SqlStdOperatorTable.AND, operator, position, ones, others);
      case NOT_EQUALS, IS_DISTINCT_FROM ->
          all(SqlStdOperatorTable.OR, operator, position, ones, others);
      default -> ordered(operator, position, ones, others);
    };
  }

  private static void requireSame(SqlParserPos position, int one, int other) {
    if (one != other) {
      throw new MoraineException(
          ErrorCode.INVALID_STATEMENT,
          "At line "
              + position.getLineNum()
              + ", column "
              + position.getColumnNum()
              + ": a row of "
              + one
              + " columns is compared with one of "
              + other);
    }
  }

  private static SqlNode all(
      SqlOperator connective,
      SqlOperator operator,
      SqlParserPos position,
      List<SqlNode> ones,
      List<SqlNode> others) {
    SqlNode all = pair(operator, position, ones.get(0), others.get(0));
    for (int i = 1; i < ones.size(); i++) {
      all =
          connective.createCall(
              position, all, pair(operator, position, ones.get(i), others.get(i)));
    }
    return all;
  }

  /** By the first columns that are not equal; if NULL is met before, the result is not known. */
  private static SqlNode ordered(
      SqlOperator operator, SqlParserPos position, List<SqlNode> ones, List<SqlNode> others) {
    boolean less =
        operator.getKind() == SqlKind.LESS_THAN || operator.getKind() == SqlKind.LESS_THAN_OR_EQUAL;
    SqlOperator strict = less ? SqlStdOperatorTable.LESS_THAN : SqlStdOperatorTable.GREATER_THAN;
    int last = ones.size() - 1;
    SqlNode ordered = pair(operator, position, ones.get(last), others.get(last));
    for (int i = last - 1; i >= 0; i--) {
      SqlNode equal = pair(SqlStdOperatorTable.EQUALS, position, ones.get(i), others.get(i));
      ordered =
          SqlStdOperatorTable.OR.createCall(
              position,
              pair(strict, position, ones.get(i), others.get(i)),
              SqlStdOperatorTable.AND.createCall(position, equal, ordered));
    }
    return ordered;
  }

  /** Two columns, which may be rows or sub-queries themselves. */
  private static SqlNode pair(
      SqlOperator operator, SqlParserPos position, SqlNode one, SqlNode other) {
    return written(operator.createCall(position, one, other));
  }

  /** Whether all columns are NULL, or none. */
  private static SqlNode known(SqlCall call, SqlCall row) {
    SqlParserPos position = call.getParserPosition();
    SqlNode known = null;
    for (SqlNode column : row.getOperandList()) {
      SqlNode one = written(call.getOperator().createCall(position, column));
      known = known == null ? one : SqlStdOperatorTable.AND.createCall(position, known, one);
    }
    return known == null ? call : known;
  }

  private static SqlNode between(SqlCall call) {
    SqlBetweenOperator operator = (SqlBetweenOperator) call.getOperator();
    SqlParserPos position = call.getParserPosition();
    SqlNode value = call.operand(0);
    SqlNode within = within(position, value, call.operand(1), call.operand(2));
    if (operator.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
      within =
          SqlStdOperatorTable.OR.createCall(
              position, within, within(position, value, call.operand(2), call.operand(1)));
    }
    return operator.isNegated() ? SqlStdOperatorTable.NOT.createCall(position, within) : within;
  }

  private static SqlNode within(SqlParserPos position, SqlNode value, SqlNode low, SqlNode high) {
    return SqlStdOperatorTable.AND.createCall(
        position,
        pair(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, position, value, low),
        pair(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, position, value, high));
  }

  /** Names for the columns of a sub-query that a row is compared with. */
  private static SqlCall named(SqlCall row, SqlParserPos position) {
    List<SqlNode> names = new ArrayList<>();
    for (int i = 0; i < row.operandCount(); i++) {
      names.add(new SqlIdentifier(ROW + i, position));
    }
    return SqlStdOperatorTable.ROW.createCall(new SqlNodeList(names, position));
  }

  /** The condition for the only row of a query; without a row it is not known. */
  private static SqlNode query(SqlNode condition, SqlNode query, SqlNode columns) {
    condition.accept(AGGREGATES);
    SqlParserPos position = query.getParserPosition();
    if (query instanceof SqlSelect select
        && select.getSelectList().stream().noneMatch(RowComparisons::isStar)) {
      requireSame(position, ((SqlCall) columns).operandCount(), select.getSelectList().size());
    }
    List<SqlNode> from = new ArrayList<>(List.of(query, new SqlIdentifier(ROW, position)));
    from.addAll(((SqlCall) columns).getOperandList());
    return new SqlSelect(
        position,
        null,
        SqlNodeList.of(condition),
        SqlStdOperatorTable.AS.createCall(new SqlNodeList(from, position)),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static boolean isStar(SqlNode column) {
    return column instanceof SqlIdentifier identifier && identifier.isStar();
  }
}
