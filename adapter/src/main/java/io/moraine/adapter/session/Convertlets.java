/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.type.MoraineTypeFactory;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.TimeFrame;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's conversion of calls to row expressions, but it leaves to the runtime what Calcite would
 * compute in milliseconds.
 */
final class Convertlets implements SqlRexConvertletTable {
  static final Convertlets INSTANCE = new Convertlets();

  private static final StandardConvertletTable STANDARD = StandardConvertletTable.INSTANCE;

  private static final int MICROS = 6;

  private Convertlets() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    SqlOperator operator = call.getOperator();
    boolean unit = call.operandCount() == 3 && call.operand(0) instanceof SqlIntervalQualifier;
    boolean kept =
        operator == SqlStdOperatorTable.TIMESTAMP_ADD
            || operator.getKind() == SqlKind.TIMESTAMP_DIFF;
    // Calcite divides a sum by a count, to as many digits as a division has.
    if (operator == SqlStdOperatorTable.AVG) {
      return (context, average) ->
          STANDARD.convertAggregateFunction(context, SqlStdOperatorTable.AVG, average);
    }
    if (SqlKind.COMPARISON.contains(operator.getKind())
        && call.operandCount() == 2
        && SqlSyntax.BINARY == operator.getSyntax()) {
      return Convertlets::comparison;
    }
    if (operator == SqlStdOperatorTable.CAST && call.operandCount() == 2) {
      return isDifference(call.operand(0)) ? Convertlets::castDifference : Convertlets::cast;
    }
    if (operator == SqlStdOperatorTable.EXTRACT
        && call.operand(0) instanceof SqlIntervalQualifier
        && isDifference(call.operand(1))) {
      return Convertlets::extractDifference;
    }
    return unit && kept ? Convertlets::inUnits : STANDARD.get(call);
  }

  /** A cast of a date-time literal to fewer digits, which Calcite would cut. */
  private static RexNode cast(SqlRexContext context, SqlCall call) {
    // Casts that the validator adds have no type yet.
    RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(call);
    if (type != null
        && SqlTypeUtil.isDatetime(type)
        && call.operand(0) instanceof SqlAbstractDateTimeLiteral literal
        && literal.getPrec() > type.getPrecision()) {
      RexBuilder rexBuilder = context.getRexBuilder();
      return rexBuilder.makeAbstractCast(type, context.convertExpression(literal), false);
    }
    return Objects.requireNonNull(STANDARD.get(call)).convertCall(context, call);
  }

  /** {@code (a - b) unit}, for one unit. */
  private static boolean isDifference(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator() == SqlStdOperatorTable.MINUS_DATE
        && call.operandCount() == 3
        && ((SqlIntervalQualifier) call.operand(2)).isSingleDatetimeField();
  }

  /** The number of an interval of one unit. */
  private static RexNode castDifference(SqlRexContext context, SqlCall call) {
    RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(call);
    if (type == null || !SqlTypeUtil.isExactNumeric(type)) {
      return cast(context, call);
    }
    RexNode units = units(context, call.operand(0));
    return context.getRexBuilder().makeAbstractCast(call.getParserPosition(), type, units, false);
  }

  private static RexNode extractDifference(SqlRexContext context, SqlCall call) {
    SqlCall difference = call.operand(1);
    SqlIntervalQualifier unit = difference.operand(2);
    SqlIntervalQualifier field = call.operand(0);
    return field.getStartUnit() == unit.getStartUnit() && field.isSingleDatetimeField()
        ? context
            .getRexBuilder()
            .makeAbstractCast(
                call.getParserPosition(),
                context.getValidator().getValidatedNodeType(call),
                units(context, difference),
                false)
        : Objects.requireNonNull(STANDARD.get(call)).convertCall(context, call);
  }

  /** TIMESTAMPDIFF for a difference. */
  private static RexNode units(SqlRexContext context, SqlCall difference) {
    RexBuilder rexBuilder = context.getRexBuilder();
    RexNode from = context.convertExpression(difference.operand(1));
    RexNode to = context.convertExpression(difference.operand(0));
    RelDataType bigint = rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    boolean nullable = from.getType().isNullable() || to.getType().isNullable();
    TimeUnit unit = ((SqlIntervalQualifier) difference.operand(2)).getStartUnit();
    return rexBuilder.makeCall(
        rexBuilder.getTypeFactory().createTypeWithNullability(bigint, nullable),
        SqlStdOperatorTable.TIMESTAMP_DIFF,
        List.of(rexBuilder.makeFlag(unit), from, to));
  }

  private static RexNode inUnits(SqlRexContext context, SqlCall call) {
    TimeFrame frame =
        context.getValidator().validateTimeFrame((SqlIntervalQualifier) call.operand(0));
    TimeUnit unit = frame.unit();
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return context
        .getRexBuilder()
        .makeCall(
            type,
            call.getOperator(),
            List.of(
                context.getRexBuilder().makeFlag(unit == null ? TimeUnit.EPOCH : unit),
                context.convertExpression(call.operand(1)),
                context.convertExpression(call.operand(2))));
  }

  /** Timestamps of which some have nanoseconds, whose type does not have the years of others. */
  static boolean lackCommonYears(List<RelDataType> types) {
    return types.size() == 2
        && types.stream().allMatch(SqlTypeUtil::isTimestamp)
        && types.get(0).getSqlTypeName() == types.get(1).getSqlTypeName()
        && types.stream().anyMatch(type -> type.getPrecision() > MICROS);
  }

  /** Operands as they are, where a common type would not hold both. */
  private static RexNode comparison(SqlRexContext context, SqlCall call) {
    List<RelDataType> types =
        call.getOperandList().stream()
            .map(operand -> context.getValidator().getValidatedNodeTypeIfKnown(operand))
            .filter(Objects::nonNull)
            .toList();
    if (lackCommonYears(types)
        || types.size() == 2 && MoraineTypeFactory.lackCommonDecimal(types)) {
      return context
          .getRexBuilder()
          .makeCall(
              call.getOperator(),
              context.convertExpression(call.operand(0)),
              context.convertExpression(call.operand(1)));
    }
    return Objects.requireNonNull(STANDARD.get(call)).convertCall(context, call);
  }
}
