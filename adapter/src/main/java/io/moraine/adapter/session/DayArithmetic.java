/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * {@code date - date}, {@code date + integer} and their like, for which the standard has no meaning
 * and PostgreSQL counts days: written with what the standard has.
 */
final class DayArithmetic {
  private DayArithmetic() {}

  /** Gives such a call operands that Calcite knows; whether it did. */
  static boolean rewrite(SqlCallBinding binding) {
    SqlCall call = binding.getCall();
    boolean plus = call.getKind() == SqlKind.PLUS;
    if (!plus && call.getKind() != SqlKind.MINUS || call.operandCount() != 2) {
      return false;
    }
    RelDataType left = binding.getOperandType(0);
    RelDataType right = binding.getOperandType(1);
    SqlParserPos position = call.getParserPosition();
    if (isDate(left) && SqlTypeUtil.isIntType(right)) {
      set(binding, 1, days(position, call.operand(1)));
    } else if (plus && isDate(right) && SqlTypeUtil.isIntType(left)) {
      set(binding, 0, days(position, call.operand(0)));
    } else if (!plus && isDate(left) && isDate(right)) {
      SqlNode difference =
          SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(
              position, day(position), call.operand(1), call.operand(0));
      set(binding, 0, difference);
      set(binding, 1, SqlLiteral.createExactNumeric("0", position));
    } else {
      return false;
    }
    return true;
  }

  private static void set(SqlCallBinding binding, int operand, SqlNode node) {
    binding.getCall().setOperand(operand, node);
    binding.getValidator().deriveType(binding.getScope(), node);
  }

  private static SqlNode days(SqlParserPos position, SqlNode count) {
    return SqlStdOperatorTable.MULTIPLY.createCall(
        position, count, SqlLiteral.createInterval(1, "1", day(position), position));
  }

  private static SqlIntervalQualifier day(SqlParserPos position) {
    return new SqlIntervalQualifier(TimeUnit.DAY, null, position);
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }
}
