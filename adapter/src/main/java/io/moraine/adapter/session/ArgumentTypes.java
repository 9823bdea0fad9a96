/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactoryImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * What a function of a model may be given without a CAST: a value that its parameter's type holds,
 * or that fails. Calcite would round, or cut off the time of day.
 */
final class ArgumentTypes {
  private static final int MICROS = 6;

  private ArgumentTypes() {}

  /**
   * Refuses arguments that an implicit cast could change.
   *
   * @throws MoraineException NOT_SUPPORTED that names the argument
   */
  static void requireExact(SqlValidatorScope scope, SqlCall call, SqlFunction function) {
    if (!(function.getOperandTypeChecker() instanceof SqlOperandMetadata metadata)) {
      return;
    }
    SqlValidator validator = scope.getValidator();
    List<RelDataType> parameters = metadata.paramTypes(validator.getTypeFactory());
    List<String> names = metadata.paramNames();
    for (int i = 0; i < call.operandCount(); i++) {
      boolean named = call.operand(i).getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
      SqlCall assignment = named ? call.operand(i) : call;
      int parameter = named ? names.indexOf(assignment.operand(1).toString()) : i;
      if (parameter >= 0 && parameter < parameters.size()) {
        RelDataType from =
            validator.deriveType(scope, named ? assignment.operand(0) : call.operand(i));
        require(function, parameter, from, parameters.get(parameter));
      }
    }
  }

  private static void require(SqlFunction function, int number, RelDataType from, RelDataType to) {
    if (!isExact(from, to)) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Argument "
              + (number + 1)
              + " of function "
              + function.getName()
              + " is a "
              + from
              + ", which its parameter of type "
              + to
              + " may not hold exactly: CAST it");
    }
  }

  private static boolean isExact(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.isNumeric(to)) {
      return SqlTypeUtil.isCharacter(from) || isUntyped(from) || isExactNumber(from, to);
    }
    if (SqlTypeUtil.isDatetime(to) && SqlTypeUtil.isDatetime(from)) {
      boolean timestamps = SqlTypeUtil.isTimestamp(from) && SqlTypeUtil.isTimestamp(to);
      return timestamps
          ? from.getPrecision() <= MICROS
          : from.getSqlTypeName() == to.getSqlTypeName()
              || from.getSqlTypeName() == SqlTypeName.DATE && SqlTypeUtil.isTimestamp(to);
    }
    return to.getSqlTypeName() != SqlTypeName.BOOLEAN || !SqlTypeUtil.isNumeric(from);
  }

  private static boolean isExactNumber(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.isIntType(from)) {
      return SqlTypeUtil.isExactNumeric(to)
          || SqlTypeUtil.isApproximateNumeric(to)
              && to.getSqlTypeName() != SqlTypeName.REAL
              && from.getSqlTypeName() != SqlTypeName.BIGINT;
    }
    boolean whole = SqlTypeUtil.isDecimal(from) && from.getScale() == 0;
    return SqlTypeUtil.isDecimal(to)
        ? whole || SqlTypeUtil.isDecimal(from) && RelDataTypeFactoryImpl.isJavaType(to)
        : SqlTypeUtil.isApproximateNumeric(to)
            ? SqlTypeUtil.isApproximateNumeric(from)
                && (to.getSqlTypeName() != SqlTypeName.REAL
                    || from.getSqlTypeName() == SqlTypeName.REAL)
            : whole;
  }

  private static boolean isUntyped(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.NULL || type.getSqlTypeName() == SqlTypeName.ANY;
  }
}
