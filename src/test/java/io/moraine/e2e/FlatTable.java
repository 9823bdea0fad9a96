/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table with a column of each flat type, and rows at the ends of their ranges. */
final class FlatTable {
  private FlatTable() {}

  /** How a column is declared, written and read as an exact text. */
  enum Column {
    B("BOOLEAN", "%s", false),
    I("INTEGER", "%s", false),
    L("BIGINT", "%s", false),
    F("REAL", "CAST('%s' AS REAL)", true),
    D("DOUBLE", "CAST('%s' AS DOUBLE)", true),
    M9("DECIMAL(9, 2)", "%s", false),
    M18("DECIMAL(18, 4)", "%s", false),
    M38("DECIMAL(38, 10)", "%s", false),
    DT("DATE", "DATE '%s'", false),
    TM("TIME(6)", "CAST('%s' AS TIME(6))", true),
    TS("TIMESTAMP(6)", "CAST('%s' AS TIMESTAMP(6))", true),
    TZ(
        "TIMESTAMP(6) WITH LOCAL TIME ZONE",
        "CAST('%s' AS TIMESTAMP(6) WITH LOCAL TIME ZONE)",
        true),
    TN("TIMESTAMP(9)", "CAST('%s' AS TIMESTAMP(9))", true),
    TNZ(
        "TIMESTAMP(9) WITH LOCAL TIME ZONE",
        "CAST('%s' AS TIMESTAMP(9) WITH LOCAL TIME ZONE)",
        true),
    S("VARCHAR", "'%s'", false),
    U("UUID", "UUID '%s'", false),
    X("BINARY(5)", "X'%s'", false),
    V("VARBINARY", "X'%s'", false);

    private final String type;
    private final String literal;
    private final boolean castToRead;

    Column(String type, String literal, boolean castToRead) {
      this.type = type;
      this.literal = literal;
      this.castToRead = castToRead;
    }

    String sqlName() {
      return "c_" + name().toLowerCase(Locale.ROOT);
    }

    private String literal(@Nullable String value) {
      return value == null
          ? "CAST(NULL AS " + type + ")"
          : String.format(Locale.ROOT, literal, value);
    }

    boolean isBinary() {
      return this == X || this == V;
    }
  }

  private static List<@Nullable String> row(@Nullable String... values) {
    return Arrays.asList(values);
  }

  /** The rows, by their numbers from 0; the texts are what each way must read. */
  static List<List<@Nullable String>> rows() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    rows.add(row(new String[Column.values().length]));
    rows.add(
        row(
            "true",
            "42",
            "-42",
            "1.5",
            "-2.25",
            "1.50",
            "-0.0001",
            "0.0000000001",
            "2024-02-29",
            "12:34:56.789012",
            "2024-03-01 10:00:00.000001",
            "2024-03-01 10:00:00.000999+00",
            "2024-03-01 10:00:00.000001002",
            "2024-03-01 10:00:00.123456789+00",
            "it is text",
            "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
            "0102030405",
            "00ff"));
    rows.add(
        row(
            "false",
            "-2147483648",
            "-9223372036854775808",
            "NaN",
            "NaN",
            "-9999999.99",
            "-99999999999999.9999",
            "-9999999999999999999999999999.9999999999",
            "0001-01-01",
            "00:00:00",
            "0001-01-01 00:00:00.000001",
            "1969-12-31 23:59:59.999999+00",
            "1677-09-22 00:00:00",
            "1677-09-22 00:00:00.000000001+00",
            "",
            "00000000-0000-0000-0000-000000000000",
            "0000000000",
            ""));
    rows.add(
        row(
            "true",
            "2147483647",
            "9223372036854775807",
            "Infinity",
            "-Infinity",
            "9999999.99",
            "99999999999999.9999",
            "9999999999999999999999999999.9999999999",
            "9999-12-31",
            "23:59:59.999999",
            "9999-12-31 23:59:59.999999",
            "9999-12-31 23:59:59.999999+00",
            "2262-04-11 23:47:16.854775806",
            "2262-04-11 23:47:16.854775806+00",
            "😀 żółw 東京",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "ffffffffff",
            "ffffffffffffffff"));
    rows.add(
        row(
            "false",
            "0",
            "0",
            "-0.0",
            "-0.0",
            "0.00",
            "0.0000",
            "0.0000000000",
            "1969-12-31",
            "00:00:00.000001",
            "1969-12-31 23:59:59.999999",
            "1969-01-01 00:00:00.000001+00",
            "1969-12-31 23:59:59.999999999",
            "1969-12-31 23:59:59.999999999+00",
            " x ",
            "80000000-0000-0000-8000-000000000000",
            "8000000000",
            "80"));
    return rows;
  }

  /** One line a value, which shows where two tables differ. */
  static String show(List<List<@Nullable String>> rows) {
    StringBuilder text = new StringBuilder();
    for (int id = 0; id < rows.size(); id++) {
      for (Column column : Column.values()) {
        String value = rows.get(id).get(column.ordinal());
        text.append(id).append(' ').append(column.sqlName()).append(' ');
        text.append(value == null ? "NULL" : "'" + value + "'").append('\n');
      }
    }
    return text.toString();
  }

  static String create(String table) {
    return "CREATE TABLE "
        + table
        + " (id INTEGER NOT NULL, "
        + Arrays.stream(Column.values())
            .map(c -> c.sqlName() + " " + c.type)
            .collect(Collectors.joining(", "))
        + ")";
  }

  /** One INSERT a row. */
  static List<String> inserts(String table) {
    List<String> statements = new ArrayList<>();
    for (int id = 0; id < rows().size(); id++) {
      StringBuilder sql = new StringBuilder("INSERT INTO " + table + " SELECT " + id);
      for (Column column : Column.values()) {
        sql.append(", ").append(column.literal(rows().get(id).get(column.ordinal())));
      }
      statements.add(sql.toString());
    }
    return statements;
  }

  /** All columns in order; those that some way cannot carry as they are, as texts. */
  static String query(String table) {
    return "SELECT "
        + Arrays.stream(Column.values())
            .map(
                c ->
                    c.castToRead
                        ? "CAST(" + c.sqlName() + " AS VARCHAR) AS " + c.sqlName()
                        : c.sqlName())
            .collect(Collectors.joining(", "))
        + " FROM "
        + table
        + " ORDER BY id";
  }
}
