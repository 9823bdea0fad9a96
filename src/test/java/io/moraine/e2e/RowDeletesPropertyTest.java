/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables after random changes of rows, columns and partitions have the rows that Iceberg's
 * own reader finds. {@code -Dmoraine.deletes.tables} is the number of tables, {@code
 * -Dmoraine.seed} repeats a run.
 */
final class RowDeletesPropertyTest {
  private static final int TABLES = Integer.getInteger("moraine.deletes.tables", 30);
  private static final int CHANGES = 7;
  private static final int CHANGES_A_CHECK = 4;
  private static final Schema COLUMNS =
      new Schema(
          Types.NestedField.optional(1, "i", Types.IntegerType.get()),
          Types.NestedField.optional(2, "f", Types.FloatType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()),
          Types.NestedField.optional(4, "d", Types.DateType.get()),
          Types.NestedField.optional(5, "b", Types.LongType.get()));

  @TempDir private Path folder;

  @Test
  void rowsAreThoseOfIcebergsReader() throws Exception {
    long seed = Long.getLong("moraine.seed", System.nanoTime());
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    try (JdbcCatalog catalog = sqlite.open();
        Connection connection = sqlite.connect()) {
      catalog.createNamespace(Namespace.of("s"));
      run(connection, "SET schema = 'lake.s'");
      long deleted = 0;
      for (int i = 0; i < TABLES; i++) {
        String name = "t" + i;
        History history = new History(catalog, name, new Random(seed + i));
        try {
          history.run(connection);
        } catch (Exception | AssertionError e) {
          throw new AssertionError(
              "-Dmoraine.seed=" + (seed + i) + " -Dmoraine.deletes.tables=1: " + history.log, e);
        }
        deleted += history.deleted;
      }
      assertThat(deleted).as("deleted rows, -Dmoraine.seed=%s", seed).isGreaterThan(TABLES);
    }
  }

  /** A table and what happens to it. */
  private static final class History {
    final List<String> log = new ArrayList<>();
    long deleted;
    private final Random random;
    private final String name;
    private final boolean vectors;
    private final Table table;

    History(JdbcCatalog catalog, String name, Random random) {
      this.random = random;
      this.name = name;
      this.vectors = random.nextBoolean();
      PartitionSpec.Builder spec = PartitionSpec.builderFor(COLUMNS);
      int layout = random.nextInt(4);
      if (layout == 1) {
        spec.identity("i");
      } else if (layout == 2) {
        spec.bucket("b", 2).identity("s");
      } else if (layout == 3) {
        spec.month("d");
      }
      this.table =
          catalog.createTable(
              TableIdentifier.of("s", name),
              COLUMNS,
              spec.build(),
              Map.of("format-version", vectors ? "3" : "2"));
      log.add((vectors ? "v3 " : "v2 ") + table.spec());
    }

    void run(Connection connection) throws Exception {
      append();
      for (int i = 0; i < CHANGES; i++) {
        change();
        table.refresh();
        if (i % CHANGES_A_CHECK == CHANGES_A_CHECK - 1 || i == CHANGES - 1) {
          check(connection);
        }
      }
    }

    private void check(Connection connection) throws Exception {
      List<List<@Nullable String>> expected = new ArrayList<>();
      try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
        for (Record row : records) {
          List<@Nullable String> cells = new ArrayList<>();
          for (Types.NestedField field : table.schema().columns()) {
            cells.add(ExactValue.ofIceberg(field.type(), row.get(cells.size())));
          }
          expected.add(cells);
        }
      }
      assertThat(Rows.sorted(Rows.query(connection, "SELECT * FROM " + name, table.schema())))
          .isEqualTo(Rows.sorted(expected));
      assertThat(Statements.column(connection, "SELECT COUNT(*) FROM " + name))
          .containsExactly("" + expected.size());
      deleted += planned().stream().mapToLong(t -> t.file().recordCount()).sum() - expected.size();
    }

    private List<FileScanTask> planned() throws IOException {
      try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
        List<FileScanTask> planned = new ArrayList<>();
        tasks.forEach(planned::add);
        return planned;
      }
    }

    private void change() throws IOException {
      switch (random.nextInt(8)) {
        case 0, 1 -> append();
        case 2, 3 -> deletePositions();
        case 4, 5 -> deleteKeys();
        case 6 -> evolveColumns();
        default -> evolvePartitions();
      }
    }

    private Record[] rows(RowChanges changes) {
      return Stream.generate(
              () -> changes.row(table.schema().columns().stream().map(this::value).toArray()))
          .limit(1 + random.nextInt(12))
          .toArray(Record[]::new);
    }

    private @Nullable Object value(Types.NestedField column) {
      int number = random.nextInt(6);
      if (number == 5) {
        return null;
      }
      return switch (column.type().typeId()) {
        case INTEGER -> number;
        case LONG -> (long) number;
        case FLOAT -> List.of(0.0f, -0.0f, Float.NaN, 1.5f, -1.5f).get(number);
        case DOUBLE -> List.of(0.0, -0.0, Double.NaN, 1.5, -1.5).get(number);
        case DATE -> LocalDate.of(2026, 1 + number, 1);
        default -> number == 0 ? "" : "s" + number;
      };
    }

    private void append() {
      RowChanges changes = new RowChanges(table);
      var append = table.newAppend();
      List<DataFile> files = changes.data(List.of(rows(changes)));
      files.forEach(append::appendFile);
      append.commit();
      log.add("append " + files.size());
    }

    private void deletePositions() throws IOException {
      List<FileScanTask> tasks = planned();
      if (tasks.isEmpty()) {
        return;
      }
      RowChanges changes = new RowChanges(table);
      RowDelta delta = table.newRowDelta();
      for (FileScanTask task : tasks) {
        boolean hasVector = task.deletes().stream().anyMatch(d -> d.format() == FileFormat.PUFFIN);
        if (random.nextInt(3) > 0 || vectors && hasVector) {
          continue;
        }
        Map<DataFile, List<Long>> positions = new HashMap<>();
        positions.put(task.file(), positions(task.file().recordCount()));
        if (vectors) {
          changes.vectors(positions).forEach(delta::addDeletes);
        } else {
          delta.addDeletes(changes.positions(positions));
        }
      }
      delta.commit();
      log.add("positions");
    }

    private List<Long> positions(long rows) {
      TreeSet<Long> positions = new TreeSet<>();
      int count = random.nextInt(4) == 0 ? (int) rows * 4 : 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        positions.add((long) random.nextInt((int) rows));
      }
      return List.copyOf(positions);
    }

    private void deleteKeys() {
      RowChanges changes = new RowChanges(table);
      List<Types.NestedField> columns = new ArrayList<>(table.schema().columns());
      Collections.shuffle(columns, random);
      List<Types.NestedField> keys = columns.subList(0, 1 + random.nextInt(2));
      List<List<@Nullable Object>> values =
          Stream.generate(() -> Arrays.asList(keys.stream().map(this::value).toArray()))
              .limit(1 + random.nextInt(3))
              .toList();
      List<String> names = keys.stream().map(Types.NestedField::name).toList();
      RowDelta delta = table.newRowDelta();
      if (random.nextBoolean()) {
        changes.data(List.of(rows(changes))).forEach(delta::addRows);
      }
      PartitionSpec spec = table.spec();
      DataFile file = changes.data(List.of(rows(changes))).get(0);
      DeleteFile deletes =
          spec.isUnpartitioned()
              ? changes.keys(names, values)
              : changes.keys(names, values, spec, file.partition());
      delta.addDeletes(deletes).commit();
      log.add("keys " + names + " " + values + " of " + deletes.partition());
    }

    private void evolveColumns() {
      int step = log.size();
      Types.NestedField column =
          table.schema().columns().get(random.nextInt(table.schema().columns().size()));
      switch (random.nextInt(3)) {
        case 0 -> table.updateSchema().renameColumn(column.name(), "r" + step).commit();
        case 1 -> table.updateSchema().addColumn("a" + step, Types.IntegerType.get()).commit();
        default -> {
          switch (column.type().typeId()) {
            case INTEGER ->
                table.updateSchema().updateColumn(column.name(), Types.LongType.get()).commit();
            case FLOAT ->
                table.updateSchema().updateColumn(column.name(), Types.DoubleType.get()).commit();
            default -> {
              // Cannot be widened.
            }
          }
        }
      }
      log.add("columns " + table.schema());
    }

    private void evolvePartitions() {
      if (table.spec().isPartitioned()) {
        var update = table.updateSpec();
        table.spec().fields().stream()
            .filter(field -> !field.transform().isVoid())
            .forEach(field -> update.removeField(field.name()));
        update.commit();
      } else {
        table
            .updateSpec()
            .addField(table.schema().columns().get(random.nextInt(3)).name())
            .commit();
      }
      log.add("partitions " + table.spec());
    }
  }
}
