/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link DatabaseMetaData}, embedded and over the wire. */
final class MetadataTest {
  @TempDir private Path folder;

  @FunctionalInterface
  private interface Work {
    void on(DatabaseMetaData metaData) throws SQLException;
  }

  private void with(Transport transport, Work work) throws SQLException {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.db",
          "CREATE SCHEMA lake.a_b",
          "CREATE SCHEMA lake.axb",
          "CREATE SCHEMA lake.db.\"Inner\"",
          "CREATE TABLE lake.db.t (id BIGINT NOT NULL COMMENT 'the key', part INTEGER NOT NULL,"
              + " b BOOLEAN, f REAL, d DOUBLE, m DECIMAL(18, 4), dt DATE, tm TIME(6), ts TIMESTAMP(6),"
              + " tz TIMESTAMP(6) WITH LOCAL TIME ZONE, s VARCHAR COMMENT 'some text', u UUID,"
              + " x BINARY(5), v VARBINARY, PRIMARY KEY (part, id) NOT ENFORCED) COMMENT 'a table'",
          "CREATE TABLE lake.db.\"t_1\" (i INTEGER)",
          "CREATE TABLE lake.db.\"tx1\" (i INTEGER, \"a_b\" INTEGER, \"axb\" INTEGER)",
          "CREATE TABLE lake.db.\"Inner\".deep (i INTEGER)");
      work.on(connection.getMetaData());
    }
  }

  private static List<String> names(ResultSet result, String column) throws SQLException {
    List<String> names = new ArrayList<>();
    while (result.next()) {
      names.add(result.getString(column));
    }
    result.close();
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void namespacesAreFlatSchemas(Transport transport) throws SQLException {
    with(
        transport,
        metaData -> {
          assertThat(names(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("lake");
          assertThat(names(metaData.getSchemas(), "TABLE_SCHEM"))
              .containsExactly("a_b", "axb", "db", "db.Inner");
          assertThat(names(metaData.getSchemas("lake", "db%"), "TABLE_SCHEM"))
              .containsExactly("db", "db.Inner");
          assertThat(names(metaData.getSchemas("lake", "a_b"), "TABLE_SCHEM"))
              .containsExactly("a_b", "axb");
          assertThat(names(metaData.getSchemas("lake", "a\\_b"), "TABLE_SCHEM"))
              .containsExactly("a_b");
          assertThat(names(metaData.getSchemas("nowhere", null), "TABLE_SCHEM")).isEmpty();
          assertThat(names(metaData.getTableTypes(), "TABLE_TYPE")).contains("TABLE");
        });
  }

  @ParameterizedTest
  @EnumSource
  void tablesAreFoundByPattern(Transport transport) throws SQLException {
    with(
        transport,
        metaData -> {
          assertThat(names(metaData.getTables("lake", "db", "%", null), "TABLE_NAME"))
              .containsExactly("t", "t_1", "tx1");
          assertThat(names(metaData.getTables(null, "db", "t_1", null), "TABLE_NAME"))
              .containsExactly("t_1", "tx1");
          assertThat(names(metaData.getTables(null, "db", "t\\_1", null), "TABLE_NAME"))
              .containsExactly("t_1");
          assertThat(names(metaData.getTables(null, "db.Inner", "%", null), "TABLE_NAME"))
              .containsExactly("deep");
          assertThat(
                  names(metaData.getTables(null, null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
              .isEmpty();
          assertThat(names(metaData.getTables(null, null, "t", new String[] {"TABLE"}), "REMARKS"))
              .containsExactly("a table");
          assertThat(names(metaData.getColumns(null, "db", "tx1", "a_b"), "COLUMN_NAME"))
              .containsExactly("a_b", "axb");
          assertThat(names(metaData.getColumns(null, "db", "tx1", "a\\_b"), "COLUMN_NAME"))
              .containsExactly("a_b");
          assertThat(metaData.getSearchStringEscape()).isEqualTo("\\");
        });
  }

  @ParameterizedTest
  @EnumSource
  void columnsAreDescribed(Transport transport) throws SQLException {
    with(
        transport,
        metaData -> {
          List<String> columns = new ArrayList<>();
          try (ResultSet c = metaData.getColumns("lake", "db", "t", null)) {
            while (c.next()) {
              columns.add(
                  c.getInt("ORDINAL_POSITION")
                      + " "
                      + c.getString("COLUMN_NAME")
                      + " "
                      + c.getInt("DATA_TYPE")
                      + " "
                      + c.getString("COLUMN_SIZE")
                      + " "
                      + c.getString("DECIMAL_DIGITS")
                      + " "
                      + c.getInt("NULLABLE")
                      + " "
                      + c.getString("IS_NULLABLE")
                      + " "
                      + c.getString("REMARKS"));
            }
          }
          assertThat(columns.get(0)).isEqualTo("1 id " + Types.BIGINT + " 19 0 0 NO the key");
          assertThat(columns.get(1)).isEqualTo("2 part " + Types.INTEGER + " 10 0 0 NO null");
          assertThat(columns.get(2)).startsWith("3 b " + Types.BOOLEAN).endsWith("1 YES null");
          assertThat(columns.get(3)).startsWith("4 f " + Types.REAL);
          assertThat(columns.get(4)).startsWith("5 d " + Types.DOUBLE);
          assertThat(columns.get(5)).isEqualTo("6 m " + Types.DECIMAL + " 18 4 1 YES null");
          assertThat(columns.get(6)).startsWith("7 dt " + Types.DATE + " 10 ");
          assertThat(columns.get(7)).startsWith("8 tm " + Types.TIME + " 15 6 ");
          assertThat(columns.get(8)).startsWith("9 ts " + Types.TIMESTAMP + " 26 6 ");
          assertThat(columns.get(9)).startsWith("10 tz " + Types.TIMESTAMP);
          assertThat(columns.get(10)).startsWith("11 s " + Types.VARCHAR).endsWith("some text");
          assertThat(columns.get(11)).startsWith("12 u ");
          assertThat(columns.get(12)).startsWith("13 x " + Types.BINARY + " 5 ");
          assertThat(columns.get(13)).startsWith("14 v " + Types.VARBINARY);
          assertThat(columns).hasSize(14);
        });
  }

  @ParameterizedTest
  @EnumSource(names = "EMBEDDED")
  void identifierFieldsAreThePrimaryKey(Transport transport) throws SQLException {
    with(
        transport,
        metaData -> {
          assertThat(names(metaData.getPrimaryKeys("lake", "db", "t"), "COLUMN_NAME"))
              .containsExactlyInAnyOrder("id", "part");
          assertThat(names(metaData.getPrimaryKeys("lake", "db", "t_1"), "COLUMN_NAME")).isEmpty();
        });
  }

  @ParameterizedTest
  @EnumSource
  void typesAreDescribed(Transport transport) throws SQLException {
    with(
        transport,
        metaData ->
            assertThat(names(metaData.getTypeInfo(), "TYPE_NAME"))
                .contains("BOOLEAN", "INTEGER", "BIGINT", "DECIMAL", "VARCHAR", "DATE"));
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedTableHidesNoNeighbour(Transport transport) throws SQLException {
    with(
        transport,
        metaData -> {
          damage();
          assertThat(names(metaData.getTables(null, "db", "%", null), "TABLE_NAME"))
              .containsExactly("t", "t_1", "tx1");
          assertThat(names(metaData.getColumns(null, "db", "%", "i"), "TABLE_NAME"))
              .containsExactly("tx1");
        });
  }

  private void damage() {
    try (Stream<Path> files = Files.walk(folder.resolve("warehouse/db/t_1"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".metadata.json")).toList()) {
        Files.writeString(file, "{");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
