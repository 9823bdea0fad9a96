/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Conversions to Iceberg's numbers. Exact numbers go wherever they fit digit for digit; floating
 * point numbers go to floating point columns only. Nothing is rounded.
 */
final class NumericConversions {
  private static final long EXACT_IN_DOUBLE = 1L << 53;
  private static final long EXACT_IN_FLOAT = 1L << 24;

  private NumericConversions() {}

  static Integer toInteger(Object value) {
    long exact = exactLong(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return (int) exact;
  }

  static Long toLong(Object value) {
    return exactLong(value, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long exactLong(Object value, long min, long max) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      long number = ((Number) value).longValue();
      if (number < min || number > max) {
        throw outOfRange(min, max);
      }
      return number;
    }
    BigDecimal number = requireExactNumber(value).stripTrailingZeros();
    if (number.scale() > 0) {
      throw wouldRound(0);
    }
    if (number.compareTo(BigDecimal.valueOf(min)) < 0
        || number.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw outOfRange(min, max);
    }
    return number.longValueExact();
  }

  static BigDecimal toDecimal(Object value, int precision, int scale) {
    BigDecimal given = requireExactNumber(value);
    if (given.scale() == scale && given.precision() <= precision) {
      return given;
    }
    // Without trailing zeros the checks below bound what setScale may allocate.
    BigDecimal number = given.stripTrailingZeros();
    if (number.scale() > scale) {
      throw wouldRound(scale);
    }
    long integerDigits = (long) number.precision() - number.scale();
    if (number.signum() != 0 && integerDigits > precision - scale) {
      throw new ValueRefusal(
          ErrorCode.NUMERIC_OUT_OF_RANGE,
          "it has more than the "
              + (precision - scale)
              + " integer digits that the column holds; write a smaller value or widen the column");
    }
    return number.setScale(scale);
  }

  static Float toFloat(Object value) {
    if (value instanceof Float number) {
      return number;
    }
    if (value instanceof Double number) {
      float narrow = number.floatValue();
      if (Double.compare(narrow, number) != 0 && !number.isNaN()) {
        throw notExact("float");
      }
      return narrow;
    }
    if (isSmallInteger(value, EXACT_IN_FLOAT)) {
      return ((Number) value).floatValue();
    }
    BigDecimal number = requireNumber(value);
    float nearest = number.floatValue();
    if (Float.isInfinite(nearest) || new BigDecimal(nearest).compareTo(number) != 0) {
      throw notExact("float");
    }
    return nearest;
  }

  static Double toDouble(Object value) {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (isSmallInteger(value, EXACT_IN_DOUBLE)) {
      return ((Number) value).doubleValue();
    }
    BigDecimal number = requireNumber(value);
    double nearest = number.doubleValue();
    if (Double.isInfinite(nearest) || new BigDecimal(nearest).compareTo(number) != 0) {
      throw notExact("double");
    }
    return nearest;
  }

  private static boolean isSmallInteger(Object value, long limit) {
    if (value instanceof Long || value instanceof Integer) {
      long number = ((Number) value).longValue();
      return number >= -limit && number <= limit;
    }
    return value instanceof Short || value instanceof Byte;
  }

  private static BigDecimal requireExactNumber(Object value) {
    BigDecimal number = exactNumber(value);
    if (number == null) {
      throw ValueRefusal.wrongClass("exact numbers");
    }
    return number;
  }

  private static BigDecimal requireNumber(Object value) {
    BigDecimal number = exactNumber(value);
    if (number == null) {
      throw ValueRefusal.wrongClass("numbers");
    }
    return number;
  }

  private static @Nullable BigDecimal exactNumber(Object value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    return null;
  }

  private static ValueRefusal outOfRange(long min, long max) {
    return new ValueRefusal(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "it is outside " + min + " to " + max + "; write a smaller value or widen the column");
  }

  private static ValueRefusal wouldRound(int scale) {
    return new ValueRefusal(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "it would have to be rounded to "
            + scale
            + " fraction digits; CAST it to the column's type to round it");
  }

  private static ValueRefusal notExact(String type) {
    return new ValueRefusal(
        ErrorCode.NUMERIC_OUT_OF_RANGE,
        "no " + type + " is equal to it; CAST it to the column's type to round it");
  }
}
