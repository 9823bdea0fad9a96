/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.type.MoraineTypeFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's coercion, but no implicit casts among numbers, among strings or of text when rows are
 * inserted: they would round, where the writer checks each value and names the column of one that
 * does not fit.
 */
final class AssignmentCoercion extends TypeCoercionImpl {
  private static final int MICROS = 6;

  AssignmentCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
    super(typeFactory, validator);
  }

  /** A set operation whose column has the type already was seen to before: long chains nest. */
  @Override
  public boolean rowTypeCoercion(
      @Nullable SqlValidatorScope scope, SqlNode query, int columnIndex, RelDataType targetType) {
    if (SqlKind.SET_QUERY.contains(query.getKind())) {
      SqlValidatorNamespace namespace = validator.getNamespace(query);
      if (namespace != null
          && SqlTypeUtil.equalSansNullability(
              factory, type(namespace.getRowType(), columnIndex), targetType)) {
        return false;
      }
    }
    return super.rowTypeCoercion(scope, query, columnIndex, targetType);
  }

  @Override
  public boolean querySourceCoercion(
      @Nullable SqlValidatorScope scope,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    RelDataType adjusted =
        factory.createStructType(
            IntStream.range(0, sourceRowType.getFieldCount())
                .mapToObj(i -> target(type(sourceRowType, i), type(targetRowType, i)))
                .toList(),
            sourceRowType.getFieldNames());
    boolean coerced = super.querySourceCoercion(scope, sourceRowType, adjusted, query);
    // Calcite asks no further where something was coerced, and knows no text for other columns.
    return IntStream.range(0, sourceRowType.getFieldCount())
        .allMatch(i -> assignable(type(sourceRowType, i), type(targetRowType, i), coerced));
  }

  @Override
  public boolean userDefinedFunctionCoercion(
      SqlValidatorScope scope, SqlCall call, SqlFunction function) {
    ArgumentTypes.requireExact(scope, call, function);
    return super.userDefinedFunctionCoercion(scope, call, function);
  }

  /** Days between dates, and dates so many days from others, which SQL leaves to PostgreSQL. */
  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    return DayArithmetic.rewrite(binding) || super.binaryArithmeticCoercion(binding);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    List<RelDataType> types = binding.collectOperandTypes();
    return !MoraineTypeFactory.lackCommonDecimal(types)
        && !Convertlets.lackCommonYears(types)
        && super.binaryComparisonCoercion(binding);
  }

  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    boolean list = binding.operand(1) instanceof SqlNodeList;
    return !(list && MoraineTypeFactory.lackCommonDecimal(binding.collectOperandTypes()))
        && super.inOperationCoercion(binding);
  }

  private static RelDataType type(RelDataType rowType, int column) {
    return rowType.getFieldList().get(column).getType();
  }

  private RelDataType target(RelDataType source, RelDataType target) {
    if (checkedByWriter(source, target) || cutsTheTime(source, target)) {
      return source;
    }
    // The writer names the column of a timestamp that has other years or digits than the column.
    return SqlTypeUtil.isTimestamp(source) && SqlTypeUtil.isTimestamp(target)
        ? factory.createTypeWithNullability(
            factory.createSqlType(target.getSqlTypeName(), Math.max(MICROS, source.getPrecision())),
            target.isNullable())
        : target;
  }

  private static boolean assignable(RelDataType source, RelDataType target, boolean coerced) {
    return !cutsTheTime(source, target)
        && (checkedByWriter(source, target)
            || coerced
            || SqlTypeUtil.canAssignFrom(target, source));
  }

  /** Whether values go to the writer as they are. */
  static boolean checkedByWriter(RelDataType source, RelDataType target) {
    return SqlTypeUtil.isNumeric(source) && SqlTypeUtil.isNumeric(target)
        || SqlTypeUtil.isBinary(source) && SqlTypeUtil.isBinary(target)
        || SqlTypeUtil.isCharacter(source) && !SqlTypeUtil.isBinary(target)
        || SqlTypeUtil.isDatetime(source) && source.getSqlTypeName() == target.getSqlTypeName();
  }

  /** A cast would drop the time of day, or the day. */
  private static boolean cutsTheTime(RelDataType source, RelDataType target) {
    boolean timestamp =
        source.getSqlTypeName() == SqlTypeName.TIMESTAMP
            || source.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    return timestamp
        && (target.getSqlTypeName() == SqlTypeName.DATE
            || target.getSqlTypeName() == SqlTypeName.TIME);
  }
}
