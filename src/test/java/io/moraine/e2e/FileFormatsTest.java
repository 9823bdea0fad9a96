/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parquet, ORC and Avro files in one table, against Iceberg's own reader. */
final class FileFormatsTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");
  private static final long SEED = Long.getLong("moraine.seed", 20_261_130L);
  private static final List<FileFormat> FORMATS =
      List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO);

  /** All flat types but those that need version 3. */
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "b", Types.BooleanType.get()),
          Types.NestedField.optional(3, "i", Types.IntegerType.get()),
          Types.NestedField.optional(4, "l", Types.LongType.get()),
          Types.NestedField.optional(5, "f", Types.FloatType.get()),
          Types.NestedField.optional(6, "d", Types.DoubleType.get()),
          Types.NestedField.optional(7, "m9", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(8, "m38", Types.DecimalType.of(38, 10)),
          Types.NestedField.optional(9, "dt", Types.DateType.get()),
          Types.NestedField.optional(10, "tm", Types.TimeType.get()),
          Types.NestedField.optional(11, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(12, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(13, "s", Types.StringType.get()),
          Types.NestedField.optional(14, "u", Types.UUIDType.get()),
          Types.NestedField.optional(15, "x", Types.FixedType.ofLength(3)),
          Types.NestedField.optional(16, "v", Types.BinaryType.get()));

  private static final Schema NANOS =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "tn", Types.TimestampNanoType.withoutZone()),
          Types.NestedField.optional(3, "tnz", Types.TimestampNanoType.withZone()));

  @TempDir private Path folder;
  private final Random random = new Random(SEED);
  private @Nullable JdbcCatalog library;
  private @Nullable Connection connection;

  @BeforeEach
  void open() throws SQLException {
    System.out.println("-Dmoraine.seed=" + SEED);
    SqliteCatalog catalog = new SqliteCatalog("lake", folder);
    library = catalog.open();
    library.createNamespace(Namespace.of("s"));
    connection = catalog.connect();
    Statements.run(connection, "SET schema = 'lake.s'");
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    library.close();
  }

  private Table create(Schema schema, PartitionSpec spec, int version) {
    return library.createTable(
        T, schema, spec, Map.of(TableProperties.FORMAT_VERSION, String.valueOf(version)));
  }

  private List<Record> records(Schema schema, int first, int count) {
    List<Record> records = new ArrayList<>();
    for (int id = first; id < first + count; id++) {
      Record record = GenericRecord.create(schema);
      record.setField("id", id);
      for (Types.NestedField column : schema.columns().subList(1, schema.columns().size())) {
        record.setField(column.name(), random.nextInt(8) == 0 ? null : value(column.type()));
      }
      records.add(record);
    }
    return records;
  }

  private Object value(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> pick(random.nextInt(), Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 7);
      case LONG -> pick(random.nextLong(), Long.MIN_VALUE, Long.MAX_VALUE, 0L, 7L);
      case FLOAT -> pick(random.nextFloat(), Float.NaN, -0f, Float.MIN_VALUE, Float.MAX_VALUE);
      case DOUBLE -> pick(random.nextDouble(), Double.NaN, -0d, Double.NEGATIVE_INFINITY, 1e-300);
      case DECIMAL -> decimal((Types.DecimalType) type);
      case DATE ->
          pick(
              LocalDate.ofEpochDay(random.nextInt(40_000) - 20_000),
              LocalDate.of(1, 1, 1),
              LocalDate.of(9999, 12, 31));
      case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400) * 1_000_000_000L + 999_999_000L);
      case TIMESTAMP -> micros(type, pick(random.nextLong() % 10_000_000_000_000_000L, -1L, 1L));
      case TIMESTAMP_NANO -> nanos(type, pick(random.nextLong() / 4 * 3, -1L, 1L));
      case STRING -> pick("s" + random.nextInt(9), "", "😀 żółw", "a'b\"c\\");
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case FIXED -> bytes(3);
      case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(4)));
      default -> throw new IllegalArgumentException("No values of " + type);
    };
  }

  @SafeVarargs
  private <V> V pick(V usual, V... extremes) {
    return random.nextInt(3) == 0 ? extremes[random.nextInt(extremes.length)] : usual;
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    BigInteger unscaled = pick(new BigInteger(type.precision() * 3, random), most, most.negate());
    return new BigDecimal(unscaled, type.scale());
  }

  private static Object micros(Type type, long micros) {
    return ((Types.TimestampType) type).shouldAdjustToUTC()
        ? DateTimeUtil.timestamptzFromMicros(micros)
        : DateTimeUtil.timestampFromMicros(micros);
  }

  private static Object nanos(Type type, long nanos) {
    return ((Types.TimestampNanoType) type).shouldAdjustToUTC()
        ? DateTimeUtil.timestampFromNanos(nanos).atOffset(ZoneOffset.UTC)
        : DateTimeUtil.timestampFromNanos(nanos);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private List<List<@Nullable String>> ours(Table table) throws SQLException {
    return Rows.sorted(Rows.query(connection, "SELECT * FROM t", table.schema()));
  }

  private static List<List<@Nullable String>> theirs(Table table) throws IOException {
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

  private void assertEqual(Table table) throws Exception {
    table.refresh();
    List<List<@Nullable String>> theirs = theirs(table);
    assertThat(theirs).isNotEmpty();
    assertThat(ours(table)).isEqualTo(theirs);
    assertThat(column(connection, "SELECT COUNT(*) FROM t")).containsExactly("" + theirs.size());
    // Rows that the engine filters, groups and joins, and one column of many.
    assertThat(column(connection, "SELECT COUNT(*) FROM t WHERE id >= 0"))
        .containsExactly("" + theirs.size());
    assertThat(column(connection, "SELECT COUNT(*) FROM t a JOIN t b ON a.id = b.id"))
        .containsExactly("" + theirs.size());
  }

  private static Schema idFirst(Schema schema) {
    List<Types.NestedField> columns = new ArrayList<>(schema.columns());
    columns.remove(schema.findField("id"));
    columns.add(0, schema.findField("id"));
    return new Schema(columns);
  }

  private static Record with(Schema schema, Map<String, Object> values) {
    Record record = GenericRecord.create(schema);
    values.forEach(record::setField);
    return record;
  }

  @Test
  void oneTableOfThreeFormatsThatChanges() throws Exception {
    Table table = create(SCHEMA, PartitionSpec.unpartitioned(), 2);
    FormatFiles files = new FormatFiles(table);
    Map<FileFormat, DataFile> first = new HashMap<>();
    int id = 0;
    for (FileFormat format : FORMATS) {
      // More than a batch.
      first.put(format, files.append(format, SCHEMA, records(SCHEMA, id, 2_500), null));
      id += 2_500;
    }
    assertEqual(table);
    String explained = String.join("\n", column(connection, "EXPLAIN PLAN FOR SELECT * FROM t"));
    assertThat(explained)
        .contains(
            "by Iceberg's reader (avro): 1 file; Iceberg's reader (orc): 1 file; read_parquet: 1 file");

    table
        .updateSchema()
        .renameColumn("i", "renamed")
        .updateColumn("m9", Types.DecimalType.of(12, 2))
        .updateColumn("f", Types.DoubleType.get())
        .deleteColumn("b")
        .commit();
    table
        .updateSchema()
        .updateColumn("renamed", Types.LongType.get())
        .addColumn("i", Types.StringType.get())
        .moveFirst("s")
        .commit();
    assertEqual(table);
    Schema changed = idFirst(table.schema());
    for (FileFormat format : FORMATS) {
      files.append(format, changed, records(changed, id, 50), null);
      id += 50;
    }
    assertEqual(table);

    for (FileFormat format : FORMATS) {
      FileFormat other = FORMATS.get((FORMATS.indexOf(format) + 1) % 3);
      files.deletePositions(format, first.get(other), 0, 7, 2_048, 2_499);
    }
    assertEqual(table);
    Schema keys = table.schema().select("id", "s");
    for (FileFormat format : FORMATS) {
      files.deleteEqual(format, keys, null, List.of(keysOf(table, keys, 11)));
    }
    assertEqual(table);
    // A delete by a column that is dropped afterwards.
    Schema dropped = table.schema().select("renamed");
    files.deleteEqual(FileFormat.AVRO, dropped, null, List.of(Map.of("renamed", 7L)));
    assertEqual(table);
    long left = Long.parseLong(column(connection, "SELECT COUNT(*) FROM t").get(0));
    table.updateSchema().deleteColumn("renamed").commit();
    assertThat(column(connection, "SELECT COUNT(*) FROM t WHERE id >= 0"))
        .containsExactly("" + left);
  }

  /** The values of the {@code n}th row that there is, for an equality delete. */
  private static Map<String, Object> keysOf(Table table, Schema keys, int n) throws IOException {
    int row = 0;
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        if (row++ == n) {
          Map<String, Object> values = new HashMap<>();
          keys.columns().forEach(c -> values.put(c.name(), record.getField(c.name())));
          return values;
        }
      }
    }
    throw new IllegalStateException("No row " + n);
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void nanosecondsAndDeletionVectors(FileFormat format) throws Exception {
    Table table = create(NANOS, PartitionSpec.unpartitioned(), 3);
    FormatFiles files = new FormatFiles(table);
    DataFile file = files.append(format, NANOS, records(NANOS, 0, 60), null);
    assertEqual(table);
    files.deleteByVector(file, 3, 4, 59);
    assertEqual(table);
    // Each value is found again by a filter, whatever bounds the format's writer has left.
    table.refresh();
    for (List<@Nullable String> row : theirs(table)) {
      if (row.get(1) != null) {
        assertThat(
                column(
                    connection,
                    "SELECT COUNT(*) FROM t WHERE tn = TIMESTAMP '"
                        + row.get(1).replace('T', ' ')
                        + "' AND id = "
                        + row.get(0)))
            .as(row.toString())
            .containsExactly("1");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"ORC", "AVRO"})
  void partitionValuesAndDefaultsThatAreNotInTheFile(FileFormat format) throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "p", Types.StringType.get()),
            Types.NestedField.optional(3, "dy", Types.DateType.get()));
    Table table =
        create(schema, PartitionSpec.builderFor(schema).identity("p").identity("dy").build(), 3);
    FormatFiles files = new FormatFiles(table);
    Schema inFile = schema.select("id");
    Record partition = with(schema, Map.of("p", "a=b/c", "dy", 19_000));
    files.append(
        format, inFile, List.of(with(inFile, Map.of("id", 1))), files.partition(partition));
    table
        .updateSchema()
        .addColumn("n", Types.IntegerType.get(), "added", Literal.of(42))
        .addColumn("m", Types.DecimalType.of(9, 2), "added", Literal.of(new BigDecimal("4.20")))
        .addRequiredColumn("t", Types.StringType.get(), "added", Literal.of("żółw"))
        .addColumn(
            "at",
            Types.TimestampType.withZone(),
            "added",
            Literal.of(1L).to(Types.TimestampType.withZone()))
        .commit();
    Schema now = table.schema().select("id", "n", "t");
    files.append(
        format,
        now,
        List.of(with(now, Map.of("id", 2, "n", 7, "t", "x"))),
        files.partition(partition));
    assertThat(rows(connection, "SELECT id, p, dy, n, m, t FROM t ORDER BY id"))
        .containsExactly(
            List.of("1", "a=b/c", "2022-01-08", "42", "4.20", "żółw"),
            List.of("2", "a=b/c", "2022-01-08", "7", "4.20", "x"));
  }

  @Test
  void avroFilesWithoutIdsByNameMapping() throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "s", Types.StringType.get()));
    Table table = create(schema, PartitionSpec.unpartitioned(), 2);
    table
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(schema)))
        .commit();
    table.updateSchema().renameColumn("s", "text").commit();
    Path file = folder.resolve("warehouse/s/t/data/plain.avro");
    Files.createDirectories(file.getParent());
    org.apache.avro.Schema avro =
        SchemaBuilder.record("r").fields().optionalString("s").optionalInt("id").endRecord();
    try (DataFileWriter<GenericData.Record> writer =
        new DataFileWriter<GenericData.Record>(new GenericDatumWriter<>(avro))
            .create(avro, file.toFile())) {
      GenericData.Record row = new GenericData.Record(avro);
      row.put("id", 1);
      row.put("s", "x");
      writer.append(row);
    }
    table
        .newAppend()
        .appendFile(
            DataFiles.builder(table.spec())
                .withPath("file:" + file)
                .withFormat(FileFormat.AVRO)
                .withFileSizeInBytes(Files.size(file))
                .withRecordCount(1)
                .build())
        .commit();
    assertThat(rows(connection, "SELECT id, text FROM t")).containsExactly(List.of("1", "x"));
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"ORC", "AVRO"})
  void aDamagedFileIsNamed(FileFormat format) throws Exception {
    Table table = create(NANOS, PartitionSpec.unpartitioned(), 3);
    DataFile file = new FormatFiles(table).append(format, NANOS, records(NANOS, 0, 5_000), null);
    Path path = Path.of(file.location().replaceFirst("^file:", ""));
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> rows(connection, "SELECT * FROM t"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(file.location())
        .hasMessageContaining("lake.s.t")
        .satisfies(
            e -> assertThat(((SQLException) e).getSQLState()).as(e.toString()).isEqualTo("XX001"));
    Files.delete(path);
    assertThatThrownBy(() -> rows(connection, "SELECT * FROM t"))
        .hasMessageContaining(file.location());
  }
}
