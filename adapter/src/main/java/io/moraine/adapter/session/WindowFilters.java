/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over windows that have a FILTER, which Calcite's validator does not take: the rows
 * that the condition leaves out get NULL as argument, which these aggregates leave out.
 */
final class WindowFilters extends SqlShuttle {
  private static final Set<String> LEAVE_NULLS_OUT =
      Set.of(
          "COUNT",
          "SUM",
          "AVG",
          "MIN",
          "MAX",
          "STDDEV",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "VARIANCE",
          "VAR_POP",
          "VAR_SAMP",
          "COVAR_POP",
          "COVAR_SAMP",
          "EVERY",
          "BOOL_AND",
          "SOME",
          "BOOL_OR",
          "BIT_AND",
          "BIT_OR",
          "BIT_XOR");

  private WindowFilters() {}

  /**
   * The statement with such aggregates written so.
   *
   * @throws MoraineException NOT_SUPPORTED for a FILTER of another function over a window
   */
  static SqlNode in(SqlNode statement) {
    SqlNode written = statement.accept(new WindowFilters());
    return written == null ? statement : written;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    return visited instanceof SqlCall over
            && over.getKind() == SqlKind.OVER
            && over.operand(0) instanceof SqlCall filter
            && filter.getKind() == SqlKind.FILTER
        ? over.getOperator()
            .createCall(
                over.getParserPosition(),
                filtered(filter.operand(0), filter.operand(1)),
                over.operand(1))
        : visited;
  }

  private static SqlNode filtered(SqlCall aggregate, SqlNode condition) {
    String name = aggregate.getOperator().getName().toUpperCase(Locale.ROOT);
    if (!LEAVE_NULLS_OUT.contains(name) || aggregate.operandCount() == 0) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "FILTER of "
              + name
              + " over a window is not supported: it is for aggregates that leave NULL out; select"
              + " the rows in a sub-query of FROM");
    }
    List<@Nullable SqlNode> operands = new ArrayList<>(aggregate.getOperandList());
    operands.set(0, known(aggregate.operand(0), condition));
    return aggregate
        .getOperator()
        .createCall(aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), operands);
  }

  private static SqlNode known(SqlNode argument, SqlNode condition) {
    SqlParserPos position = argument.getParserPosition();
    SqlNode value =
        argument instanceof SqlIdentifier identifier && identifier.isStar()
            ? SqlLiteral.createExactNumeric("1", position)
            : argument;
    return new SqlCase(
        position,
        null,
        SqlNodeList.of(condition),
        SqlNodeList.of(value),
        SqlLiteral.createNull(position));
  }
}
