/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Types and values of tables of other Calcite schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ForeignTypesTest {
  private ForeignModel model;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    model = ForeignModel.open(folder);
  }

  @AfterAll
  void stop() throws Exception {
    model.close();
  }

  private List<List<@Nullable String>> query(WayIn way, String sql) throws SQLException {
    try (Connection connection = model.connect(way)) {
      return rows(connection, sql);
    }
  }

  private static List<@Nullable String> row(@Nullable String... values) {
    return Arrays.asList(values);
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "PROTOBUF"})
  void everyTypeOfPostgresIsExact(WayIn way) throws SQLException {
    model.postgres(
        "DROP TABLE IF EXISTS types",
        "CREATE TABLE types (b BOOLEAN, i2 SMALLINT, i4 INTEGER, i8 BIGINT, r REAL, f DOUBLE"
            + " PRECISION, m NUMERIC(38, 10), u NUMERIC, c CHAR(4), v TEXT, d DATE, t TIME,"
            + " ts TIMESTAMP, tz TIMESTAMPTZ, id UUID, x BYTEA, j JSON)",
        "INSERT INTO types VALUES (true, -32768, -2147483648, -9223372036854775808, 0.1,"
            + " 'NaN', 9999999999999999999999999999.0123456789, 1.5, 'ab', '', '0001-01-01',"
            + " '23:59:59.999999', '1969-12-31 23:59:59.999999', '2020-06-01 00:00:00.123456+02',"
            + " 'ffffffff-ffff-ffff-ffff-ffffffffffff', '\\x00ff', '{}')",
        "INSERT INTO types (b) VALUES (NULL)");
    assertThat(
            query(
                way,
                "SELECT b, i2, i4, i8, CAST(r AS VARCHAR), CAST(f AS VARCHAR), m, u, c, v,"
                    + " CAST(d AS VARCHAR), CAST(t AS VARCHAR), CAST(ts AS VARCHAR),"
                    + " CAST(tz AS VARCHAR), CAST(id AS VARCHAR), CAST(x AS VARCHAR) FROM pg.types"
                    + " ORDER BY b NULLS LAST"))
        .containsExactly(
            row(
                "true",
                "-32768",
                "-2147483648",
                "-9223372036854775808",
                "0.1",
                "NaN",
                "9999999999999999999999999999.0123456789",
                "1.5000000000",
                "ab  ",
                "",
                "0001-01-01",
                "23:59:59.999999",
                "1969-12-31 23:59:59.999999",
                "2020-05-31 22:00:00.123456+00",
                "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "00ff"),
            Arrays.asList(new @Nullable String[16]));
    try (Connection connection = model.connect(way)) {
      assertFailure(connection, "SELECT j FROM pg.types")
          .startsWith("0A000: Column j of table pg.types cannot be read: its type json");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "JSON"})
  void whatATypeCannotHoldIsAnErrorThatNamesTheColumn(WayIn way) throws SQLException {
    model.postgres(
        "DROP TABLE IF EXISTS extremes",
        "CREATE TABLE extremes (m NUMERIC, d DATE)",
        "INSERT INTO extremes VALUES (0.12345678901, 'infinity')");
    model.sqlite(
        "DROP TABLE IF EXISTS loose",
        "CREATE TABLE loose (i INTEGER, ts TIMESTAMP)",
        "INSERT INTO loose VALUES ('many', '2020-01-01 00:00:00.1234567')");
    try (Connection connection = model.connect(way)) {
      assertFailure(connection, "SELECT m FROM pg.extremes")
          .startsWith("22003: Column m of table pg.extremes has the value 0.12345678901");
      assertFailure(connection, "SELECT d FROM pg.extremes")
          .startsWith("22008: Column d of table pg.extremes");
      assertFailure(connection, "SELECT i FROM shop.loose")
          .startsWith("22018: Column i of table shop.loose");
      assertFailure(connection, "SELECT ts FROM shop.loose")
          .startsWith("22008: Column ts of table shop.loose has the value 2020-01-01T00:00");
      assertFailure(connection, "SELECT ts FROM java.fine")
          .startsWith("22008: Column ts of table java.fine has the value 2020-01-01T00:00");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MORAINE", "PROTOBUF"})
  void rowsOfJavaObjectsAreExact(WayIn way) throws SQLException {
    String columns = "id, s, CAST(ts AS VARCHAR), CAST(d AS VARCHAR), n, CAST(f AS VARCHAR)";
    assertThat(query(way, "SELECT " + columns + " FROM java.plain ORDER BY id NULLS LAST"))
        .containsExactly(
            row(
                "1",
                "one",
                "2020-01-01 00:00:00.123456",
                "1969-12-31",
                "1234567890123456789012345678.01",
                "NaN"),
            Arrays.asList(new @Nullable String[6]));
    assertThat(query(way, "SELECT " + columns + " FROM java.queried ORDER BY id NULLS LAST"))
        .containsExactly(
            row("7", "seven", "2020-01-01 00:00:00.123", "1970-01-01", "1.00", "-0.0"),
            Arrays.asList(new @Nullable String[6]));
  }

  @Test
  void metadataListsForeignTablesWithTheirTypes() throws SQLException {
    model.postgres(
        "DROP TABLE IF EXISTS listed",
        "CREATE TABLE listed (id BIGINT NOT NULL, m NUMERIC(38, 10), ts TIMESTAMP, j JSON)");
    try (Connection connection = model.connect(WayIn.MORAINE)) {
      try (ResultSet catalogs = connection.getMetaData().getCatalogs()) {
        assertThat(Statements.rows(catalogs))
            .containsExactly(row("java"), row("lake"), row("pg"), row("shop"), row("views"));
      }
      try (ResultSet tables = connection.getMetaData().getTables("java", null, "%", null)) {
        assertThat(Statements.rows(tables).stream().map(table -> table.get(2)))
            .contains("plain", "endless");
      }
      List<String> columns = new ArrayList<>();
      try (ResultSet found = connection.getMetaData().getColumns("pg", null, "listed", null)) {
        while (found.next()) {
          columns.add(
              String.join(
                  " ",
                  found.getString("COLUMN_NAME"),
                  found.getString("TYPE_NAME"),
                  found.getString("COLUMN_SIZE"),
                  found.getString("DECIMAL_DIGITS"),
                  found.getString("IS_NULLABLE")));
        }
      }
      assertThat(columns)
          .containsExactly(
              "id BIGINT 19 0 NO",
              "m DECIMAL 38 10 YES",
              "ts TIMESTAMP 26 6 YES",
              "j json 0 null YES");
    }
  }
}
