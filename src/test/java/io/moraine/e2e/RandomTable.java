/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A table of random columns, and random changes of its rows, columns and partitions by Iceberg's
 * own writers, of all that its own reader of records can read.
 */
final class RandomTable {
  private static final int VALUES = 5;
  private static final List<FileFormat> FORMATS =
      List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO);

  /** What happened to the table. */
  final List<String> log = new ArrayList<>();

  private final Random random;
  private final int version;
  private final boolean defaults;
  private final boolean varied;
  private final int mostRows;
  private final Table table;
  private final Set<Integer> keys = new HashSet<>();

  RandomTable(Catalog catalog, TableIdentifier name, Random random) {
    this.random = random;
    this.version = 1 + random.nextInt(3);
    // Iceberg's reader of ORC files knows no initial defaults.
    this.defaults = version == 3 && random.nextBoolean();
    this.varied = random.nextInt(3) == 0;
    this.mostRows = random.nextInt(12) == 0 ? 300 : 40;
    Schema schema = new Schema(columns());
    this.table = catalog.createTable(name, schema, PartitionSpec.unpartitioned(), properties());
    if (random.nextBoolean()) {
      evolvePartitions();
    }
    log.add("v" + version + " " + table.schema() + " " + table.spec());
  }

  private List<Types.NestedField> columns() {
    RandomNested types = new RandomNested(random, 20, version == 3);
    boolean nested = random.nextBoolean();
    List<Types.NestedField> columns = new ArrayList<>();
    columns.add(Types.NestedField.required(1, "id", Types.IntegerType.get()));
    for (int id = 2; id < 4 + random.nextInt(5); id++) {
      Type type =
          nested && random.nextInt(3) == 0 ? types.nested(1 + random.nextInt(3)) : types.flat();
      columns.add(Types.NestedField.optional(id, "c" + id, type));
    }
    return columns;
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(TableProperties.FORMAT_VERSION, String.valueOf(version));
    if (random.nextBoolean()) {
      // Row groups of a few rows, and pages whose dictionaries are soon too large.
      properties.put(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, "400");
      properties.put(TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_RECORD_COUNT, "2");
      properties.put(TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_RECORD_COUNT, "2");
      properties.put(TableProperties.PARQUET_DICT_SIZE_BYTES, "64");
      properties.put(TableProperties.PARQUET_PAGE_SIZE_BYTES, "100");
    }
    if (random.nextInt(3) == 0) {
      // Other encodings, some of which the vectorized reader does not know.
      properties.put(TableProperties.PARQUET_PAGE_VERSION, "v2");
    }
    return properties;
  }

  Table table() {
    return table;
  }

  /** Makes one change, or none if it cannot be. */
  void change() throws IOException {
    switch (random.nextInt(version == 1 ? 4 : 9)) {
      case 0 -> append();
      case 1 -> evolveColumns();
      case 2 -> {
        new NestedChanges(random, defaults, version == 3).evolve(table);
        log.add("nested " + table.schema());
      }
      case 3 -> {
        evolvePartitions();
        log.add("partitions " + table.spec());
      }
      case 4, 5 -> deletePositions();
      case 6, 7 -> deleteKeys();
      default -> append();
    }
    table.refresh();
  }

  /** Adds rows in a format. */
  void append() {
    FileFormat format = format();
    RowChanges changes = new RowChanges(table, format, FileFormat.PARQUET);
    var append = table.newAppend();
    changes.data(rows(changes, mostRows)).forEach(append::appendFile);
    append.commit();
    log.add("append " + format);
  }

  private FileFormat format() {
    FileFormat format = FORMATS.get(random.nextInt(FORMATS.size()));
    return defaults && format == FileFormat.ORC ? FileFormat.PARQUET : format;
  }

  private List<Record> rows(RowChanges changes, int most) {
    return Stream.generate(
            () -> changes.row(table.schema().columns().stream().map(this::value).toArray()))
        .limit(1 + random.nextInt(most))
        .toList();
  }

  /** A value of a column, often one that it had before. */
  @Nullable Object value(Types.NestedField column) {
    int number = random.nextInt(VALUES + 1);
    if (number == VALUES && column.isOptional()) {
      return null;
    }
    Type type = column.type();
    return switch (type.typeId()) {
      case INTEGER -> number;
      case LONG -> (long) number;
      case LIST, MAP, STRUCT -> new RandomNested(random, 0).value(type);
      default -> {
        Random same = new Random(type.toString().hashCode() + number);
        yield new RandomNested(varied ? random : same, 0).value(type);
      }
    };
  }

  private List<FileScanTask> planned() throws IOException {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      List<FileScanTask> planned = new ArrayList<>();
      tasks.forEach(planned::add);
      return planned;
    }
  }

  private void deletePositions() throws IOException {
    FileFormat format = FORMATS.get(random.nextInt(FORMATS.size()));
    RowChanges changes = new RowChanges(table, FileFormat.PARQUET, format);
    RowDelta delta = table.newRowDelta();
    for (FileScanTask task : planned()) {
      boolean hasVector = task.deletes().stream().anyMatch(d -> d.format() == FileFormat.PUFFIN);
      if (random.nextInt(3) > 0 || hasVector) {
        continue;
      }
      Map<DataFile, List<Long>> positions = new HashMap<>();
      positions.put(task.file(), positions(task.file().recordCount()));
      if (version == 3) {
        changes.vectors(positions).forEach(delta::addDeletes);
      } else {
        delta.addDeletes(changes.positions(positions));
      }
    }
    delta.commit();
    log.add("positions " + format);
  }

  private List<Long> positions(long rows) {
    TreeSet<Long> positions = new TreeSet<>();
    long count = random.nextInt(4) == 0 ? rows * 4 : 1 + random.nextInt(3);
    for (long i = 0; i < count; i++) {
      positions.add((long) random.nextInt((int) rows));
    }
    return List.copyOf(positions);
  }

  private void deleteKeys() {
    FileFormat format = FORMATS.get(random.nextInt(FORMATS.size()));
    RowChanges changes = new RowChanges(table, format(), format);
    List<Types.NestedField> columns = new ArrayList<>(flat());
    // Of keys of bytes, what the library's reader compares with knows the last of a file alone.
    columns.removeIf(
        c -> Set.of(Type.TypeID.FIXED, Type.TypeID.BINARY).contains(c.type().typeId()));
    Collections.shuffle(columns, random);
    List<Types.NestedField> chosen =
        columns.subList(0, Math.min(columns.size(), 1 + random.nextInt(2)));
    List<List<@Nullable Object>> values =
        Stream.generate(() -> Arrays.asList(chosen.stream().map(this::value).toArray()))
            .limit(1 + random.nextInt(3))
            .toList();
    List<String> names = chosen.stream().map(Types.NestedField::name).toList();
    chosen.forEach(column -> keys.add(column.fieldId()));
    RowDelta delta = table.newRowDelta();
    List<DataFile> files = changes.data(rows(changes, 12));
    if (random.nextBoolean()) {
      files.forEach(delta::addRows);
    }
    PartitionSpec spec = table.spec();
    DeleteFile deletes =
        changes.keys(names, values, spec, spec.isUnpartitioned() ? null : files.get(0).partition());
    delta.addDeletes(deletes).commit();
    log.add("keys " + names + " " + values + " of " + deletes.partition() + " " + format);
  }

  private List<Types.NestedField> flat() {
    return table.schema().columns().stream().filter(c -> c.type().isPrimitiveType()).toList();
  }

  private void evolveColumns() {
    int step = log.size();
    List<Types.NestedField> columns = table.schema().columns();
    Types.NestedField column = columns.get(random.nextInt(columns.size()));
    RandomNested types = new RandomNested(random, 1_000, version == 3);
    var update = table.updateSchema();
    switch (random.nextInt(defaults ? 7 : 5)) {
      case 0 -> update.renameColumn(column.name(), "r" + step);
      case 1 -> update.addColumn("a" + step, types.type(random.nextInt(3)));
      case 2 -> update.moveFirst(column.name());
      case 3 -> {
        if (isFree(column)) {
          update.deleteColumn(column.name());
        }
      }
      case 4 -> {
        Type wider = NestedChanges.wider(column.type());
        if (!wider.equals(column.type()) && isFree(column)) {
          update.updateColumn(column.name(), wider.asPrimitiveType());
        }
      }
      case 5 -> update.addColumn("a" + step, Types.StringType.get(), null, Literal.of("d"));
      default -> update.addColumn("a" + step, Types.IntegerType.get(), null, Literal.of(3));
    }
    update.commit();
    log.add("columns " + table.schema());
  }

  /** Whether neither a partition nor a deleted key is of a column. */
  private boolean isFree(Types.NestedField column) {
    return !column.name().equals("id")
        && !keys.contains(column.fieldId())
        && table.specs().values().stream()
            .flatMap(spec -> spec.fields().stream())
            .noneMatch(field -> field.sourceId() == column.fieldId());
  }

  private void evolvePartitions() {
    var update = table.updateSpec();
    if (table.spec().isPartitioned() && random.nextBoolean()) {
      table.spec().fields().stream()
          .filter(field -> !field.transform().isVoid())
          .forEach(field -> update.removeField(field.name()));
      update.commit();
      return;
    }
    List<Types.NestedField> flat = flat();
    Types.NestedField column = flat.get(random.nextInt(flat.size()));
    boolean isNew = table.spec().fields().stream().noneMatch(f -> f.sourceId() == column.fieldId());
    if (isNew) {
      Partitioning.add(update, column, random);
      update.commit();
    }
  }
}
