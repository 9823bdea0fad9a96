/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Static;

/** TIMESTAMPDIFF, which is a BIGINT for units of which an INTEGER does not hold all years. */
final class UnitDifference extends SqlFunction {
  static final UnitDifference INSTANCE = new UnitDifference();

  private static final Set<TimeUnit> MANY =
      EnumSet.of(
          TimeUnit.MINUTE,
          TimeUnit.SECOND,
          TimeUnit.MILLISECOND,
          TimeUnit.MICROSECOND,
          TimeUnit.NANOSECOND);

  private UnitDifference() {
    super(
        SqlStdOperatorTable.TIMESTAMP_DIFF.getName(),
        SqlKind.TIMESTAMP_DIFF,
        UnitDifference::type,
        null,
        SqlStdOperatorTable.TIMESTAMP_DIFF.getOperandTypeChecker(),
        SqlFunctionCategory.TIMEDATE);
  }

  private static RelDataType type(SqlOperatorBinding binding) {
    RelDataTypeFactory types = binding.getTypeFactory();
    boolean many = MANY.contains(binding.getOperandLiteralValue(0, TimeUnit.class));
    return types.createTypeWithNullability(
        types.createSqlType(many ? SqlTypeName.BIGINT : SqlTypeName.INTEGER),
        binding.getOperandType(1).isNullable() || binding.getOperandType(2).isNullable());
  }

  @Override
  public SqlOperandCountRange getOperandCountRange() {
    return SqlStdOperatorTable.TIMESTAMP_DIFF.getOperandCountRange();
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    return SqlStdOperatorTable.TIMESTAMP_DIFF.checkOperandTypes(binding, throwOnFailure);
  }

  @Override
  public void validateCall(
      SqlCall call,
      SqlValidator validator,
      SqlValidatorScope scope,
      SqlValidatorScope operandScope) {
    super.validateCall(call, validator, scope, operandScope);
    SqlIntervalQualifier unit = call.operand(0);
    validator.validateTimeFrame(unit);
    if (unit.timeFrameName == null && unit.timeUnitRange.startUnit.multiplier == null) {
      throw validator.newValidationError(
          unit,
          Static.RESOURCE.invalidTimeFrameInOperation(unit.timeUnitRange.toString(), getName()));
    }
  }
}
