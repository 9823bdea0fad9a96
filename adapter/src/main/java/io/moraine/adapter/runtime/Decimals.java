/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Templates of exact decimal arithmetic on integers of 128 bits. */
final class Decimals {
  private static final int HUGEINT_DIGITS = 38;

  private Decimals() {}

  /** {@code $0 / $1} rounded half away from zero to the scale of {@code result}. */
  static Template divide(RelDataType dividend, RelDataType divisor, RelDataType result) {
    return Template.of(
        divideText(
            digits("$0", dividend),
            scale(dividend),
            digits("$1", divisor),
            scale(divisor),
            result));
  }

  /** SUM($0) / COUNT($0) to the scale of {@code result}. */
  static TemplateAggregate average(RelDataType argument, RelDataType result) {
    String sum =
        isDecimal(argument)
            ? "moraine_digits(" + sumText(argument) + ")"
            : "CAST(SUM($0) AS HUGEINT)";
    String quotient = divideText(sum, scale(argument), "CAST(COUNT($0) AS HUGEINT)", 0, result);
    return new TemplateAggregate(
        "CASE WHEN COUNT($0) = 0 THEN NULL ELSE " + quotient + " END", result);
  }

  /** SUM($0) as a decimal; the engine's own sum of 128-bit numbers wraps around silently. */
  static TemplateAggregate sum(RelDataType argument, RelDataType result) {
    return new TemplateAggregate(
        "CAST(" + sumText(argument) + " AS " + DuckTypes.of(result) + ")", result);
  }

  /** A sum that fails where it leaves 38 digits. */
  private static String sumText(RelDataType argument) {
    if (!isDecimal(argument) || argument.getPrecision() <= 18) {
      return "SUM($0)";
    }
    int scale = argument.getScale();
    BigDecimal bound = BigDecimal.valueOf(12, 1 - HUGEINT_DIGITS).movePointLeft(scale);
    BigDecimal largest = BigDecimal.TEN.pow(HUGEINT_DIGITS).subtract(BigDecimal.ONE);
    return "moraine_sum(SUM($0), SUM(CAST($0 AS DOUBLE)), CAST('"
        + bound
        + "' AS DOUBLE), CAST('"
        + largest.movePointLeft(scale).toPlainString()
        + "' AS DECIMAL("
        + HUGEINT_DIGITS
        + ", "
        + scale
        + ")))";
  }

  private static String divideText(
      String dividend, int dividendScale, String divisor, int divisorScale, RelDataType result) {
    int shift = result.getScale() + divisorScale - dividendScale;
    String n = shift > 0 ? dividend + " * " + powerOfTen(shift) : dividend;
    String d = shift < 0 ? divisor + " * " + powerOfTen(-shift) : divisor;
    return "CAST(moraine_decimal(moraine_round_div("
        + n
        + ", "
        + d
        + "), "
        + unit(result.getScale())
        + ") AS "
        + DuckTypes.of(result)
        + ")";
  }

  private static String digits(String operand, RelDataType type) {
    if (!isDecimal(type)) {
      return "CAST(" + operand + " AS HUGEINT)";
    }
    int scale = type.getScale();
    if (scale == 0) {
      return "CAST(" + operand + " AS HUGEINT)";
    }
    // Up to 18 digits the engine keeps products to 18 digits.
    int precision = Math.max(type.getPrecision(), HUGEINT_DIGITS / 2);
    if (precision + scale + 1 <= HUGEINT_DIGITS) {
      // Stays within 38 digits, so the product is exact.
      return "CAST(CAST("
          + operand
          + " AS DECIMAL("
          + precision
          + ", "
          + scale
          + ")) * CAST("
          + BigInteger.TEN.pow(scale)
          + " AS DECIMAL("
          + (scale + 1)
          + ", 0)) AS HUGEINT)";
    }
    return "moraine_digits(CAST(" + operand + " AS " + DuckTypes.of(type) + "))";
  }

  private static boolean isDecimal(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL;
  }

  private static int scale(RelDataType type) {
    return SqlTypeUtil.isExactNumeric(type) && isDecimal(type) ? type.getScale() : 0;
  }

  private static String powerOfTen(int exponent) {
    return "CAST('" + BigInteger.TEN.pow(exponent) + "' AS HUGEINT)";
  }

  private static String unit(int scale) {
    return "CAST('"
        + BigDecimal.ONE.movePointLeft(scale).toPlainString()
        + "' AS DECIMAL("
        + Math.max(scale, 1)
        + ", "
        + scale
        + "))";
  }
}
