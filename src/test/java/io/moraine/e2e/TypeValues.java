/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.List;

/**
 * A flat type, values of it from the smallest to the largest, and the partition transforms it
 * takes.
 *
 * @param sql the type in SQL
 * @param values expressions, in the order of the values
 * @param transforms partition fields of a column {@code c}
 */
record TypeValues(String sql, List<String> values, List<String> transforms) {
  private static final List<String> NONE = List.of();

  /** Every flat type, each with extremes. */
  static List<TypeValues> all() {
    return List.of(
        new TypeValues("BOOLEAN", List.of("FALSE", "TRUE"), NONE),
        new TypeValues(
            "INTEGER",
            List.of("-2147483640", "-11", "-10", "-1", "0", "1", "10", "34", "2147483647"),
            List.of("bucket(3, c)", "truncate(10, c)")),
        new TypeValues(
            "BIGINT",
            List.of("-9223372036854775808", "-3000000000", "-1", "0", "1", "9223372036854775807"),
            List.of("bucket(3, c)", "truncate(2, c)")),
        floating("REAL", "-3.4028235E38", "1.4E-45", "3.4028235E38"),
        floating("DOUBLE", "-1.7976931348623157E308", "4.9E-324", "1.7976931348623157E308"),
        new TypeValues(
            "DECIMAL(9, 2)",
            List.of("-9999999.50", "-10.65", "-7.25", "0.00", "0.01", "10.65", "9999999.99"),
            List.of("bucket(3, c)", "truncate(50, c)")),
        new TypeValues(
            "DECIMAL(18, 4)",
            List.of("-99999999999999.9950", "-0.0001", "0.0000", "1.5000", "99999999999999.9999"),
            List.of("bucket(3, c)", "truncate(50, c)")),
        new TypeValues(
            "DECIMAL(38, 10)",
            List.of(
                "-9999999999999999999999999999.9999999999",
                "-0.0000000001",
                "0.0000000000",
                "123456789012345678.0000000001",
                "9999999999999999999999999999.9999999999"),
            List.of("bucket(3, c)")),
        new TypeValues(
            "DATE",
            each(
                "DATE",
                "0001-01-01",
                "1582-10-10",
                "1969-12-31",
                "1970-01-01",
                "2024-02-29",
                "9999-12-31"),
            List.of("bucket(3, c)", "year(c)", "month(c)", "day(c)")),
        new TypeValues(
            "TIME",
            each("TIME", "00:00:00", "00:00:00.000001", "12:00:00", "23:59:59.999999"),
            List.of("bucket(3, c)")),
        timestamp("TIMESTAMP", "TIMESTAMP", 6),
        timestamp("TIMESTAMP WITH LOCAL TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE", 6),
        nanos("TIMESTAMP(9)", "TIMESTAMP"),
        nanos("TIMESTAMP(9) WITH LOCAL TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE"),
        new TypeValues(
            "VARCHAR",
            List.of(
                "''",
                "' '",
                "'A'",
                "'a'",
                "'a '",
                "'a%'",
                "'ab'",
                "'Łódź'",
                "'東京'",
                "'\uFFFD'",
                "'😀'",
                "'😀😀'"),
            List.of("bucket(3, c)", "truncate(1, c)")),
        new TypeValues(
            "UUID",
            each(
                "UUID",
                "00000000-0000-0000-0000-000000000000",
                "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
                "7fffffff-ffff-ffff-ffff-ffffffffffff",
                "80000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff"),
            List.of("bucket(3, c)")),
        new TypeValues(
            "BINARY(2)",
            List.of("X'0000'", "X'007F'", "X'7FFF'", "X'8000'", "X'FFFF'"),
            List.of("bucket(3, c)")),
        new TypeValues(
            "VARBINARY",
            List.of("X''", "X'00'", "X'0001'", "X'7F'", "X'80'", "X'FFFF'"),
            List.of("bucket(3, c)", "truncate(1, c)")));
  }

  private static List<String> each(String type, String... texts) {
    return List.of(texts).stream().map(text -> type + " '" + text + "'").toList();
  }

  private static TypeValues floating(String type, String min, String tiny, String max) {
    return new TypeValues(
        type,
        List.of(
                "-Infinity",
                min,
                "-1.5",
                "-" + tiny,
                "-0.0",
                "0.0",
                tiny,
                "0.1",
                max,
                "Infinity",
                "NaN")
            .stream()
            .map(text -> "CAST('" + text + "' AS " + type + ")")
            .toList(),
        NONE);
  }

  private static TypeValues nanos(String type, String literal) {
    return new TypeValues(
        type,
        each(
            literal,
            "1677-09-23 00:00:00",
            "1899-12-31 23:59:59.999999999",
            "1969-12-31 23:59:59.999999999",
            "1970-01-01 00:00:00",
            "1970-01-01 00:00:00.000000001",
            "2024-03-31 02:30:00",
            "2024-10-27 00:30:00.123456789",
            "2262-04-09 23:59:59.999999999"),
        List.of("bucket(3, c)", "year(c)", "month(c)", "day(c)", "hour(c)"));
  }

  private static TypeValues timestamp(String type, String literal, int digits) {
    String most = "999999999".substring(0, digits);
    String least = "000000000".substring(0, digits - 1) + "1";
    return new TypeValues(
        type,
        each(
            literal,
            "0001-01-01 00:00:00",
            "1582-10-10 12:00:00",
            "1899-12-31 23:59:59." + most,
            "1969-12-31 23:59:59." + most,
            "1970-01-01 00:00:00",
            "1970-01-01 00:00:00." + least,
            "2024-03-31 02:30:00",
            "9999-12-31 23:59:59." + most),
        List.of("bucket(3, c)", "year(c)", "month(c)", "day(c)", "hour(c)"));
  }
}
