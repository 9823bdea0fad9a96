/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Functions of numbers, and those that choose among values of any type. */
final class NumberFunctions {
  private static final SqlReturnTypeInference DOUBLE = ReturnTypes.DOUBLE_NULLABLE;
  private static final SqlReturnTypeInference COMMON =
      ReturnTypes.LEAST_RESTRICTIVE.andThen(SqlTypeTransforms.TO_NULLABLE_ALL);

  /** Functions of one DOUBLE; {@code {}} stands for it. */
  private static final Map<String, String> REAL =
      Map.ofEntries(
          Map.entry("SQRT", "moraine_sqrt({})"),
          Map.entry("CBRT", "moraine_cbrt({})"),
          Map.entry("EXP", "moraine_finite(exp({}), isfinite({}))"),
          Map.entry("LN", "moraine_ln({})"),
          Map.entry("LOG", "moraine_log10({})"),
          Map.entry("LOG10", "moraine_log10({})"),
          Map.entry("SIN", "sin({})"),
          Map.entry("COS", "cos({})"),
          Map.entry("TAN", "tan({})"),
          Map.entry("COT", "moraine_cot({})"),
          Map.entry("ASIN", "moraine_asin({})"),
          Map.entry("ACOS", "moraine_acos({})"),
          Map.entry("ATAN", "atan({})"),
          Map.entry("DEGREES", "moraine_finite(degrees({}), isfinite({}))"),
          Map.entry("RADIANS", "radians({})"));

  static final List<SqlOperator> ALL = all();

  private NumberFunctions() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all = new ArrayList<>();
    REAL.forEach(
        (name, text) ->
            all.add(
                new LibraryFunction(
                    name, DOUBLE, OperandTypes.NUMERIC, call -> text.replace("{}", call.real(0)))));
    for (String name : List.of("POWER", "POW")) {
      all.add(
          new LibraryFunction(
              name,
              DOUBLE,
              OperandTypes.NUMERIC_NUMERIC,
              call -> "moraine_power(" + call.real(0) + ", " + call.real(1) + ")"));
    }
    all.add(
        new LibraryFunction(
            "ATAN2",
            DOUBLE,
            OperandTypes.NUMERIC_NUMERIC,
            call -> "atan2(" + call.real(0) + ", " + call.real(1) + ")"));
    SqlOperandTypeChecker digits =
        OperandTypes.family(List.of(SqlTypeFamily.NUMERIC, SqlTypeFamily.INTEGER), i -> i == 1);
    all.add(new LibraryFunction("ROUND", NumberFunctions::rounded, digits, c -> rounded(c, true)));
    for (String name : List.of("TRUNCATE", "TRUNC")) {
      all.add(new LibraryFunction(name, NumberFunctions::rounded, digits, c -> rounded(c, false)));
    }
    all.add(
        new LibraryFunction(
            "SIGN", NumberFunctions::signed, OperandTypes.NUMERIC, NumberFunctions::sign));
    for (String name : List.of("GREATEST", "LEAST")) {
      all.add(
          new LibraryFunction(
              name, COMMON, OperandTypes.SAME_VARIADIC, c -> name + "(" + c.allTyped() + ")"));
    }
    for (String name : List.of("NVL", "IFNULL")) {
      all.add(
          new LibraryFunction(
              name, COMMON, OperandTypes.SAME_SAME, c -> "coalesce(" + c.allTyped() + ")"));
    }
    return all;
  }

  /** A DECIMAL without integer digits gets one. */
  private static RelDataType signed(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    if (type.getSqlTypeName() != SqlTypeName.DECIMAL || type.getPrecision() > type.getScale()) {
      return type;
    }
    int precision = Math.min(type.getPrecision() + 1, MoraineTypeSystem.MAX_DECIMAL_PRECISION);
    RelDataType wider =
        binding.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, precision, precision - 1);
    return binding.getTypeFactory().createTypeWithNullability(wider, type.isNullable());
  }

  private static String sign(LibraryCall call) {
    String type = DuckTypes.of(call.type());
    return SqlTypeUtil.isApproximateNumeric(call.type())
        ? "CASE WHEN isnan($0) THEN $0 ELSE CAST(sign($0) AS " + type + ") END"
        : "CAST(sign($0) AS " + type + ")";
  }

  /** A DECIMAL gets as many fraction digits as are asked for, and room for one that is carried. */
  private static RelDataType rounded(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    RelDataType result = type;
    if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
      int scale = type.getScale();
      if (binding.getOperandCount() == 1) {
        scale = 0;
      } else if (binding.isOperandLiteral(1, false)) {
        BigDecimal digits = binding.getOperandLiteralValue(1, BigDecimal.class);
        scale =
            digits == null
                ? scale
                : digits.max(BigDecimal.ZERO).min(BigDecimal.valueOf(scale)).intValue();
      }
      int precision = type.getPrecision() - type.getScale() + 1 + scale;
      result =
          binding
              .getTypeFactory()
              .createSqlType(
                  SqlTypeName.DECIMAL,
                  Math.min(precision, MoraineTypeSystem.MAX_DECIMAL_PRECISION),
                  scale);
    }
    boolean nullable = SqlTypeUtil.containsNullable(binding.collectOperandTypes());
    return binding.getTypeFactory().createTypeWithNullability(result, nullable);
  }

  /** ROUND is half away from zero for exact numbers, as CAST, and half to even for others. */
  private static String rounded(LibraryCall call, boolean half) {
    RelDataType from = call.type(0);
    if (SqlTypeUtil.isApproximateNumeric(from)) {
      if (call.operands().size() > 1) {
        throw call.refused("of a " + from.getSqlTypeName() + " to a number of decimal digits");
      }
      return half ? "round_even($0, 0)" : "trunc($0)";
    }
    int digits = call.operands().size() == 1 ? 0 : call.integer(1);
    int scale = from.getSqlTypeName() == SqlTypeName.DECIMAL ? from.getScale() : 0;
    String type = DuckTypes.of(call.type());
    if (digits >= scale) {
      return "CAST($0 AS " + type + ")";
    }
    int cut = scale - digits;
    if (cut > from.getPrecision()) {
      return "CAST($0 - $0 AS " + type + ")";
    }
    String unit = "CAST('" + BigInteger.TEN.pow(Math.min(cut, 38)) + "' AS HUGEINT)";
    String whole =
        (half ? "moraine_round_div(" : "moraine_idiv(")
            + Decimals.digits("$0", from)
            + ", "
            + unit
            + ")";
    // The quotient counts units of 10 to the power of -digits.
    String value =
        digits <= 0
            ? "CAST("
                + whole
                + " * CAST('"
                + BigInteger.TEN.pow(-digits)
                + "' AS HUGEINT) AS DECIMAL(38, 0))"
            : "moraine_decimal(" + whole + ", " + Decimals.unit(digits) + ")";
    return "CAST(" + value + " AS " + type + ")";
  }
}
