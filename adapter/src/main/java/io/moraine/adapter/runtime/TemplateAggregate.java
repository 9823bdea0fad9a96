/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;

/** An aggregate whose text is given: {@code $0}, {@code $1} … stand for its arguments. */
final class TemplateAggregate extends SqlAggFunction {
  private final String text;

  TemplateAggregate(String text, RelDataType result) {
    super(
        text,
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(result),
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.FORBIDDEN);
    this.text = text;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    Template.write(writer, text, call.operandCount(), i -> call.operand(i).unparse(writer, 0, 0));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TemplateAggregate aggregate && aggregate.text.equals(text);
  }

  @Override
  public int hashCode() {
    return List.of("aggregate", text).hashCode();
  }
}
