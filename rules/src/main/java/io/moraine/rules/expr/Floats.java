/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.util.Optional;

/** Exact conversions between decimal and binary floating point. */
final class Floats {
  private static final BigDecimal EXACT_INTEGERS = BigDecimal.valueOf(1L << 53);
  private static final int EXACT_POWERS_OF_TEN = 22;
  private static final BigDecimal EXACT_FLOAT_INTEGERS = BigDecimal.valueOf(1L << 24);
  private static final int EXACT_FLOAT_POWERS_OF_TEN = 10;

  private Floats() {}

  /**
   * A number as a double. Empty for a decimal of so many digits that engines differ in the last
   * bit: only when unscaled value and power of ten are doubles is one division correctly rounded.
   */
  static Optional<Double> toDouble(Object number) {
    if (number instanceof Double value) {
      return Optional.of(value);
    }
    if (number instanceof Float value) {
      return Optional.of(value.doubleValue());
    }
    if (!(number instanceof BigDecimal decimal)) {
      return Optional.empty();
    }
    return isQuotient(decimal, EXACT_INTEGERS, EXACT_POWERS_OF_TEN)
        ? Optional.of(Double.parseDouble(decimal.toString()))
        : Optional.empty();
  }

  /** Whether unscaled value and power of ten are below the bounds of what a format holds. */
  private static boolean isQuotient(BigDecimal decimal, BigDecimal maxUnscaled, int maxScale) {
    BigDecimal stripped = decimal.stripTrailingZeros();
    BigDecimal unscaled = new BigDecimal(decimal.unscaledValue());
    return unscaled.abs().compareTo(maxUnscaled) <= 0
        && Math.abs(decimal.scale()) <= maxScale
        && Math.abs(stripped.scale()) <= maxScale;
  }

  /** A number as a float: a double only if a float holds it, a decimal if all engines agree. */
  static Optional<Float> toFloat(Object number) {
    if (number instanceof BigDecimal decimal) {
      return isQuotient(decimal, EXACT_FLOAT_INTEGERS, EXACT_FLOAT_POWERS_OF_TEN)
          ? Optional.of(Float.parseFloat(decimal.toString()))
          : Optional.empty();
    }
    return toDouble(number).filter(Floats::isFloat).map(Double::floatValue);
  }

  /** Whether a float holds the value exactly, NaN and infinities included. */
  static boolean isFloat(double value) {
    return Double.compare((float) value, value) == 0;
  }

  /** The largest float that is not above the value; the value is not NaN. */
  static float floor(double value) {
    float nearest = (float) value;
    return nearest > value ? Math.nextDown(nearest) : nearest;
  }

  /** The smallest float that is not below the value; the value is not NaN. */
  static float ceiling(double value) {
    float nearest = (float) value;
    return nearest < value ? Math.nextUp(nearest) : nearest;
  }
}
