/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.ListType;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.types.Types.StructType;
import org.apache.iceberg.types.Types.TimestampNanoType;
import org.apache.iceberg.types.Types.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists, maps and structs on their way to the caller. */
final class NestedColumnsTest {
  @TempDir private Path folder;

  private Connection connect() throws Exception {
    return DriverManager.getConnection("jdbc:moraine:warehouse=" + folder + ";timeZone=UTC");
  }

  @Test
  void embeddedValuesAreExactObjects() throws Exception {
    NestedTables.write(folder);
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT st, l, m, items FROM lake.s.orders WHERE id = 1")) {
      assertThat(row.next()).isTrue();
      Struct st = (Struct) row.getObject(1);
      assertThat(st.getSQLTypeName())
          .isEqualTo("ROW(a INTEGER, b ROW(c VARCHAR, d DECIMAL(9, 2)), f DOUBLE)");
      assertThat(st.getAttributes()[0]).isEqualTo(1);
      assertThat(((Struct) st.getAttributes()[1]).getAttributes())
          .containsExactly("x", new BigDecimal("2.50"));
      Array list = row.getArray("l");
      assertThat(list.getBaseType()).isEqualTo(Types.INTEGER);
      assertThat(list.getBaseTypeName()).isEqualTo("INTEGER");
      assertThat((Object[]) list.getArray()).containsExactly(10, 20, null);
      assertThat((Object[]) list.getArray(2, 2)).containsExactly(20, null);
      assertFailure(() -> list.getArray(2, 3)).contains("3 elements");

      Map<?, ?> map = row.getObject(3, Map.class);
      assertThat(map.entrySet().toString()).isEqualTo("[k=7, it's \"q\"=null]");
      Struct item = (Struct) ((Object[]) row.getArray(4).getArray())[0];
      assertThat(item.getAttributes())
          .containsExactly("p", LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_456_000));
      assertFailure(() -> row.getInt(1)).startsWith("22018: ");
      assertFailure(() -> row.getArray(1)).startsWith("22018: ");
    }
  }

  @Test
  void metadataTellsTheTypes() throws Exception {
    NestedTables.write(folder);
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT st, l, m FROM lake.s.orders");
        ResultSet columns = connection.getMetaData().getColumns("lake", "s", "orders", "%")) {
      ResultSetMetaData types = result.getMetaData();
      assertThat(List.of(types.getColumnType(1), types.getColumnType(2), types.getColumnType(3)))
          .containsExactly(Types.STRUCT, Types.ARRAY, Types.JAVA_OBJECT);
      assertThat(types.getColumnClassName(1)).isEqualTo("java.sql.Struct");
      assertThat(types.getColumnClassName(2)).isEqualTo("java.sql.Array");
      assertThat(types.getColumnClassName(3)).isEqualTo("java.util.Map");
      StringBuilder found = new StringBuilder();
      while (columns.next()) {
        found
            .append(columns.getInt("DATA_TYPE"))
            .append(' ')
            .append(columns.getString("TYPE_NAME"))
            .append('\n');
      }
      assertThat(found)
          .hasToString(
              "4 INTEGER\n"
                  + "2002 ROW(a INTEGER, b ROW(c VARCHAR, d DECIMAL(9, 2)), f DOUBLE)\n"
                  + "2003 INTEGER ARRAY\n"
                  + "2000 MAP<VARCHAR, BIGINT>\n"
                  + "2003 ROW(sku VARCHAR, at TIMESTAMP(6)) ARRAY\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theTextIsTheSameOnEveryWay(Transport transport) throws Exception {
    NestedTables.write(folder);
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      assertThat(
              rows(connection, "SELECT st, l, m, items FROM lake.s.orders ORDER BY id").toString())
          .isEqualTo(
              "[[{\"a\":1,\"b\":{\"c\":\"x\",\"d\":2.50},\"f\":1.5}, [10,20,null],"
                  + " {\"k\":7,\"it's \\\"q\\\"\":null},"
                  + " [{\"sku\":\"p\",\"at\":\"2024-02-29 12:00:00.123456\"},"
                  + "{\"sku\":null,\"at\":null}]],"
                  + " [{\"a\":2,\"b\":{\"c\":\"y\",\"d\":-0.01},\"f\":-0.0}, [], {}, [null]],"
                  + " [{\"a\":null,\"b\":null,\"f\":\"NaN\"}, [30], null, null],"
                  + " [null, null, {\"k\":8}, []]]");
    }
  }

  /** What is an instant is one within, whatever its unit, and in all zones. */
  @Test
  void instantsAndNanosecondsAreExactWithin() throws Exception {
    Type nanos = TimestampNanoType.withoutZone();
    Type local = TimestampType.withoutZone();
    Type instant = TimestampType.withZone();
    OffsetDateTime at = OffsetDateTime.parse("1969-12-31T23:59:59.999999Z");
    LocalDateTime fine = LocalDateTime.parse("1969-12-31T23:59:59.999999999");
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", folder).open()) {
      catalog.createNamespace(Namespace.of("s"));
      Table table =
          create(
              catalog,
              NestedField.optional(
                  1,
                  "s",
                  StructType.of(
                      NestedField.optional(2, "n", nanos),
                      NestedField.optional(3, "i", instant),
                      NestedField.optional(4, "l", ListType.ofOptional(5, local)))));
      Record st =
          NestedTables.record(
              table.schema().findType("s").asStructType(), fine, at, List.of(at.toLocalDateTime()));
      NestedTables.append(table, List.of(NestedTables.record(table.schema().asStruct(), st)));
    }
    for (String zone : List.of("UTC", "Asia/Kathmandu")) {
      try (Connection connection =
              DriverManager.getConnection(
                  "jdbc:moraine:warehouse=" + folder + ";timeZone=" + zone);
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT s, s.n, s.i FROM lake.s.t")) {
        assertThat(row.next()).isTrue();
        Object[] values = row.getObject(1, Struct.class).getAttributes();
        assertThat(Arrays.asList(values).subList(0, 2)).containsExactly(fine, at);
        assertThat((Object[]) ((Array) values[2]).getArray()).containsExactly(at.toLocalDateTime());
        assertThat(row.getObject(2, LocalDateTime.class)).isEqualTo(fine);
        assertThat(row.getObject(3, OffsetDateTime.class)).isEqualTo(at);
        String offset =
            zone.equals("UTC")
                ? "1969-12-31 23:59:59.999999+00"
                : "1970-01-01 05:29:59.999999+05:30";
        assertThat(row.getString(1))
            .isEqualTo(
                "{\"n\":\"1969-12-31 23:59:59.999999999\",\"i\":\""
                    + offset
                    + "\",\"l\":[\"1969-12-31 23:59:59.999999\"]}");
      }
    }
  }

  private static Table create(JdbcCatalog catalog, NestedField... columns) {
    return catalog.createTable(
        TableIdentifier.of("s", "t"),
        new Schema(columns),
        PartitionSpec.unpartitioned(),
        Map.of("format-version", "3"));
  }

  @Test
  void aStructWithoutAnyOfItsOldFieldsIsNotNull() throws Exception {
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", folder).open()) {
      catalog.createNamespace(Namespace.of("s"));
      Table table =
          create(
              catalog,
              NestedField.optional(
                  1, "s", StructType.of(NestedField.optional(2, "a", TimestampType.withZone()))));
      Record st = NestedTables.record(table.schema().findType("s").asStructType(), (Object) null);
      StructType row = table.schema().asStruct();
      NestedTables.append(
          table, List.of(NestedTables.record(row, st), NestedTables.record(row, (Object) null)));
      table
          .updateSchema()
          .deleteColumn("s.a")
          .addColumn("s", "a", org.apache.iceberg.types.Types.StringType.get())
          .commit();
    }
    try (Connection connection = connect()) {
      assertThat(column(connection, "SELECT s IS NULL FROM lake.s.t"))
          .containsExactly("false", "true");
      assertThat(column(connection, "SELECT s FROM lake.s.t"))
          .containsExactly("{\"a\":null}", null);
    }
  }

  @Test
  void aDefaultWithinAStructIsItsText() throws Exception {
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", folder).open()) {
      catalog.createNamespace(Namespace.of("s"));
      NestedField a = NestedField.optional(2, "a", TimestampType.withZone());
      Table table = create(catalog, NestedField.optional(1, "s", StructType.of(a)));
      Record st = NestedTables.record(table.schema().findType("s").asStructType(), (Object) null);
      NestedTables.append(table, List.of(NestedTables.record(table.schema().asStruct(), st)));
      table
          .updateSchema()
          .addColumn(
              "s", "z", org.apache.iceberg.types.Types.StringType.get(), null, Literal.of("50%s"))
          .commit();
    }
    try (Connection connection = connect()) {
      assertThat(Statements.rows(connection, "SELECT s, t.s.z FROM lake.s.t AS t"))
          .containsExactly(List.of("{\"a\":null,\"z\":\"50%s\"}", "50%s"));
    }
  }

  /** As in files that were added to a table, which is partitioned by what they do not hold. */
  @Test
  void aFieldThatIsInNoFileHasTheValueOfThePartition() throws Exception {
    Type integer = org.apache.iceberg.types.Types.IntegerType.get();
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", folder).open()) {
      catalog.createNamespace(Namespace.of("s"));
      NestedField a = NestedField.optional(2, "a", integer);
      NestedField b = NestedField.optional(3, "b", integer);
      Table table = create(catalog, NestedField.optional(1, "s", StructType.of(a, b)));
      StructType inFile = StructType.of(b);
      RowChanges changes = new RowChanges(table, new Schema(NestedField.optional(1, "s", inFile)));
      DataFile written = changes.dataFile(changes.row(NestedTables.record(inFile, 5)));
      table.updateSpec().addField("s.a").commit();
      table
          .newAppend()
          .appendFile(
              DataFiles.builder(table.spec())
                  .withPath(written.location())
                  .withFileSizeInBytes(written.fileSizeInBytes())
                  .withRecordCount(1)
                  .withPartitionValues(List.of("7"))
                  .build())
          .commit();
    }
    try (Connection connection = connect()) {
      assertThat(Statements.rows(connection, "SELECT s, t.s.a FROM lake.s.t AS t"))
          .containsExactly(List.of("{\"a\":7,\"b\":5}", "7"));
    }
  }

  @Test
  void fieldsAreFoundByIdBesideColumnsOfTheSameName() throws Exception {
    Type integer = org.apache.iceberg.types.Types.IntegerType.get();
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", folder).open()) {
      catalog.createNamespace(Namespace.of("s"));
      Table table =
          create(
              catalog,
              NestedField.optional(1, "id", integer),
              NestedField.optional(2, "x", integer),
              NestedField.optional(
                  3,
                  "p",
                  StructType.of(
                      NestedField.optional(4, "x", integer),
                      NestedField.optional(5, "y", integer))));
      StructType p = table.schema().findType("p").asStructType();
      StructType row = table.schema().asStruct();
      NestedTables.append(
          table,
          List.of(
              NestedTables.record(row, 1, 100, NestedTables.record(p, 1, 2)),
              NestedTables.record(row, 2, 200, null)));
      table
          .updateSchema()
          .addColumn("p", "z", integer)
          .renameColumn("p.x", "q")
          .moveFirst("p.y")
          .commit();
      StructType evolved = table.schema().findType("p").asStructType();
      NestedTables.append(
          table,
          List.of(
              NestedTables.record(
                  table.schema().asStruct(), 3, 300, NestedTables.record(evolved, 5, 6, 7))));
    }
    try (Connection connection = connect()) {
      assertThat(rows(connection, "SELECT t.p.q, t.p.y, t.p.z FROM lake.s.t ORDER BY id"))
          .containsExactly(
              Arrays.asList("1", "2", null),
              Arrays.asList(null, null, null),
              Arrays.asList("6", "5", "7"));
      assertThat(column(connection, "SELECT id FROM lake.s.t WHERE p IS NULL"))
          .containsExactly("2");
      assertThat(column(connection, "SELECT id FROM lake.s.t WHERE x = 100 AND t.p.q = 1"))
          .containsExactly("1");
      assertThat(column(connection, "SELECT id FROM lake.s.t WHERE p.q = 100")).isEmpty();
    }
  }

  @Test
  void calcitesOwnDriverHasTheirFieldsAndRefusesThemByName() throws Exception {
    NestedTables.write(folder);
    Properties properties = new Properties();
    properties.setProperty("typeSystem", "io.moraine.rules.type.MoraineTypeSystem");
    properties.setProperty("conformance", "LENIENT");
    properties.setProperty("caseSensitive", "false");
    properties.setProperty(
        "model",
        "inline:{version:'1.0',schemas:[{name:'lake',type:'custom',"
            + "factory:'io.moraine.adapter.IcebergSchemaFactory',operand:{warehouse:'"
            + folder
            + "'}}]}");
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:", properties)) {
      assertThat(column(connection, "SELECT id FROM lake.s.orders ORDER BY id"))
          .containsExactly("1", "2", "3", "4");
      assertThat(
              rows(
                  connection,
                  "SELECT o.st.a, o.l[1], o.m['k'] FROM lake.s.orders AS o WHERE o.id < 3"
                      + " ORDER BY id"))
          .containsExactly(Arrays.asList("1", "10", "7"), Arrays.asList("2", null, null));
      assertFailure(connection, "SELECT id, l FROM lake.s.orders")
          .startsWith("0A000: ")
          .contains("Column l is nested", "jdbc:moraine:");
    }
  }
}
