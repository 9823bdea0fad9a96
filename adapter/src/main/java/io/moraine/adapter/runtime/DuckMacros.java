/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

/**
 * What SQL asks for and the engine does otherwise, as macros that every connection has.
 *
 * <p>The engine's own division yields NULL or infinity for a zero divisor, and its decimal division
 * yields a floating-point number.
 */
final class DuckMacros {
  /** What a macro's error message starts with; the SQLSTATE and a text follow. */
  static final String ERROR_MARK = "moraine-sqlstate:";

  private static final String BY_ZERO = error("22012", "Division by zero");
  private static final String NO_ROOT =
      error("2201F", "A negative number has no root, and zero no negative power");
  private static final String NO_LOGARITHM =
      error("2201E", "Zero and negative numbers have no logarithm");
  private static final String NO_ANGLE =
      error("22003", "Only numbers from -1 to 1 are the sine or cosine of an angle");

  private static final List<String> NUMBERS =
      List.of(
          "moraine_overflow() AS " + error("22003", "The result is out of the range of its type"),
          // Integer division truncates; the quotient of the smallest number by -1 overflows.
          "moraine_idiv(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN "
              + BY_ZERO
              + " WHEN b = -1 THEN -a ELSE a // b END",
          "moraine_fdiv(a, b) AS CASE WHEN b = 0 AND NOT isnan(a) THEN "
              + BY_ZERO
              + " WHEN isinf(a / b) AND isfinite(a) THEN moraine_overflow() ELSE a / b END",
          "moraine_mod(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN "
              + BY_ZERO
              + " ELSE a % b END",
          // The engine fails on the smallest integer modulo -1.
          "moraine_imod(a, b) AS CASE WHEN b = 0 AND a IS NOT NULL THEN "
              + BY_ZERO
              + " WHEN b = -1 THEN a - a ELSE a % b END",
          // A result that is not finite, though all that it was made of was.
          "moraine_finite(r, operands) AS CASE WHEN NOT isfinite(r) AND operands"
              + " THEN moraine_overflow() ELSE r END",
          // The engine adds to 0.0, which loses the sign where all values are -0.0.
          "moraine_floating_sum(r, operands, negative) AS CASE WHEN r = 0 AND negative THEN -r"
              + " ELSE moraine_finite(r, operands) END",
          "moraine_sqrt(x) AS CASE WHEN x < 0 THEN " + NO_ROOT + " ELSE sqrt(x) END",
          // One step towards the root of a cube, which the engine may miss by a digit.
          "moraine_cbrt(x) AS CASE WHEN x = 0 OR NOT isfinite(x) THEN x"
              + " ELSE cbrt(x) - (cbrt(x) * cbrt(x) * cbrt(x) - x) / (3 * cbrt(x) * cbrt(x)) END",
          "moraine_ln(x) AS CASE WHEN x <= 0 THEN " + NO_LOGARITHM + " ELSE ln(x) END",
          "moraine_log10(x) AS CASE WHEN x <= 0 THEN " + NO_LOGARITHM + " ELSE log10(x) END",
          "moraine_power(a, b) AS CASE WHEN a = 0 AND b < 0 OR a < 0 AND isfinite(b)"
              + " AND floor(b) <> b THEN "
              + NO_ROOT
              + " WHEN NOT isfinite(power(a, b)) AND isfinite(a) AND isfinite(b)"
              + " THEN moraine_overflow() ELSE power(a, b) END",
          "moraine_asin(x) AS CASE WHEN abs(x) > 1 AND NOT isnan(x) THEN "
              + NO_ANGLE
              + " ELSE asin(x) END",
          "moraine_acos(x) AS CASE WHEN abs(x) > 1 AND NOT isnan(x) THEN "
              + NO_ANGLE
              + " ELSE acos(x) END",
          "moraine_cot(x) AS CASE WHEN x = 0 THEN " + BY_ZERO + " ELSE cot(x) END");

  private static final List<String> DECIMALS =
      List.of(
          // The digits of a decimal as an integer.
          "moraine_digits(d) AS CAST(replace(CAST(d AS VARCHAR), '.', '') AS HUGEINT)",
          // n / d, both integers, rounded half away from zero.
          "moraine_round_div(n, d) AS CASE WHEN d = 0 AND n IS NOT NULL THEN "
              + BY_ZERO
              + " ELSE (CASE WHEN (n < 0) <> (d < 0) THEN -1 ELSE 1 END)"
              + " * (abs(n) // abs(d) + CASE WHEN abs(n) % abs(d) >= abs(d) - abs(n) % abs(d)"
              + " THEN 1 ELSE 0 END) END",
          // n / (d * p), rounded likewise, where d * p has any length and p is even.
          "moraine_short_div(n, d, p) AS CASE WHEN d = 0 AND n IS NOT NULL THEN "
              + BY_ZERO
              + " ELSE (CASE WHEN (n < 0) <> (d < 0) THEN -1 ELSE 1 END)"
              + " * (abs(n) // p // abs(d) + CASE WHEN (abs(n) // p) % abs(d)"
              + " + CASE WHEN abs(n) % p >= p // 2 THEN 1 ELSE 0 END"
              + " >= abs(d) - (abs(n) // p) % abs(d) THEN 1 ELSE 0 END) END",
          // n * p / d, rounded likewise, for a d that is above zero and leaves room for d * p.
          "moraine_long_div(n, d, p) AS (n // d) * p + moraine_round_div((n % d) * p, d)",
          // One digit more of a quotient q and its remainder r, for a divisor of up to 38 digits.
          // Its
          // parts go together, since no lambda may hold an argument: where that is a window with a
          // lambda of its own, the engine fails.
          "moraine_next_digit(q, r, d) AS {'q': q * 10 + CAST(3 * ((3 * r) // d)"
              + " + (3 * ((3 * r) % d)) // d"
              + " + ((3 * ((3 * r) % d)) % d + r) // d AS HUGEINT),"
              + " 'r': ((3 * ((3 * r) % d)) % d + r) % d, 'd': d}",
          // n * 10^k / d of integers above zero, rounded half up, where n * 10^k has any length.
          // In HAVING the engine would take x.q for a column.
          "moraine_digit_div(n, d, k) AS list_transform([list_reduce("
              + "list_resize([{'q': CAST(n // d AS HUGEINT), 'r': n % d, 'd': d}], k + 1, NULL),"
              + " lambda a, b: moraine_next_digit(struct_extract(a, 'q'),"
              + " struct_extract(a, 'r'), struct_extract(a, 'd')))],"
              + " lambda x: struct_extract(x, 'q') + CASE WHEN struct_extract(x, 'r')"
              + " >= struct_extract(x, 'd') - struct_extract(x, 'r') THEN 1 ELSE 0 END)[1]",
          // n * 10^k / d of integers, rounded half away from zero; p is 10^k, unless n is 'bound'.
          "moraine_big_div(n, d, p, k, bound) AS CASE WHEN d = 0 AND n IS NOT NULL THEN "
              + BY_ZERO
              + " WHEN abs(n) < bound THEN moraine_round_div(n * p, d)"
              + " ELSE (CASE WHEN (n < 0) <> (d < 0) THEN -1 ELSE 1 END) * moraine_digit_div("
              + "CAST(abs(n) AS UHUGEINT), CAST(abs(d) AS UHUGEINT), k) END",
          // One digit more of a dividend whose remainder is r.
          "moraine_next_remainder(r, d) AS {'r': ((3 * ((3 * r) % d)) % d + r) % d, 'd': d}",
          // n * 10^k modulo d of integers; p is 10^k, unless n is 'bound'.
          "moraine_long_mod(n, d, p, k, bound) AS CASE WHEN d = 0 AND n IS NOT NULL THEN "
              + BY_ZERO
              + " WHEN abs(n) < bound THEN (n * p) % d"
              + " ELSE (CASE WHEN n < 0 THEN -1 ELSE 1 END) * CAST(struct_extract(list_reduce("
              + "list_resize([{'r': CAST(abs(n) AS UHUGEINT) % CAST(abs(d) AS UHUGEINT),"
              + " 'd': CAST(abs(d) AS UHUGEINT)}], k + 1, NULL),"
              + " lambda a, b: moraine_next_remainder(struct_extract(a, 'r'),"
              + " struct_extract(a, 'd'))), 'r') AS HUGEINT) END",
          // n modulo d * p of integers, where d * p has any length.
          "moraine_short_mod(n, d, p) AS CASE WHEN d = 0 AND n IS NOT NULL THEN "
              + BY_ZERO
              + " ELSE ((n // p) % d) * p + n % p END",
          // An integer as a decimal of which 'unit' is the last digit.
          "moraine_decimal(q, unit) AS CAST(q AS DECIMAL(38, 0)) * unit",
          // A sum that left 38 digits may have wrapped around: the floating sum tells.
          "moraine_sum(total, approximate, bound, largest) AS CASE"
              + " WHEN abs(approximate) > bound OR total > largest OR total < -largest THEN "
              + error("22003", "The sum does not fit into 38 digits")
              + " ELSE total END",
          // No sum of some of the values can wrap around; a short test comes first, since a long
          // decimal becomes a DOUBLE slowly.
          "moraine_bounded_sum(total, low, high, n, ample, bound, largest) AS CASE"
              + " WHEN n < "
              + BigInteger.TEN.pow(Decimals.AMPLE_COUNT_DIGITS)
              + " AND high < ample AND low > -ample THEN total"
              + " WHEN greatest(abs(CAST(low AS DOUBLE)), abs(CAST(high AS DOUBLE))) * n > bound"
              + " OR total > largest OR total < -largest THEN "
              + error("22003", "The sum does not fit into 38 digits")
              + " ELSE total END",
          // A sum of 10^10 times the leading digits, and of the last ones.
          "moraine_sum_of_parts(h, l, unit) AS CASE"
              + " WHEN abs(h) > CAST('11000000000000000000000000000' AS HUGEINT)"
              + " OR abs(h * 10000000000 + l)"
              + " > CAST('99999999999999999999999999999999999999' AS HUGEINT) THEN "
              + error("22003", "The sum does not fit into 38 digits")
              + " ELSE moraine_decimal(h * 10000000000 + l, unit) END",
          // q + r / n, rounded half away from zero, of a whole q and 0 <= r < n.
          "moraine_round_up(q, r, n) AS q + CASE WHEN r > n - r OR r = n - r AND q >= 0"
              + " THEN 1 ELSE 0 END",
          // q + x / n, rounded likewise, where x may be below zero.
          "moraine_round_sum(q, x, n) AS moraine_round_up("
              + "q + x // n - CASE WHEN x % n < 0 THEN 1 ELSE 0 END, (x % n + n) % n, n)",
          // The average of n values whose parts have such sums, times p.
          "moraine_average_of_parts(h, l, n, p) AS moraine_round_sum("
              + "(h // n) * (10000000000 * p), ((h % n) * 10000000000 + l) * p, n)",
          // Fewer values than 'bound' cannot make it wrap around.
          "moraine_counted_sum(total, n, bound) AS CASE WHEN n > bound THEN "
              + error("22003", "The sum of so many values may not fit into 38 digits")
              + " ELSE total END");

  private static final List<String> TEXTS =
      List.of(
          // The engine writes nan and inf.
          "moraine_float_text(f) AS CASE WHEN isnan(f) THEN 'NaN'"
              + " WHEN isinf(f) THEN CASE WHEN f > 0 THEN 'Infinity' ELSE '-Infinity' END"
              + " ELSE CAST(f AS VARCHAR) END",
          // Only a text that names infinity is infinite.
          "moraine_float_of(t, f) AS CASE WHEN isinf(f) AND NOT contains(lower(t), 'inf')"
              + " THEN moraine_overflow() ELSE f END",
          // The engine writes years before 1 as those before Christ, of which there is no 0.
          "moraine_date_text(t) AS CASE WHEN year(t) > 0 THEN CAST(t AS VARCHAR)"
              + " ELSE regexp_replace(CAST(t AS VARCHAR), '^[0-9]+(-[0-9]+-[0-9]+) .BC.',"
              + " CASE WHEN year(t) < 0 THEN '-' ELSE '' END"
              + " || lpad(CAST(abs(year(t)) AS VARCHAR), 4, '0') || '\\1') END",
          // The engine cuts the seconds of an offset.
          "moraine_offset_text(s) AS CASE WHEN s < 0 THEN '-' ELSE '+' END"
              + " || lpad(CAST(abs(s) // 3600 AS VARCHAR), 2, '0')"
              + " || CASE WHEN s % 3600 = 0 THEN '' ELSE ':'"
              + " || lpad(CAST(abs(s) // 60 % 60 AS VARCHAR), 2, '0') END"
              + " || CASE WHEN s % 60 = 0 THEN '' ELSE ':'"
              + " || lpad(CAST(abs(s) % 60 AS VARCHAR), 2, '0') END",
          "moraine_instant_text(t) AS moraine_date_text(CAST(t AS TIMESTAMP))"
              + " || moraine_offset_text((epoch_us(CAST(t AS TIMESTAMP)) - epoch_us(t)) // 1000000)",
          // The engine counts a start below 1 from the end of the string; SQL does not.
          "moraine_substring(s, f) AS CASE WHEN f IS NOT NULL"
              + " THEN substring(s, greatest(f, 1)) END",
          "moraine_substring_for(s, f, n) AS CASE"
              + " WHEN n < 0 AND s IS NOT NULL AND f IS NOT NULL THEN "
              + error("22011", "The length of a substring is negative")
              // The largest of a NULL and a number would be the number.
              + " WHEN f IS NOT NULL AND n IS NOT NULL THEN substring(s, greatest(f, 1),"
              + " greatest(CAST(n AS BIGINT) + least(CAST(f AS BIGINT), 1) - 1, 0)) END",
          "moraine_overlay(s, r, f, n) AS CASE"
              + " WHEN f < 1 AND s IS NOT NULL AND r IS NOT NULL AND n IS NOT NULL THEN "
              + error("22011", "A substring starts before the text")
              + " ELSE left(s, f - 1) || r"
              + " || substring(s, greatest(CAST(f AS BIGINT) + CAST(n AS BIGINT), 1)) END",
          // The engine refuses an empty filling.
          padding("lpad"),
          padding("rpad"),
          "moraine_split_part(s, d, n) AS CASE"
              + " WHEN n = 0 AND s IS NOT NULL AND d IS NOT NULL THEN "
              + error("22023", "The fields of SPLIT_PART count from 1")
              + " WHEN d = '' AND n IS NOT NULL THEN CASE WHEN n IN (1, -1) THEN s"
              + " WHEN s IS NULL THEN NULL ELSE '' END ELSE split_part(s, d, n) END",
          "moraine_chr(n) AS CASE WHEN n < 1 OR n > 1114111 OR n BETWEEN 55296 AND 57343 THEN "
              + error("22023", "CHR: no character has this number")
              + " ELSE chr(n) END",
          // The engine keeps together what is displayed as one character.
          "moraine_reverse(s) AS CASE WHEN strlen(s) = length(s) THEN reverse(s)"
              + " ELSE list_transform([s], lambda t: array_to_string("
              + "list_transform(range(length(t), 0, -1), lambda i: substring(t, i, 1)), ''))[1] END",
          "moraine_initcap(s) AS CASE WHEN s IS NOT NULL THEN list_transform([s], lambda t:"
              + " array_to_string(list_transform(range(1, length(t) + 1), lambda i: CASE WHEN i > 1"
              + " AND regexp_full_match(substring(t, i - 1, 1), '[\\p{L}\\p{N}]')"
              + " THEN lower(substring(t, i, 1)) ELSE upper(substring(t, i, 1)) END), ''))[1] END");

  private static final List<String> DATE_TIMES =
      List.of(
          // To a multiple of 'unit' microseconds, half up.
          "moraine_round_timestamp(t, unit) AS make_timestamp("
              + "epoch_us(t) + unit // 2"
              + " - ((epoch_us(t) + unit // 2) % unit + unit) % unit)",
          // Intervals of so many days and months.
          "moraine_days(n) AS CASE WHEN n BETWEEN -2147483647 AND 2147483647"
              + " THEN to_days(CAST(n AS INTEGER)) WHEN n IS NOT NULL THEN "
              + error("22008", "An interval of so many days is out of range")
              + " END",
          "moraine_months(n) AS CASE WHEN n BETWEEN -2147483647 AND 2147483647"
              + " THEN to_months(CAST(n AS INTEGER)) WHEN n IS NOT NULL THEN "
              + error("22008", "An interval of so many months is out of range")
              + " END",
          // The engine reads the words for infinity, which are no dates.
          "moraine_finite_time(t) AS CASE WHEN isinf(t) THEN "
              + error("22007", "Infinity is no date")
              + " ELSE t END",
          // Whole seconds, of which those before 1970 are below zero.
          "moraine_epoch(us) AS (us - (us % 1000000 + 1000000) % 1000000) // 1000000");

  /** The statements that define them. */
  static final List<String> DEFINITIONS =
      Stream.of(NUMBERS, DECIMALS, TEXTS, DATE_TIMES, NanoMacros.ALL)
          .flatMap(List::stream)
          .map(macro -> "CREATE MACRO " + macro)
          .toList();

  private DuckMacros() {}

  /** A call that fails with a SQLSTATE. */
  static String error(String sqlState, String message) {
    return "error('" + ERROR_MARK + sqlState + " " + message + "')";
  }

  private static String padding(String name) {
    return "moraine_"
        + name
        + "(s, n, f) AS CASE WHEN s IS NULL OR n IS NULL OR f IS NULL THEN NULL"
        + " WHEN n <= 0 THEN '' WHEN f = '' OR length(s) >= n THEN left(s, n) ELSE "
        + name
        + "(s, n, f) END";
  }
}
