/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables with nested columns, whose structs change at every level between the files: they
 * read as Iceberg's own reader reads them. Another seed: {@code -Dnested.seed=}; more tables:
 * {@code -Dnested.tables=}.
 */
final class NestedEvolutionTest {
  private static final int TABLES = Integer.getInteger("nested.tables", 8);
  private static final int FILES = 4;
  private static final int ROWS = 12;
  private static final int DEPTH = 3;
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "A", "x y");

  @TempDir private Path folder;

  @Test
  void evolvedTablesReadAsIcebergReadsThem() throws Exception {
    long seed = Long.getLong("nested.seed", System.nanoTime());
    System.out.println("-Dnested.seed=" + seed);
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    try (JdbcCatalog catalog = sqlite.open()) {
      catalog.createNamespace(Namespace.of("s"));
      for (int i = 0; i < TABLES; i++) {
        write(catalog, TableIdentifier.of("s", "t" + i), new Random(seed + i));
      }
      try (Connection connection = sqlite.connect()) {
        for (int i = 0; i < TABLES; i++) {
          Table table = catalog.loadTable(TableIdentifier.of("s", "t" + i));
          List<List<@Nullable String>> ours =
              Rows.sorted(Rows.query(connection, "SELECT * FROM lake.s.t" + i, table.schema()));
          assertThat(different(ours, library(table)))
              .as("-Dnested.seed=%d -Dnested.tables=1%n%s", seed + i, table.schemas().values())
              .isEmpty();
        }
      }
    }
  }

  /** The rows that are not the same, ours first. */
  private static List<List<List<@Nullable String>>> different(
      List<List<@Nullable String>> ours, List<List<@Nullable String>> library) {
    assertThat(ours).hasSameSizeAs(library);
    return IntStream.range(0, ours.size())
        .filter(i -> !ours.get(i).equals(library.get(i)))
        .mapToObj(i -> List.of(ours.get(i), library.get(i)))
        .toList();
  }

  private static List<List<@Nullable String>> library(Table table) throws Exception {
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        List<Types.NestedField> columns = table.schema().columns();
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          cells.add(ExactValue.ofIceberg(columns.get(i).type(), row.get(i)));
        }
        rows.add(cells);
      }
    }
    return Rows.sorted(rows);
  }

  private static void write(JdbcCatalog catalog, TableIdentifier id, Random random)
      throws Exception {
    RandomNested nested = new RandomNested(random, 10);
    Table table =
        catalog.createTable(
            id,
            new Schema(
                Types.NestedField.required(1, "id", Types.IntegerType.get()),
                Types.NestedField.optional(2, "n", nested.nested(DEPTH)),
                Types.NestedField.optional(3, "m", nested.nested(DEPTH))),
            PartitionSpec.unpartitioned(),
            Map.of("format-version", "3"));
    for (int file = 0; file < FILES; file++) {
      if (file > 0) {
        evolve(table, random);
      }
      RandomNested values = new RandomNested(random, 0);
      Types.StructType row = table.schema().asStruct();
      NestedTables.append(table, IntStream.range(0, ROWS).mapToObj(i -> values.row(row)).toList());
    }
  }

  /** A change of each struct, if it can be. */
  private static void evolve(Table table, Random random) {
    for (String path : structs(table.schema())) {
      Types.NestedField parent = table.schema().findField(path);
      if (parent != null && parent.type().isStructType()) {
        UpdateSchema update = table.updateSchema().allowIncompatibleChanges();
        change(update, path, parent.type().asStructType(), random);
        update.commit();
      }
    }
  }

  /** The full names of the structs that are not in keys of maps. */
  private static List<String> structs(Schema schema) {
    return TypeUtil.indexById(schema.asStruct()).values().stream()
        .filter(field -> field.type().isStructType())
        .map(field -> schema.findColumnName(field.fieldId()))
        .sorted()
        .toList();
  }

  private static void change(
      UpdateSchema update, String path, Types.StructType struct, Random random) {
    List<Types.NestedField> fields = struct.fields();
    Types.NestedField field = fields.get(random.nextInt(fields.size()));
    String name = path + "." + field.name();
    // Of a struct of which a file has no field, Iceberg's reader does not tell whether it is NULL.
    boolean kept = fields.stream().allMatch(f -> f.fieldId() >= field.fieldId());
    String free =
        NAMES.stream()
            .skip(random.nextInt(2))
            .filter(n -> fields.stream().noneMatch(f -> f.name().equalsIgnoreCase(n)))
            .findFirst()
            .orElse("e");
    switch (random.nextInt(6)) {
      case 0 -> add(update, path, free, random);
      case 1 -> {
        if (!kept) {
          update.deleteColumn(name);
        }
      }
      case 2 -> update.renameColumn(name, free);
      case 3 -> {
        // Nor of one whose first field is a default.
        if (field.initialDefault() == null) {
          update.moveFirst(name);
        }
      }
      case 4 -> {
        // Another field of the same name.
        if (!kept) {
          update.deleteColumn(name);
          update.addColumn(path, field.name(), new RandomNested(random, 0).flat());
        }
      }
      default -> {
        Type wider = wider(field.type());
        if (!wider.equals(field.type())) {
          update.updateColumn(name, wider.asPrimitiveType());
        }
      }
    }
  }

  private static void add(UpdateSchema update, String path, String name, Random random) {
    switch (random.nextInt(3)) {
      case 0 -> update.addColumn(path, name, new RandomNested(random, 1_000).nested(2));
      case 1 -> update.addColumn(path, name, Types.LongType.get(), null, Literal.of(7L));
      default -> update.addColumn(path, name, new RandomNested(random, 0).flat());
    }
  }

  private static Type wider(Type type) {
    return switch (type.typeId()) {
      case INTEGER -> Types.LongType.get();
      case FLOAT -> Types.DoubleType.get();
      case DECIMAL -> Types.DecimalType.of(38, ((Types.DecimalType) type).scale());
      default -> type;
    };
  }
}
