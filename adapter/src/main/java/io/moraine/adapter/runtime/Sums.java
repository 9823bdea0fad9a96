/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.util.function.UnaryOperator;
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
    UnaryOperator<String> sum =
        part ->
            distinct
                ? "list_sum(list_transform(list(DISTINCT $0), lambda v: "
                    + part.replace("$0", "v")
                    + "))"
                : "SUM(" + part + ")";
    return total(sum.apply(leading("$0", argument)), sum.apply(last("$0", argument)), argument);
  }

  /** The sum, of the sums of both parts; fails where it has more than 38 digits. */
  static String total(String leading, String last, RelDataType argument) {
    String digits = argument.getScale() >= LAST_DIGITS ? digits(leading) : leading;
    return "moraine_sum_of_parts("
        + digits
        + ", "
        + digits(last)
        + ", "
        + Decimals.unit(argument.getScale())
        + ")";
  }

  private static String digits(String decimal) {
    return "moraine_digits(" + decimal + ")";
  }
}
