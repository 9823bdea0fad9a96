/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/** Functions of dates and times beside the standard's. */
final class DateFunctions {
  static final List<SqlOperator> ALL =
      List.of(
          new LibraryFunction(
              SqlLibraryOperators.DATE_TRUNC,
              DateFunctions::truncatedType,
              OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME),
              DateFunctions::truncated),
          new LibraryFunction(
              "MAKE_DATE",
              ReturnTypes.DATE_NULLABLE,
              OperandTypes.family(
                  SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
              call -> "make_date(" + call.all() + ")"),
          new LibraryFunction(
              "LAST_DAY",
              ReturnTypes.DATE_NULLABLE,
              OperandTypes.DATETIME,
              call -> "last_day(CAST(" + call.moment(0) + " AS DATE))"),
          new LibraryFunction(
              "DAYNAME",
              ReturnTypes.VARCHAR_NULLABLE,
              OperandTypes.DATETIME,
              call -> "dayname(" + call.moment(0) + ")"),
          new LibraryFunction(
              "MONTHNAME",
              ReturnTypes.VARCHAR_NULLABLE,
              OperandTypes.DATETIME,
              call -> "monthname(" + call.moment(0) + ")"),
          new LibraryFunction(
              "ADD_MONTHS",
              ReturnTypes.ARG0_NULLABLE,
              OperandTypes.family(SqlTypeFamily.DATE, SqlTypeFamily.INTEGER),
              call -> "CAST($0 + moraine_months($1) AS DATE)"));

  private DateFunctions() {}

  /** A DATE becomes a TIMESTAMP, as its time of day can be asked for. */
  private static RelDataType truncatedType(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(1);
    RelDataType result =
        type.getSqlTypeName() == SqlTypeName.DATE
            ? binding.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP)
            : type;
    return binding.getTypeFactory().createTypeWithNullability(result, type.isNullable());
  }

  private static String truncated(LibraryCall call) {
    String unit = call.word(0).strip().toLowerCase(Locale.ROOT);
    RelDataType type = call.type();
    if (call.type(1).getSqlTypeName() == SqlTypeName.TIME) {
      throw call.refused("of a TIME");
    }
    return switch (unit) {
      case "microsecond",
          "millisecond",
          "second",
          "minute",
          "hour",
          "day",
          "week",
          "month",
          "quarter",
          "year",
          "decade",
          "century",
          "millennium" ->
          Nanos.isNano(type)
              ? "moraine_ns(" + DuckDateTimes.truncated(unit, call.moment(1)) + ", 0)"
              : "CAST(" + DuckDateTimes.truncated(unit, "$1") + " AS " + DuckTypes.of(type) + ")";
      default -> throw call.invalid("'" + unit + "' is no unit of time");
    };
  }
}
