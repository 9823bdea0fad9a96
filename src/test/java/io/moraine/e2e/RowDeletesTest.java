/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deleted rows are left out, as Iceberg's own reader leaves them out. */
final class RowDeletesTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");
  private static final Schema COLUMNS =
      new Schema(
          Types.NestedField.optional(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "x", Types.DoubleType.get()));

  @TempDir private Path folder;
  private @Nullable JdbcCatalog catalog;
  private @Nullable Connection connection;
  private @Nullable Table table;

  @BeforeEach
  void open() throws Exception {
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    catalog = sqlite.open();
    catalog.createNamespace(Namespace.of("s"));
    connection = sqlite.connect();
    run(connection, "SET schema = 'lake.s'");
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    catalog.close();
  }

  private RowChanges create(String version, PartitionSpec spec) {
    table = catalog.createTable(T, COLUMNS, spec, Map.of("format-version", version));
    return new RowChanges(table);
  }

  private RowChanges create(String version) {
    return create(version, PartitionSpec.unpartitioned());
  }

  private DataFile append(DataFile file) {
    table.newAppend().appendFile(file).commit();
    return file;
  }

  private void delete(DeleteFile... deletes) {
    var delta = table.newRowDelta();
    Arrays.stream(deletes).forEach(delta::addDeletes);
    delta.commit();
  }

  private static Record[] numbered(RowChanges rows, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> rows.row(i, "n" + i, i / 2.0))
        .toArray(Record[]::new);
  }

  private List<List<@Nullable String>> library() throws Exception {
    List<List<@Nullable String>> texts = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Types.NestedField field : table.schema().columns()) {
          cells.add(ExactValue.ofIceberg(field.type(), row.get(cells.size())));
        }
        texts.add(cells);
      }
    }
    return Rows.sorted(texts);
  }

  /** The rows are those of Iceberg's reader, and are as many. */
  private void readsEqual(int rows) throws Exception {
    table.refresh();
    assertThat(library()).as("the test's own expectation").hasSize(rows);
    assertThat(Rows.sorted(Rows.query(connection, "SELECT * FROM t", table.schema())))
        .isEqualTo(library());
    assertThat(column(connection, "SELECT COUNT(*) FROM t")).containsExactly("" + rows);
  }

  private void isDeletedBy(String... readers) throws Exception {
    String plan = String.join("\n", column(connection, "EXPLAIN PLAN FOR SELECT * FROM t"));
    assertThat(plan).contains(readers);
  }

  @Test
  void positions() throws Exception {
    RowChanges rows = create("2");
    DataFile first = append(rows.dataFile(numbered(rows, 0, 100)));
    DataFile second = append(rows.dataFile(numbered(rows, 100, 120)));
    append(rows.dataFile(numbered(rows, 120, 125)));
    delete(rows.positions(Map.of(first, List.of(0L, 8L))));
    isDeletedBy(
        "by read_parquet: 2 files; read_parquet minus deleted positions: 1 file"
            + " (1 position delete file),");
    delete(rows.positions(Map.of(first, List.of(0L, 7L, 63L, 99L), second, List.of(19L))));
    readsEqual(119);
    // Twice the same row, all rows of a file, and rows that there are not.
    delete(
        rows.positions(Map.of(first, List.of(7L, 9L, 100L, 5000L))),
        rows.positions(Map.of(second, LongStream.range(0, 20).boxed().toList())));
    readsEqual(99);
    assertThat(column(connection, "SELECT SUM(id) FROM t WHERE id < 10")).containsExactly("21");
    assertThat(
            column(
                connection, "SELECT COUNT(*) FROM t a JOIN t b ON a.id = b.id WHERE a.name <> ''"))
        .containsExactly("99");
    assertThat(column(connection, "SELECT id FROM t LIMIT 98")).hasSize(98);
    assertThat(column(connection, "SELECT MIN(id) FROM t")).containsExactly("1");
    assertThat(column(connection, "SELECT MAX(id) FROM t WHERE id < 100")).containsExactly("98");
  }

  @Test
  void deletionVectors() throws Exception {
    RowChanges rows = create("3");
    DataFile first = append(rows.dataFile(numbered(rows, 0, 1000)));
    DataFile second = append(rows.dataFile(numbered(rows, 1000, 1003)));
    append(rows.dataFile(numbered(rows, 1003, 1005)));
    delete(
        rows.vectors(
                Map.of(
                    first,
                    LongStream.range(0, 1000).filter(i -> i % 3 == 0).boxed().toList(),
                    second,
                    List.of(0L, 1L, 2L)))
            .toArray(DeleteFile[]::new));
    readsEqual(668);
    isDeletedBy("minus deleted positions: 2 files (2 deletion vectors),");
  }

  @Test
  void positionsOfManyFiles() throws Exception {
    RowChanges rows = create("2", PartitionSpec.builderFor(COLUMNS).bucket("id", 2).build());
    var append = table.newFastAppend();
    Map<Integer, Map<DataFile, List<Long>>> deleted = new HashMap<>();
    for (int i = 0; i < 70; i++) {
      for (DataFile file : rows.data(List.of(numbered(rows, 10 * i, 10 * i + 10)))) {
        append.appendFile(file);
        deleted
            .computeIfAbsent(file.partition().get(0, Integer.class), b -> new HashMap<>())
            .put(file, List.of(0L));
      }
    }
    append.commit();
    delete(deleted.values().stream().map(rows::positions).toArray(DeleteFile[]::new));
    int files = deleted.values().stream().mapToInt(Map::size).sum();
    readsEqual(700 - files);
    DataFile some = deleted.get(0).keySet().iterator().next();
    List<List<@Nullable Object>> all =
        IntStream.range(0, 700).mapToObj(i -> List.<@Nullable Object>of(i)).toList();
    delete(rows.keys(List.of("id"), all, table.spec(), some.partition()));
    readsEqual(library().size());
    assertThat(column(connection, "SELECT COUNT(*) FROM t")).doesNotContain("" + (700 - files));
  }

  @Test
  void filesThatCannotBeRead() throws Exception {
    RowChanges rows = create("2");
    DataFile file = append(rows.dataFile(numbered(rows, 0, 100)));
    DeleteFile positions = rows.positions(Map.of(file, List.of(0L)));
    delete(positions);
    Files.delete(Path.of(positions.location().replaceFirst("^file:", "")));
    assertFailure(connection, "SELECT * FROM t")
        .startsWith("58P01: ")
        .contains("deletes of data file " + file.location(), "lake.s.t");
    table.newDelete().deleteFile(file).commit();
    append(rows.dataFile(numbered(rows, 0, 10)));
    delete(
        FileMetadata.deleteFileBuilder(table.spec())
            .ofEqualityDeletes(1)
            .withPath("file:/elsewhere/deletes.parquet")
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(1000)
            .withRecordCount(1)
            .build());
    assertFailure(connection, "SELECT * FROM t")
        .startsWith("42501: ")
        .contains("delete file of table lake.s.t", "/elsewhere/deletes.parquet");
  }

  @Test
  void keysWithNulls() throws Exception {
    RowChanges rows = create("2");
    append(rows.dataFile(rows.row(1, "a", 1.0), rows.row(2, null, 2.0), rows.row(null, "a", 3.0)));
    append(rows.dataFile(rows.row(null, null, 4.0), rows.row(5, "b", null)));
    delete(rows.keys(List.of("name"), List.of(Arrays.asList((Object) null))));
    readsEqual(3);
    delete(rows.keys(List.of("id", "name"), List.of(Arrays.asList(null, "a"), List.of(5, "c"))));
    readsEqual(2);
    // Rows that come later, or in the same commit, stay.
    append(rows.dataFile(rows.row(1, "a", 1.5), rows.row(2, null, 2.5)));
    DataFile both = rows.dataFile(rows.row(1, "z", 9.0));
    table
        .newRowDelta()
        .addRows(both)
        .addDeletes(rows.keys(List.of("id"), List.of(List.of(1))))
        .commit();
    readsEqual(3);
    delete(rows.positions(Map.of(both, List.of(0L))));
    readsEqual(2);
    isDeletedBy(
        "minus deleted keys: 3 files (3 equality delete files)",
        "minus deleted positions: 1 file (1 position delete file),");
  }

  @Test
  void floatingKeys() throws Exception {
    RowChanges rows = create("2");
    double otherNan = Double.longBitsToDouble(0xfff8000000000001L);
    append(
        rows.dataFile(
            rows.row(1, "", 0.0),
            rows.row(2, "", -0.0),
            rows.row(3, "", Double.NaN),
            rows.row(4, "", otherNan),
            rows.row(5, "", Double.NEGATIVE_INFINITY),
            rows.row(6, "", null)));
    delete(rows.keys(List.of("x"), List.of(List.of(-0.0), List.of(Double.NaN))));
    readsEqual(3);
    assertThat(column(connection, "SELECT id FROM t")).containsExactlyInAnyOrder("1", "5", "6");
  }

  /** What Iceberg's own reader deletes by such keys is what the last of them says. */
  @ParameterizedTest
  @ValueSource(strings = {"PARQUET", "AVRO", "ORC"})
  void keysOfBytes(String format) throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "f", Types.FixedType.ofLength(2)),
            Types.NestedField.optional(3, "b", Types.BinaryType.get()));
    table =
        catalog.createTable(
            T, schema, PartitionSpec.unpartitioned(), Map.of("format-version", "2"));
    RowChanges rows = new RowChanges(table);
    append(
        rows.dataFile(
            rows.row(1, new byte[] {1, 1}, bytes(1)),
            rows.row(2, new byte[] {2, 2}, bytes(2)),
            rows.row(3, new byte[] {3, 3}, bytes(3)),
            rows.row(4, null, null)));
    RowChanges keys = new RowChanges(table, FileFormat.valueOf(format));
    delete(
        keys.keys(List.of("f"), List.of(List.of(new byte[] {1, 1}), List.of(new byte[] {9, 9}))));
    delete(keys.keys(List.of("b"), List.of(List.of(bytes(2)), List.of(bytes(9)))));
    for (String byLibrary : List.of("false", "true")) {
      System.setProperty("moraine.internal.library-reads-all", byLibrary);
      try {
        assertThat(column(connection, "SELECT id FROM t"))
            .as(byLibrary)
            .containsExactlyInAnyOrder("3", "4");
      } finally {
        System.clearProperty("moraine.internal.library-reads-all");
      }
    }
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    Arrays.stream(values).forEach(value -> bytes.put((byte) value));
    return bytes.flip();
  }

  @Test
  void keysOfChangedColumns() throws Exception {
    RowChanges before = create("2");
    append(before.dataFile(numbered(before, 0, 10)));
    delete(before.keys(List.of("id", "x"), List.of(List.of(1, 0.5), List.of(2, 1.0))));
    delete(before.keys(List.of("name"), List.of(List.of("n3"))));
    table
        .updateSchema()
        .renameColumn("id", "number")
        .updateColumn("id", Types.LongType.get())
        .commit();
    table.updateSchema().addColumn("id", Types.StringType.get()).commit();
    readsEqual(7);
    RowChanges after = new RowChanges(table);
    append(after.dataFile(after.row(1L, "n1", 0.5, "new"), after.row(2L << 40, "n", 0.0, null)));
    delete(after.keys(List.of("number"), List.of(List.of(4L), List.of(2L << 40))));
    delete(after.keys(List.of("id"), List.of(List.of("new"))));
    readsEqual(6);
    table.updateSchema().deleteColumn("name").commit();
    table.updateSchema().addColumn("name", Types.IntegerType.get()).commit();
    // Iceberg's own reader does not find a dropped column.
    assertThat(column(connection, "SELECT \"number\" FROM t ORDER BY 1"))
        .containsExactly("0", "5", "6", "7", "8", "9");
    assertThat(column(connection, "SELECT COUNT(*) FROM t WHERE name IS NULL"))
        .containsExactly("6");
  }

  @Test
  void keysOfPartitions() throws Exception {
    RowChanges rows = create("2", PartitionSpec.builderFor(COLUMNS).identity("name").build());
    List<DataFile> files = rows.data(List.of(rows.row(1, "a", 0.0), rows.row(1, "b", 0.0)));
    var append = table.newAppend();
    files.forEach(append::appendFile);
    append.commit();
    DataFile a = files.get(0);
    delete(rows.keys(List.of("id"), List.of(List.of(1)), table.spec(), a.partition()));
    readsEqual(1);
    table.updateSpec().removeField("name").addField("id").commit();
    RowChanges evolved = new RowChanges(table);
    DataFile c = append(evolved.dataFile(evolved.row(1, "c", 0.0), evolved.row(1, "a", 5.0)));
    append(evolved.dataFile(evolved.row(2, "c", 0.0)));
    delete(evolved.keys(List.of("name"), List.of(List.of("c")), table.spec(), c.partition()));
    readsEqual(3);
    table.updateSpec().removeField("id").commit();
    // One for all partitions.
    delete(evolved.keys(List.of("name"), List.of(List.of("b"), List.of("c"))));
    readsEqual(1);
  }

  @Test
  void keysInStructs() throws Exception {
    Schema nested =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(
                2,
                "p",
                Types.StructType.of(
                    Types.NestedField.optional(3, "x", Types.IntegerType.get()),
                    Types.NestedField.optional(4, "y", Types.IntegerType.get()))));
    table =
        catalog.createTable(
            T, nested, PartitionSpec.unpartitioned(), Map.of("format-version", "2"));
    RowChanges rows = new RowChanges(table);
    Types.StructType type = table.schema().findType("p").asStructType();
    append(
        rows.dataFile(
            rows.row(1, GenericRecord.create(type).copy("x", 1, "y", 5)),
            rows.row(2, GenericRecord.create(type).copy("x", 2, "y", 5)),
            rows.row(3, null)));
    append(rows.dataFile(rows.row(4, GenericRecord.create(type).copy("x", 1, "y", 6))));
    Schema key = TypeUtil.select(table.schema(), Set.of(table.schema().findField("p.x").fieldId()));
    Record deleted = GenericRecord.create(key);
    Types.StructType keyType = key.findType("p").asStructType();
    deleted.setField("p", GenericRecord.create(keyType).copy("x", 1));
    delete(rows.keys(key, List.of(table.schema().findField("p.x").fieldId()), List.of(deleted)));
    assertThat(library()).hasSize(2);
    assertThat(column(connection, "SELECT id FROM t")).containsExactlyInAnyOrder("2", "3");
  }

  @Test
  void keysThatIcebergsReaderReads() throws Exception {
    RowChanges rows = create("2");
    DataFile first = append(rows.dataFile(numbered(rows, 0, 10)));
    append(rows.dataFile(numbered(rows, 10, 12)));
    RowChanges avro = new RowChanges(table, FileFormat.AVRO);
    delete(avro.keys(List.of("id"), List.of(List.of(3), List.of(11))));
    delete(avro.positions(Map.of(first, List.of(0L))));
    delete(rows.keys(List.of("name"), List.of(List.of("n5"), List.of("n10"))));
    readsEqual(7);
    isDeletedBy("Iceberg's reader, as the engine cannot read or compare deleted keys: 2 files");
    assertThat(
            column(
                connection,
                "SELECT COUNT(*) FROM t WHERE id = _pos AND _file LIKE '%.parquet'"
                    + " AND _spec_id = 0 AND _partition IS NULL AND _row_id IS NULL"))
        .containsExactly("7");
    assertThat(column(connection, "SELECT id FROM t WHERE id > 5"))
        .containsExactlyInAnyOrder("6", "7", "8", "9");
  }
}
