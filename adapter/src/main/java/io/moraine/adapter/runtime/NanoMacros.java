/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;

/**
 * Arithmetic of timestamps with nanoseconds. The engine stores and compares them, but its functions
 * take them for microseconds, cut towards 1970; instants are nanoseconds in UTC of the same type.
 */
final class NanoMacros {
  /** The numbers that {@code make_timestamp_ns} takes: from 1677-09-22 to 2262-04-11. */
  static final long MIN = -9_223_286_400_000_000_000L;

  static final long MAX = Long.MAX_VALUE - 1;

  /** What a value outside of them is told. */
  static final String OUT_OF_RANGE =
      "A timestamp with nanoseconds lies between 1677-09-22 and 2262-04-11 23:47:16.854775806;"
          + " CAST to precision 6 reaches further";

  /** Makes a dividend positive, so that a division floors; a multiple of each unit. */
  private static final String BIAS = "9223372038000000000";

  static final List<String> ALL =
      List.of(
          "moraine_ns_of(n) AS CASE WHEN n < "
              + MIN
              + " OR n > "
              + MAX
              + " THEN "
              + DuckMacros.error("22008", OUT_OF_RANGE)
              + " ELSE make_timestamp_ns(CAST(n AS BIGINT)) END",
          // Whole units of nanoseconds, rounded down after 'half' was added.
          "moraine_ns_units(x, unit, half) AS ((CAST(epoch_ns(x) AS HUGEINT) + half + "
              + BIAS
              + ") // unit - "
              + BIAS
              + " // unit)",
          "moraine_ns_floor(x) AS make_timestamp(CAST(moraine_ns_units(x, 1000, 0) AS BIGINT))",
          "moraine_ns_rest(x) AS ((epoch_ns(x) % 1000 + 1000) % 1000)",
          // To microseconds, of which 'micros' make the last digit that is kept; half up.
          "moraine_ns_micros(x, micros) AS make_timestamp(CAST("
              + "moraine_ns_units(x, micros * 1000, micros * 500) * micros AS BIGINT))",
          "moraine_ns_rounded(x, unit) AS moraine_ns_of("
              + "moraine_ns_units(x, unit, unit // 2) * unit)",
          // Microseconds, local or of an instant, and nanoseconds below them.
          "moraine_ns(t, rest) AS moraine_ns_of(CAST(epoch_us(t) AS HUGEINT) * 1000 + rest)",
          "moraine_ns_instant(x) AS timezone('UTC', moraine_ns_floor(x))",
          // From a local time to an instant, and back.
          "moraine_ns_zoned(x) AS moraine_ns("
              + "CAST(moraine_ns_floor(x) AS TIMESTAMPTZ), moraine_ns_rest(x))",
          "moraine_ns_local(x) AS moraine_ns("
              + "CAST(moraine_ns_instant(x) AS TIMESTAMP), moraine_ns_rest(x))",
          // The text and what the engine reads in it, up to microseconds.
          "moraine_ns_of_text(s, t) AS moraine_ns(t, CAST(rpad("
              + "regexp_extract(s, '\\.[0-9]{6}([0-9]{1,3})', 1), 3, '0') AS BIGINT))",
          "moraine_ns_digits(t, rest) AS regexp_replace(strftime(t, '%Y-%m-%d %H:%M:%S.%f')"
              + " || lpad(CAST(rest AS VARCHAR), 3, '0'), '\\.?0+$', '')",
          "moraine_ns_text(x) AS moraine_ns_digits(moraine_ns_floor(x), moraine_ns_rest(x))",
          "moraine_ns_instant_text(x) AS moraine_ns_digits("
              + "CAST(moraine_ns_instant(x) AS TIMESTAMP), moraine_ns_rest(x))"
              + " || moraine_offset_text((epoch_us(CAST(moraine_ns_instant(x) AS TIMESTAMP))"
              + " - epoch_us(moraine_ns_floor(x))) // 1000000)",
          // The end of an interval that begins at 'x', moved to where 'x' has no nanoseconds.
          "moraine_ns_until(x, y) AS moraine_ns_floor(y) + to_microseconds("
              + "CASE WHEN x <= y AND moraine_ns_rest(y) < moraine_ns_rest(x) THEN -1"
              + " WHEN x > y AND moraine_ns_rest(y) > moraine_ns_rest(x) THEN 1 ELSE 0 END)");

  private NanoMacros() {}
}
