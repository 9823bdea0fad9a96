/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the values of an expression, so that the generator can tell whether an operator
 * must succeed on all of them.
 *
 * @param amount the numbers lie within it and its negative; null for other types
 * @param special whether NaN or an infinity can be among them
 * @param dyadic whether all are multiples of 1/8, so that sums do not depend on their order
 * @param moderate whether date-times lie between 1900 and 2100, and texts spell small integers
 */
record Range(@Nullable BigDecimal amount, boolean special, boolean dyadic, boolean moderate) {
  static final Range UNKNOWN = new Range(null, false, false, false);
  static final Range MODERATE = new Range(null, false, false, true);

  private static final BigDecimal DYADIC_LIMIT = BigDecimal.valueOf(1 << 20);

  static Range exact(BigDecimal amount) {
    return new Range(amount.abs(), false, false, false);
  }

  static Range exact(long amount) {
    return exact(BigDecimal.valueOf(amount));
  }

  static Range floating(BigDecimal amount, boolean special, boolean dyadic) {
    return new Range(amount.abs(), special, dyadic, false);
  }

  BigDecimal limit() {
    if (amount == null) {
      throw new IllegalStateException("The range of a number is always known");
    }
    return amount;
  }

  boolean fits(Type type) {
    return limit().compareTo(type.bound()) < 0;
  }

  /** Whether sums of so many values are exact in any order. */
  boolean sumsExactly() {
    return dyadic && limit().compareTo(DYADIC_LIMIT) <= 0;
  }

  Range union(Range other) {
    return new Range(
        amount == null || other.amount == null ? null : amount.max(other.amount),
        special || other.special,
        dyadic && other.dyadic,
        moderate && other.moderate);
  }
}
