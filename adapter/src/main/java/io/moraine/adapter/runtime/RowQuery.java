/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Util;

/**
 * A condition inside of whose text outer rows are named. The text is a {@link Template}'s; its
 * first operand is an EXISTS, of which it takes the sub-query.
 */
final class RowQuery extends SqlFunction {
  private final String text;

  RowQuery(String text) {
    super(
        text,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.text = text;
  }

  /** Whether an operator has such a condition, so that its rows need a name. */
  static boolean isIn(RelNode operator) {
    try {
      operator.accept(
          new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
              if (call.getOperator() instanceof RowQuery) {
                throw Util.FoundOne.NULL;
              }
              return super.visitCall(call);
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    Template.write(
        writer,
        text,
        call.operandCount(),
        i -> {
          SqlWriter.Frame parentheses = writer.startList("(", ")");
          (i == 0 ? ((SqlCall) call.operand(0)).operand(0) : call.operand(i)).unparse(writer, 0, 0);
          writer.endList(parentheses);
        });
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowQuery query && query.text.equals(text);
  }

  @Override
  public int hashCode() {
    return List.of("rows", text).hashCode();
  }
}
