/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Tables with nested columns, which Iceberg's library writes. */
final class NestedTables {
  static final TableIdentifier ORDERS = TableIdentifier.of("s", "orders");

  private NestedTables() {}

  /** Makes the table {@code lake.s.orders} in the warehouse that {@code jdbc:moraine:} opens. */
  static void write(Path warehouse) throws IOException {
    try (JdbcCatalog catalog = new SqliteCatalog("moraine", warehouse).open()) {
      catalog.createNamespace(Namespace.of("s"));
      Table table = catalog.createTable(ORDERS, orders());
      append(table, rows(table.schema()));
    }
  }

  private static Schema orders() {
    return new Schema(
        required(1, "id", Types.IntegerType.get()),
        optional(
            2,
            "st",
            Types.StructType.of(
                optional(10, "a", Types.IntegerType.get()),
                optional(
                    11,
                    "b",
                    Types.StructType.of(
                        optional(12, "c", Types.StringType.get()),
                        optional(13, "d", Types.DecimalType.of(9, 2)))),
                optional(14, "f", Types.DoubleType.get()))),
        optional(3, "l", Types.ListType.ofOptional(15, Types.IntegerType.get())),
        optional(
            4, "m", Types.MapType.ofOptional(16, 17, Types.StringType.get(), Types.LongType.get())),
        optional(
            5,
            "items",
            Types.ListType.ofOptional(
                18,
                Types.StructType.of(
                    optional(19, "sku", Types.StringType.get()),
                    optional(20, "at", Types.TimestampType.withoutZone())))));
  }

  private static List<Record> rows(Schema schema) {
    Types.StructType st = schema.findType("st").asStructType();
    Types.StructType b = schema.findType("st.b").asStructType();
    Types.StructType item = schema.findType("items.element").asStructType();
    Map<String, @Nullable Long> map = new LinkedHashMap<>();
    map.put("k", 7L);
    map.put("it's \"q\"", null);
    LocalDateTime at = LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_456_000);
    return List.of(
        record(
            schema.asStruct(),
            1,
            record(st, 1, record(b, "x", new BigDecimal("2.50")), 1.5),
            Arrays.asList(10, 20, null),
            map,
            List.of(record(item, "p", at), record(item, null, null))),
        record(
            schema.asStruct(),
            2,
            record(st, 2, record(b, "y", new BigDecimal("-0.01")), -0.0),
            List.of(),
            Map.of(),
            Collections.singletonList(null)),
        record(schema.asStruct(), 3, record(st, null, null, Double.NaN), List.of(30), null, null),
        record(schema.asStruct(), 4, null, null, Map.of("k", 8L), List.of()));
  }

  static Record record(Types.StructType type, @Nullable Object... values) {
    GenericRecord record = GenericRecord.create(type);
    for (int i = 0; i < values.length; i++) {
      record.set(i, values[i]);
    }
    return record;
  }

  /** Appends one file of these rows. */
  static void append(Table table, List<Record> rows) throws IOException {
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .dataSchema(table.schema())
            .build()
            .newDataWriter(
                OutputFileFactory.builderFor(table, 1, System.nanoTime()).build().newOutputFile(),
                table.spec(),
                null);
    try (writer) {
      writer.write(rows);
    }
    DataFile file = writer.toDataFile();
    table.newAppend().appendFile(file).commit();
  }
}
