/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;

/**
 * What SQL asks for and the engine does otherwise, as macros that every connection has.
 *
 * <p>The engine's own division yields NULL or infinity for a zero divisor, and its decimal division
 * yields a floating-point number.
 */
final class DuckMacros {
  /** What a macro's error message starts with; the SQLSTATE follows. */
  static final String ERROR_MARK = "moraine-sqlstate:";

  private static final String BY_ZERO = "error('" + ERROR_MARK + "22012')";

  /** The statements that define them. */
  static final List<String> DEFINITIONS =
      List.of(
          // Integer division truncates; the quotient of the smallest number by -1 overflows.
          "CREATE MACRO moraine_idiv(a, b) AS CASE WHEN b = 0 THEN "
              + BY_ZERO
              + " WHEN b = -1 THEN -a ELSE a // b END",
          "CREATE MACRO moraine_fdiv(a, b) AS CASE WHEN b = 0 THEN " + BY_ZERO + " ELSE a / b END",
          "CREATE MACRO moraine_mod(a, b) AS CASE WHEN b = 0 THEN " + BY_ZERO + " ELSE a % b END",
          // The engine fails on the smallest integer modulo -1.
          "CREATE MACRO moraine_imod(a, b) AS CASE WHEN b = 0 THEN "
              + BY_ZERO
              + " WHEN b = -1 THEN a - a ELSE a % b END",
          // To a multiple of 'unit' microseconds, half up.
          "CREATE MACRO moraine_round_timestamp(t, unit) AS make_timestamp("
              + "epoch_us(t) + unit // 2"
              + " - ((epoch_us(t) + unit // 2) % unit + unit) % unit)",
          // The digits of a decimal as an integer.
          "CREATE MACRO moraine_digits(d) AS CAST(replace(CAST(d AS VARCHAR), '.', '') AS HUGEINT)",
          // n / d, both integers, rounded half away from zero.
          "CREATE MACRO moraine_round_div(n, d) AS CASE WHEN d = 0 THEN "
              + BY_ZERO
              + " ELSE (CASE WHEN (n < 0) <> (d < 0) THEN -1 ELSE 1 END)"
              + " * (abs(n) // abs(d) + CASE WHEN abs(n) % abs(d) >= abs(d) - abs(n) % abs(d)"
              + " THEN 1 ELSE 0 END) END",
          // An integer as a decimal of which 'unit' is the last digit.
          "CREATE MACRO moraine_decimal(q, unit) AS CAST(q AS DECIMAL(38, 0)) * unit",
          // The engine writes nan and inf.
          "CREATE MACRO moraine_float_text(f) AS CASE WHEN isnan(f) THEN 'NaN'"
              + " WHEN isinf(f) THEN CASE WHEN f > 0 THEN 'Infinity' ELSE '-Infinity' END"
              + " ELSE CAST(f AS VARCHAR) END",
          // The engine writes years before 1 as those before Christ, of which there is no 0.
          "CREATE MACRO moraine_date_text(t) AS CASE WHEN year(t) > 0 THEN CAST(t AS VARCHAR)"
              + " ELSE regexp_replace(CAST(t AS VARCHAR), '^[0-9]+(-[0-9]+-[0-9]+) .BC.',"
              + " CASE WHEN year(t) < 0 THEN '-' ELSE '' END"
              + " || lpad(CAST(abs(year(t)) AS VARCHAR), 4, '0') || '\\1') END",
          // The engine cuts the seconds of an offset.
          "CREATE MACRO moraine_offset_text(s) AS CASE WHEN s < 0 THEN '-' ELSE '+' END"
              + " || lpad(CAST(abs(s) // 3600 AS VARCHAR), 2, '0')"
              + " || CASE WHEN s % 3600 = 0 THEN '' ELSE ':'"
              + " || lpad(CAST(abs(s) // 60 % 60 AS VARCHAR), 2, '0') END"
              + " || CASE WHEN s % 60 = 0 THEN '' ELSE ':'"
              + " || lpad(CAST(abs(s) % 60 AS VARCHAR), 2, '0') END",
          "CREATE MACRO moraine_instant_text(t) AS moraine_date_text(CAST(t AS TIMESTAMP))"
              + " || moraine_offset_text((epoch_us(CAST(t AS TIMESTAMP)) - epoch_us(t)) // 1000000)",
          // The engine counts a start below 1 from the end of the string; SQL does not.
          "CREATE MACRO moraine_substring(s, f) AS substring(s, greatest(f, 1))",
          "CREATE MACRO moraine_substring_for(s, f, n) AS CASE WHEN n < 0 THEN error('"
              + ERROR_MARK
              + "22011') ELSE substring(s, greatest(f, 1),"
              + " greatest(CAST(n AS BIGINT) + least(CAST(f AS BIGINT), 1) - 1, 0)) END",
          // A sum that left 38 digits may have wrapped around: the floating sum tells.
          "CREATE MACRO moraine_sum(total, approximate, bound, largest) AS CASE"
              + " WHEN abs(approximate) > bound OR total > largest OR total < -largest THEN error('"
              + ERROR_MARK
              + "22003') ELSE total END");

  private DuckMacros() {}
}
