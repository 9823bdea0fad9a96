/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.adapter.EmbeddedCatalog;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableAppenderTest {
  private static final Schema PAIR =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "name", Types.StringType.get()));
  private static final Schema FLAT =
      new Schema(
          NestedField.optional(1, "b", Types.BooleanType.get()),
          NestedField.optional(2, "i", Types.IntegerType.get()),
          NestedField.optional(3, "l", Types.LongType.get()),
          NestedField.optional(4, "f", Types.FloatType.get()),
          NestedField.optional(5, "d", Types.DoubleType.get()),
          NestedField.optional(6, "dec", Types.DecimalType.of(38, 10)),
          NestedField.optional(7, "dt", Types.DateType.get()),
          NestedField.optional(8, "tm", Types.TimeType.get()),
          NestedField.optional(9, "ts", Types.TimestampType.withoutZone()),
          NestedField.optional(10, "tz", Types.TimestampType.withZone()),
          NestedField.optional(11, "s", Types.StringType.get()),
          NestedField.optional(12, "u", Types.UUIDType.get()),
          NestedField.optional(13, "fx", Types.FixedType.ofLength(2)),
          NestedField.optional(14, "bin", Types.BinaryType.get()));

  @TempDir Path folder;
  private EmbeddedCatalog catalog;

  @BeforeEach
  void open() {
    catalog = new EmbeddedCatalog(folder);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private long append(Table table, Object[]... rows) {
    return append(table, Arrays.asList(rows).iterator());
  }

  private long append(Table table, Iterator<Object[]> rows) {
    return new TableAppender(catalog.roots()).append(table, rows, ZoneOffset.UTC);
  }

  private Table pair(Map<String, String> properties) {
    return catalog.create("t", PAIR, PartitionSpec.unpartitioned(), properties);
  }

  private static List<Object> list(Object[] row) {
    return Arrays.stream(row).map(EmbeddedCatalog::comparable).toList();
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private static List<DataFile> added(Table table) {
    Iterable<DataFile> files =
        SnapshotChanges.builderFor(table)
            .snapshot(table.currentSnapshot())
            .build()
            .addedDataFiles();
    return StreamSupport.stream(files.spliterator(), false).toList();
  }

  private static Object[] low() {
    return row(
        false,
        Integer.MIN_VALUE,
        Long.MIN_VALUE,
        Float.NEGATIVE_INFINITY,
        -Double.MAX_VALUE,
        new BigDecimal("-9999999999999999999999999999.9999999999"),
        LocalDate.of(1, 1, 1),
        LocalTime.MIDNIGHT,
        LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000),
        OffsetDateTime.parse("1969-12-31T23:59:59.999999Z"),
        "",
        new UUID(0, 0),
        new byte[] {0, 0},
        ByteBuffer.allocate(0));
  }

  private static Object[] high() {
    return row(
        true,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        Float.NaN,
        -0.0d,
        new BigDecimal("9999999999999999999999999999.9999999999"),
        LocalDate.of(9999, 12, 31),
        LocalTime.of(23, 59, 59, 999_999_000),
        LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000),
        OffsetDateTime.parse("2262-01-01T00:00:00.000001Z"),
        "żółw 🐢",
        new UUID(-1, -1),
        new byte[] {-1, 127},
        ByteBuffer.wrap(new byte[] {0, -1}));
  }

  @Test
  void everyFlatTypeIsReadBackEqual() {
    Table table = catalog.create("t", FLAT, PartitionSpec.unpartitioned(), Map.of());
    Object[] nulls = new Object[FLAT.columns().size()];
    assertThat(append(table, low(), high(), nulls)).isEqualTo(3);
    List<List<Object>> rows = catalog.rows(catalog.load("t"));
    assertThat(rows.get(0)).isEqualTo(list(low()));
    assertThat(rows.get(1)).isEqualTo(list(high()));
    assertThat(rows.get(2)).containsOnlyNulls();
    assertThat(catalog.load("t").currentSnapshot().summary())
        .containsEntry("engine-name", "moraine")
        .containsEntry("added-records", "3");
  }

  private static PartitionSpec specOf(String transform) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(FLAT);
    return switch (transform) {
      case "identity" -> spec.identity("s").identity("dec").identity("u").identity("b").build();
      case "bucket" -> spec.bucket("l", 16).bucket("s", 4).bucket("bin", 3).bucket("u", 7).build();
      case "truncate" ->
          spec.truncate("s", 2).truncate("i", 10).truncate("dec", 50).truncate("bin", 1).build();
      case "year" -> spec.year("ts").build();
      case "month" -> spec.month("dt").build();
      case "day" -> spec.day("tz").build();
      case "hour" -> spec.hour("ts").build();
      case "void" -> spec.alwaysNull("s").build();
      default -> throw new IllegalArgumentException(transform);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "identity, s=%C5%BC%C3%B3%C5%82w+%F0%9F%90%A2/dec=9999999999999999999999999999.9999999999"
        + "/u=ffffffff-ffff-ffff-ffff-ffffffffffff/b=true",
    "bucket,",
    "truncate, s_trunc=%C5%BC%C3%B3/i_trunc=2147483640"
        + "/dec_trunc=9999999999999999999999999999.9999999950/bin_trunc=AA%3D%3D",
    "year, ts_year=9999",
    "month, dt_month=9999-12",
    "day, tz_day=2262-01-01",
    "hour, ts_hour=9999-12-31-23",
    "void, s_null=null"
  })
  void everyTransformRoutesRowsAndIsReadBackEqual(String transform, String path) {
    PartitionSpec spec = specOf(transform);
    Table table = catalog.create("t", FLAT, spec, Map.of());
    Object[] nulls = new Object[FLAT.columns().size()];
    Object[] low = low();
    if (transform.equals("truncate")) {
      low[1] = -2_147_483_640;
      low[5] = new BigDecimal("-9999999999999999999999999999.9999999950");
    }
    append(table, low, high(), nulls, high());
    List<DataFile> files = added(table);
    assertThat(files.stream().mapToLong(DataFile::recordCount).sum()).isEqualTo(4);
    assertThat(files).hasSize(transform.equals("void") ? 1 : 3);
    List<String> paths =
        files.stream().map(file -> table.spec().partitionToPath(file.partition())).toList();
    if (path != null) {
      assertThat(paths).contains(path);
    }
    for (DataFile file : table.spec().isUnpartitioned() ? List.<DataFile>of() : files) {
      assertThat(file.location())
          .contains("/" + table.spec().partitionToPath(file.partition()) + "/");
      assertThat(file.sortOrderId()).isIn(null, 0);
    }
    List<List<Object>> rows = catalog.rows(catalog.load("t"));
    assertThat(rows).containsExactlyInAnyOrder(list(low), list(high()), list(high()), list(nulls));
  }

  @ParameterizedTest
  @CsvSource({
    "i, -2147483648",
    "l, -9223372036854775808",
    "dec, -9999999999999999999999999999.9999999999"
  })
  void valuesWhoseTruncationWouldWrapAreRefused(String column, BigDecimal value) {
    PartitionSpec spec = PartitionSpec.builderFor(FLAT).truncate(column, 10).build();
    Table table = catalog.create("t", FLAT, spec, Map.of());
    Object[] values = new Object[FLAT.columns().size()];
    values[FLAT.columns().indexOf(FLAT.findField(column))] = value;
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, values));
    assertThat(error.code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertThat(error).hasMessageContaining("partition field " + column + "_trunc");
    assertThat(catalog.dataFiles()).isEmpty();
  }

  @Test
  void hoursThatWouldWrapAreRefused() {
    PartitionSpec spec = PartitionSpec.builderFor(FLAT).hour("ts").build();
    Table table = catalog.create("t", FLAT, spec, Map.of());
    Object[] values = new Object[FLAT.columns().size()];
    values[8] = LocalDateTime.of(290_000, 1, 1, 0, 0);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, values));
    assertThat(error.code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE);
    assertThat(error).hasMessageContaining("partition field ts_hour");
  }

  @ParameterizedTest
  @CsvSource({"year, 1969", "month, 1969-12", "day, 1969-12-31", "hour, 1969-12-31-00"})
  void theLastMicrosecondOfASecondBefore1970IsFound(String transform, String partition)
      throws IOException {
    LocalDateTime start =
        transform.equals("year")
            ? LocalDateTime.of(1969, 1, 1, 0, 0)
            : LocalDateTime.of(1969, 12, transform.equals("month") ? 1 : 31, 0, 0);
    Table table = catalog.create("t", FLAT, specOf(transform, "ts"), Map.of());
    Object[] values = new Object[FLAT.columns().size()];
    values[8] = start.plusNanos(999_999_000);
    append(table, values);
    assertThat(table.spec().partitionToPath(added(table).get(0).partition()))
        .isEqualTo("ts_" + transform + "=" + partition);
    for (Expression filter :
        List.of(
            Expressions.greaterThanOrEqual("ts", start.toString() + ":00"),
            Expressions.equal("ts", values[8].toString()),
            Expressions.lessThanOrEqual("ts", values[8].toString()),
            Expressions.lessThan("ts", start.plusSeconds(1).toString()))) {
      try (CloseableIterable<Record> records = IcebergGenerics.read(table).where(filter).build()) {
        assertThat(records).as(filter.toString()).hasSize(1);
      }
    }
  }

  private static PartitionSpec specOf(String transform, String column) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(FLAT);
    return switch (transform) {
      case "year" -> spec.year(column).build();
      case "month" -> spec.month(column).build();
      case "day" -> spec.day(column).build();
      default -> spec.hour(column).build();
    };
  }

  @Test
  void noRowsMakeNoSnapshot() {
    Table table = pair(Map.of());
    assertThat(append(table)).isZero();
    assertThat(catalog.load("t").currentSnapshot()).isNull();
    assertThat(catalog.dataFiles()).isEmpty();
  }

  @Test
  void aFailureMidwayLeavesNoFileAndNoSnapshot() {
    PartitionSpec spec = PartitionSpec.builderFor(PAIR).bucket("id", 8).build();
    Table table = catalog.create("t", PAIR, spec, Map.of());
    Iterator<Object[]> rows =
        IntStream.range(0, 5_000).mapToObj(i -> row(i == 4_999 ? null : i, "x")).iterator();
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, rows));
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_NULL_VIOLATION);
    assertThat(error).hasMessageContaining("row 5000, column id");
    assertThat(catalog.load("t").currentSnapshot()).isNull();
    assertThat(catalog.dataFiles()).isEmpty();
  }

  @Test
  void whatTheRowsThrowPassesThrough() {
    Table table = pair(Map.of());
    Iterator<Object[]> rows = Stream.of(1, 2).map(i -> i == 1 ? row(1, "a") : failing()).iterator();
    assertThatThrownBy(() -> append(table, rows)).isInstanceOf(ArithmeticException.class);
    assertThat(catalog.dataFiles()).isEmpty();
  }

  private static Object[] failing() {
    throw new ArithmeticException("from the rows");
  }

  @Test
  void moreOpenPartitionsThanAllowedMakeMoreFiles() {
    PartitionSpec spec = PartitionSpec.builderFor(PAIR).identity("id").build();
    Table table = catalog.create("t", PAIR, spec, Map.of());
    Iterator<Object[]> rows = IntStream.range(0, 40).mapToObj(i -> row(i % 10, "r" + i)).iterator();
    TableAppender appender = new TableAppender(catalog.roots(), new WriteLimits(4, Long.MAX_VALUE));
    assertThat(appender.append(table, rows, ZoneOffset.UTC)).isEqualTo(40);
    assertThat(added(table)).hasSize(40);
    assertThat(catalog.rows(table)).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void moreOpenBytesThanAllowedMakeMoreFiles() {
    PartitionSpec spec = PartitionSpec.builderFor(PAIR).bucket("id", 2).build();
    Table table = catalog.create("t", PAIR, spec, Map.of());
    Iterator<Object[]> rows =
        IntStream.range(0, 20_000).mapToObj(i -> row(i, "some text " + i)).iterator();
    new TableAppender(catalog.roots(), new WriteLimits(10, 100_000))
        .append(table, rows, ZoneOffset.UTC);
    assertThat(added(table)).hasSizeBetween(4, 20);
    assertThat(catalog.rows(table)).hasSize(20_000).doesNotHaveDuplicates();
  }

  @Test
  void filesRollAtTheTargetSize() {
    Table table = pair(Map.of("write.target-file-size-bytes", "50000"));
    append(table, IntStream.range(0, 20_000).mapToObj(i -> row(i, "some text " + i)).iterator());
    assertThat(added(table)).hasSizeBetween(4, 20);
    assertThat(catalog.rows(table)).hasSize(20_000);
  }

  @ParameterizedTest
  @CsvSource({
    "write.format.default, orc, NOT_SUPPORTED, only parquet",
    "write.location-provider.impl, java.lang.Runtime, NOT_SUPPORTED, unset the property",
    "write.data.path, file:/elsewhere, ACCESS_DENIED, write.data.path",
    "write.metadata.path, file:/elsewhere, ACCESS_DENIED, write.metadata.path"
  })
  void tablesThatMayNotBeWrittenAreRefused(
      String property, String value, ErrorCode code, String text) {
    // Creating the table writes metadata, so the property must come second.
    Table table = pair(Map.of());
    Table moved = withProperty(table, property, value);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(moved, row(1, "a")));
    assertThat(error.code()).isEqualTo(code);
    assertThat(error).hasMessageContaining(text).hasMessageContaining("db.t");
    assertThat(catalog.dataFiles()).isEmpty();
  }

  private static Table withProperty(Table table, String property, String value) {
    TableOperations operations = ((HasTableOperations) table).operations();
    TableMetadata metadata = operations.current().replaceProperties(Map.of(property, value));
    return new BaseTable(
        new StaticTableOperations(metadata, table.io(), operations.locationProvider()),
        table.name());
  }
}
