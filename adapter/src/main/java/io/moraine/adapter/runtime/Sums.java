/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Sums of decimals of so many digits that a part of the rows may have one that does not fit where
 * the whole does. The engine then fails, or what it gives is seen to be wrong. Such a statement is
 * run again with the values cut into leading and last digits, which takes three times as long.
 */
final class Sums {
  /** The last digits of a value that are summed by themselves. */
  private static final int LAST_DIGITS = 10;

  private static final int ALL_DIGITS = 38;

  private final boolean inParts;
  private boolean tried;

  private Sums(boolean inParts) {
    this.inParts = inParts;
  }

  /** Sums of whole values. */
  static Sums whole() {
    return new Sums(false);
  }

  /** Sums of the parts of values. */
  static Sums inParts() {
    return new Sums(true);
  }

  /** Whether such values are to be summed in parts; else it is remembered that they may be. */
  boolean cuts(RelDataType argument) {
    boolean isLong = Decimals.guard(argument).filter(Decimals.FLOATING::equals).isPresent();
    tried |= isLong && !inParts;
    return isLong && inParts;
  }

  /** Whether there are sums that can fail though they fit. */
  boolean areTried() {
    return tried;
  }

  /** The last digits of a value, as a text. */
  static String last(String value, RelDataType argument) {
    int scale = argument.getScale();
    String unit =
        BigDecimal.ONE.movePointRight(LAST_DIGITS - scale).setScale(scale).toPlainString();
    String type = "DECIMAL(" + ALL_DIGITS + ", " + scale + ")";
    return "(CAST(" + value + " AS " + type + ") % CAST('" + unit + "' AS " + type + "))";
  }

  /** The digits before those, as a text. */
  static String leading(String value, RelDataType argument) {
    int scale = argument.getScale();
    String rest = "(" + value + " - " + last(value, argument) + ")";
    return scale >= LAST_DIGITS
        ? "CAST("
            + rest
            + " AS DECIMAL("
            + (ALL_DIGITS - LAST_DIGITS)
            + ", "
            + (scale - LAST_DIGITS)
            + "))"
        : "(CAST(" + rest + " AS HUGEINT) // " + Decimals.powerOfTen(LAST_DIGITS - scale) + ")";
  }

  /** The text of SUM($0) in parts. */
  static String text(RelDataType argument, boolean distinct) {
    return total(
        sum(leading("$0", argument), distinct), sum(last("$0", argument), distinct), argument);
  }

  /** The text of AVG($0) in parts, whose sum may have any number of digits. */
  static String averageText(RelDataType argument, boolean distinct, RelDataType result) {
    return average(
        sum(leading("$0", argument), distinct),
        sum(last("$0", argument), distinct),
        distinct ? "COUNT(DISTINCT $0)" : "COUNT($0)",
        argument,
        result);
  }

  private static String sum(String part, boolean distinct) {
    return distinct
        ? "list_sum(list_transform(list(DISTINCT $0), lambda v: " + part.replace("$0", "v") + "))"
        : "SUM(" + part + ")";
  }

  /** The average, of the sums of both parts and the number of values, NULL where there are none. */
  static String average(
      String leading, String last, String count, RelDataType argument, RelDataType result) {
    String average =
        "moraine_average_of_parts("
            + leadingDigits(leading, argument)
            + ", "
            + digits(last)
            + ", CAST("
            + count
            + " AS HUGEINT), "
            + Decimals.powerOfTen(result.getScale() - argument.getScale())
            + ")";
    return "CASE WHEN "
        + count
        + " = 0 THEN NULL ELSE "
        + Decimals.decimal(average, result)
        + " END";
  }

  /** The sum, of the sums of both parts; fails where it has more than 38 digits. */
  static String total(String leading, String last, RelDataType argument) {
    return "moraine_sum_of_parts("
        + leadingDigits(leading, argument)
        + ", "
        + digits(last)
        + ", "
        + Decimals.unit(argument.getScale())
        + ")";
  }

  private static String leadingDigits(String leading, RelDataType argument) {
    return argument.getScale() >= LAST_DIGITS ? digits(leading) : leading;
  }

  private static String digits(String decimal) {
    return "moraine_digits(" + decimal + ")";
  }
}
