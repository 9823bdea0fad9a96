/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Templates of exact decimal arithmetic on integers of 128 bits. */
final class Decimals {
  /** A guard of a sum. */
  static final String COUNT = "COUNT($0)";

  /** A guard of a sum. */
  static final String FLOATING = "SUM(CAST($0 AS DOUBLE))";

  private static final int HUGEINT_DIGITS = 38;

  /** As many digits as leave room for more values than any number of files can hold. */
  private static final int MAX_UNGUARDED_PRECISION = 20;

  private static final int MAX_COUNTED_PRECISION = 28;

  /** Of as many values as that, the sum needs no closer look if they leave the rest of digits. */
  static final int AMPLE_COUNT_DIGITS = 9;

  /** Of the number of rows that are counted. */
  private static final int COUNT_DIGITS = 10;

  private Decimals() {}

  /** {@code $0 / $1} rounded half away from zero to the scale of {@code result}. */
  static String divide(RelDataType dividend, RelDataType divisor, RelDataType result) {
    int shift = result.getScale() + scale(divisor) - scale(dividend);
    int room = HUGEINT_DIGITS - dividend.getPrecision();
    if (-shift > HUGEINT_DIGITS - divisor.getPrecision()) {
      return shortDivision(digits("$0", dividend), digits("$1", divisor), -shift, result);
    }
    return shift > room
        ? longDivision(digits("$0", dividend), digits("$1", divisor), shift, result)
        : divideText(
            digits("$0", dividend), scale(dividend), digits("$1", divisor), scale(divisor), result);
  }

  /** {@code $0} modulo {@code $1}; the engine aligns them only where both then have 38 digits. */
  static String modulo(RelDataType dividend, RelDataType divisor, RelDataType result) {
    int scale = Math.max(scale(dividend), scale(divisor));
    int whole =
        Math.max(
            dividend.getPrecision() - scale(dividend), divisor.getPrecision() - scale(divisor));
    if (!isDecimal(result)) {
      return "moraine_mod($0, $1)";
    }
    if (whole + scale <= HUGEINT_DIGITS) {
      // What the engine has computed may be of a longer type, which it would align with fewer
      // fraction digits.
      return "moraine_mod(" + declared("$0", dividend) + ", " + declared("$1", divisor) + ")";
    }
    int shift = scale(divisor) - scale(dividend);
    String operands = digits("$0", dividend) + ", " + digits("$1", divisor) + ", ";
    String remainder =
        shift > 0
            ? "moraine_long_mod("
                + operands
                + powerOfTen(shift)
                + ", "
                + shift
                + ", "
                + powerOfTen(HUGEINT_DIGITS - shift)
                + ")"
            : "moraine_short_mod(" + operands + powerOfTen(-shift) + ")";
    return "CAST(moraine_decimal("
        + remainder
        + ", "
        + unit(scale)
        + ") AS "
        + DuckTypes.of(result)
        + ")";
  }

  /** A sum of such arguments divided by their count, NULL where there are none. */
  static String quotient(String sum, String count, RelDataType argument, RelDataType result) {
    String digits =
        isDecimal(argument) ? "moraine_digits(" + sum + ")" : "CAST(" + sum + " AS HUGEINT)";
    String whole = "CAST(" + count + " AS HUGEINT)";
    int shift = result.getScale() - scale(argument);
    String quotient =
        shift > 0 && argument.getPrecision() + COUNT_DIGITS + shift > HUGEINT_DIGITS
            ? decimal(
                "moraine_long_div(" + digits + ", " + whole + ", " + powerOfTen(shift) + ")",
                result)
            : divideText(digits, scale(argument), whole, 0, result);
    return "CASE WHEN " + count + " = 0 THEN NULL ELSE " + quotient + " END";
  }

  /**
   * SUM($0) that fails where it leaves 38 digits; the engine's own sum of 128-bit numbers may wrap
   * around silently.
   */
  static String sum(RelDataType argument, boolean distinct, Sums sums) {
    if (sums.cuts(argument)) {
      return Sums.text(argument, distinct);
    }
    String sum = distinct ? "SUM(DISTINCT $0)" : "SUM($0)";
    return guard(argument)
        // Distinct decimals may be the same floating-point number.
        .map(
            g ->
                distinct
                    ? checkedSum(
                        sum,
                        "list_sum(list_transform(list(DISTINCT $0), lambda v: CAST(v AS DOUBLE)))",
                        argument)
                    : g.equals(COUNT)
                        ? countedSum(sum, COUNT, argument)
                        : boundedSum(sum, argument))
        .orElse(sum);
  }

  /** The total, if so many of the largest and smallest values are within 38 digits. */
  private static String boundedSum(String total, RelDataType argument) {
    BigDecimal ample =
        BigDecimal.ONE.scaleByPowerOfTen(HUGEINT_DIGITS - AMPLE_COUNT_DIGITS - argument.getScale());
    return "moraine_bounded_sum("
        + total
        + ", MIN($0), MAX($0), COUNT($0), "
        + longDecimal(ample, argument)
        + ", "
        + limits(argument)
        + ")";
  }

  /**
   * What tells that a sum of so many digits left 128 bits, and may have wrapped around: how many
   * values there were, where even ten billion of them cannot; else a floating sum of them.
   */
  static Optional<String> guard(RelDataType argument) {
    if (!isDecimal(argument) || argument.getPrecision() <= MAX_UNGUARDED_PRECISION) {
      return Optional.empty();
    }
    return Optional.of(argument.getPrecision() <= MAX_COUNTED_PRECISION ? COUNT : FLOATING);
  }

  /** The total, if the guard has seen no more than it allows. */
  static String guardedSum(String total, String guard, String value, RelDataType argument) {
    return guard.equals(COUNT)
        ? countedSum(total, value, argument)
        : checkedSum(total, value, argument);
  }

  private static String countedSum(String total, String count, RelDataType argument) {
    String limit = BigInteger.TEN.pow(HUGEINT_DIGITS - argument.getPrecision()).toString();
    return "moraine_counted_sum(" + total + ", " + count + ", CAST('" + limit + "' AS HUGEINT))";
  }

  /** The total, if it and a floating sum of the same values are within 38 digits. */
  private static String checkedSum(String total, String approximate, RelDataType argument) {
    return "moraine_sum(" + total + ", " + approximate + ", " + limits(argument) + ")";
  }

  /** What a floating sum must not be above, and the largest decimal. */
  private static String limits(RelDataType argument) {
    int scale = argument.getScale();
    BigDecimal bound = BigDecimal.valueOf(12, 1 - HUGEINT_DIGITS).movePointLeft(scale);
    BigDecimal largest = BigDecimal.TEN.pow(HUGEINT_DIGITS).subtract(BigDecimal.ONE);
    return "CAST('"
        + bound
        + "' AS DOUBLE), "
        + longDecimal(largest.movePointLeft(scale), argument);
  }

  private static String longDecimal(BigDecimal value, RelDataType argument) {
    return "CAST('"
        + value.toPlainString()
        + "' AS DECIMAL("
        + HUGEINT_DIGITS
        + ", "
        + argument.getScale()
        + "))";
  }

  /** Of a dividend that may leave 38 digits before it is divided. */
  private static String longDivision(
      String dividend, String divisor, int shift, RelDataType result) {
    boolean fits = shift <= HUGEINT_DIGITS;
    return decimal(
        "moraine_big_div("
            + dividend
            + ", "
            + divisor
            + ", "
            + powerOfTen(fits ? shift : 0)
            + ", "
            + shift
            + ", "
            + (fits ? powerOfTen(HUGEINT_DIGITS - shift) : "1")
            + ")",
        result);
  }

  /** By a divisor that may leave 38 digits before it divides. */
  private static String shortDivision(
      String dividend, String divisor, int shift, RelDataType result) {
    return decimal(
        "moraine_short_div(" + dividend + ", " + divisor + ", " + powerOfTen(shift) + ")", result);
  }

  private static String divideText(
      String dividend, int dividendScale, String divisor, int divisorScale, RelDataType result) {
    int shift = result.getScale() + divisorScale - dividendScale;
    String n = shift > 0 ? dividend + " * " + powerOfTen(shift) : dividend;
    String d = shift < 0 ? divisor + " * " + powerOfTen(-shift) : divisor;
    return decimal("moraine_round_div(" + n + ", " + d + ")", result);
  }

  /** Digits, as an integer, as a number of such a type. */
  static String decimal(String digits, RelDataType type) {
    return "CAST(moraine_decimal("
        + digits
        + ", "
        + unit(type.getScale())
        + ") AS "
        + DuckTypes.of(type)
        + ")";
  }

  private static String declared(String operand, RelDataType type) {
    return "CAST(" + operand + " AS " + DuckTypes.of(type) + ")";
  }

  /** The digits of an exact number, as an integer. */
  static String digits(String operand, RelDataType type) {
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

  static String powerOfTen(int exponent) {
    return "CAST('" + BigInteger.TEN.pow(exponent) + "' AS HUGEINT)";
  }

  /** The last digit of a scale, as a decimal. */
  static String unit(int scale) {
    return "CAST('"
        + BigDecimal.ONE.movePointLeft(scale).toPlainString()
        + "' AS DECIMAL("
        + Math.max(scale, 1)
        + ", "
        + scale
        + "))";
  }
}
