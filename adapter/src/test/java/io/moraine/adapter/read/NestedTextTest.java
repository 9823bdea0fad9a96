/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the engine makes of nested values that come as text. */
final class NestedTextTest {
  private static final String LEAVES =
      "STRUCT(b BOOLEAN, i INTEGER, l BIGINT, f FLOAT, d DOUBLE, m DECIMAL(38,10), dt DATE, tm TIME,"
          + " ts TIMESTAMP, tz TIMESTAMPTZ, tn TIMESTAMP_NS, tnz TIMESTAMP_NS, s VARCHAR, u UUID,"
          + " x BLOB, v BLOB)";

  private static final Types.StructType STRUCT =
      Types.StructType.of(
          Types.NestedField.optional(11, "b", Types.BooleanType.get()),
          Types.NestedField.optional(12, "i", Types.IntegerType.get()),
          Types.NestedField.optional(13, "l", Types.LongType.get()),
          Types.NestedField.optional(14, "f", Types.FloatType.get()),
          Types.NestedField.optional(15, "d", Types.DoubleType.get()),
          Types.NestedField.optional(16, "m", Types.DecimalType.of(38, 10)),
          Types.NestedField.optional(17, "dt", Types.DateType.get()),
          Types.NestedField.optional(18, "tm", Types.TimeType.get()),
          Types.NestedField.optional(19, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(20, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(21, "tn", Types.TimestampNanoType.withoutZone()),
          Types.NestedField.optional(22, "tnz", Types.TimestampNanoType.withZone()),
          Types.NestedField.optional(23, "s", Types.StringType.get()),
          Types.NestedField.optional(24, "u", Types.UUIDType.get()),
          Types.NestedField.optional(25, "x", Types.FixedType.ofLength(2)),
          Types.NestedField.optional(26, "v", Types.BinaryType.get()));

  private static ReadColumn column(Type type, String engineType) {
    return new ReadColumn("lake.db.t", Types.NestedField.optional(1, "c", type), engineType);
  }

  /** Asserts that the engine has just the value of the expression for it. */
  private static void assertValue(
      Type type, String engineType, @Nullable Object value, String expression) throws Exception {
    ReadColumn column = column(type, engineType);
    try (Connection engine = DriverManager.getConnection("jdbc:duckdb:")) {
      try (Statement zone = engine.createStatement()) {
        zone.execute("SET TimeZone = 'Asia/Tokyo'");
      }
      String ours = column.sql("CAST(? AS VARCHAR)");
      String theirs = "CAST(" + expression + " AS " + engineType + ")";
      try (PreparedStatement query =
          engine.prepareStatement(
              "SELECT a IS NOT DISTINCT FROM b AND CAST(a AS VARCHAR) IS NOT DISTINCT FROM"
                  + " CAST(b AS VARCHAR), a, b FROM (SELECT "
                  + ours
                  + " AS a, "
                  + theirs
                  + " AS b)")) {
        query.setString(1, value == null ? null : NestedText.of(column, value));
        try (ResultSet row = query.executeQuery()) {
          row.next();
          assertThat(row.getBoolean(1))
              .as("%s is not %s", row.getObject(2), row.getObject(3))
              .isTrue();
        }
      }
    }
  }

  private static Record struct(@Nullable Object... values) {
    Record record = GenericRecord.create(new Schema(STRUCT.fields()));
    for (int i = 0; i < values.length; i++) {
      record.set(i, values[i]);
    }
    return record;
  }

  @Test
  void everyLeafIsExact() throws Exception {
    LocalDateTime nano = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999);
    LocalDateTime micro = LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000);
    assertValue(
        STRUCT,
        LEAVES,
        struct(
            true,
            Integer.MIN_VALUE,
            Long.MIN_VALUE,
            Float.MIN_VALUE,
            -0.0,
            new BigDecimal("-9999999999999999999999999999.9999999999"),
            LocalDate.of(-43, 3, 15),
            LocalTime.of(10, 0),
            micro,
            micro.atOffset(ZoneOffset.UTC),
            nano,
            nano.atOffset(ZoneOffset.UTC),
            "a'\"b\\ \n\t\u0001 😀 żółw {[null]}",
            UUID.fromString("ffffffff-0000-0000-0000-000000000001"),
            new byte[] {0, -1},
            ByteBuffer.wrap(new byte[] {'\\', 'x', 39, 0})),
        "{'b': true, 'i': -2147483648, 'l': -9223372036854775808, 'f': '1.4E-45'::FLOAT,"
            + " 'd': '-0.0'::DOUBLE, 'm': '-9999999999999999999999999999.9999999999'::DECIMAL(38,10),"
            + " 'dt': DATE '0044-03-15 (BC)', 'tm': TIME '10:00:00',"
            + " 'ts': TIMESTAMP '0001-01-01 00:00:00.000001',"
            + " 'tz': TIMESTAMPTZ '0001-01-01 00:00:00.000001+00',"
            + " 'tn': make_timestamp_ns(-1), 'tnz': make_timestamp_ns(-1),"
            + " 's': 'a''\"b\\ ' || chr(10) || chr(9) || chr(1) || ' 😀 żółw {[null]}',"
            + " 'u': 'ffffffff-0000-0000-0000-000000000001'::UUID,"
            + " 'x': unhex('00ff'), 'v': unhex('5c782700')}");
    assertValue(
        STRUCT,
        LEAVES,
        struct(false, 1, 1L, Float.NaN, Double.NEGATIVE_INFINITY),
        "{'b': false, 'i': 1, 'l': 1, 'f': 'NaN', 'd': '-Infinity', 'm': NULL, 'dt': NULL,"
            + " 'tm': NULL, 'ts': NULL, 'tz': NULL, 'tn': NULL, 'tnz': NULL, 's': NULL, 'u': NULL,"
            + " 'x': NULL, 'v': NULL}");
    assertValue(STRUCT, LEAVES, null, "NULL");
  }

  @Test
  void listsAndMapsOfEachOther() throws Exception {
    Type list = Types.ListType.ofOptional(11, Types.ListType.ofOptional(12, Types.LongType.get()));
    assertValue(
        list,
        "BIGINT[][]",
        Arrays.asList(List.of(1L, 2L), null, List.of(), Collections.singletonList(null)),
        "[[1, 2], NULL, [], [NULL]]");
    assertValue(list, "BIGINT[][]", List.of(), "[]");
    Type map =
        Types.MapType.ofOptional(
            11,
            12,
            Types.DateType.get(),
            Types.StructType.of(
                Types.NestedField.optional(13, "a \"b\" 'c'", Types.StringType.get()),
                Types.NestedField.optional(
                    14, "l", Types.ListType.ofOptional(15, Types.DecimalType.of(9, 2)))));
    String engineType = "MAP(DATE, STRUCT(\"a \"\"b\"\" 'c'\" VARCHAR, l DECIMAL(9,2)[]))";
    Record value = GenericRecord.create(map.asMapType().valueType().asStructType());
    value.set(0, "");
    value.set(1, List.of(new BigDecimal("0.10")));
    Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
    entries.put(LocalDate.of(2024, 2, 29), value);
    entries.put(LocalDate.of(1, 1, 1), null);
    assertValue(
        map,
        engineType,
        entries,
        "MAP {DATE '2024-02-29': {'a \"b\" ''c''': '', 'l': [0.10]}, DATE '0001-01-01': NULL}");
    assertValue(map, engineType, Map.of(), "MAP {}");
  }

  @Test
  void mapsWithNestedKeysAreRefused() {
    Type map =
        Types.MapType.ofOptional(
            11, 12, Types.ListType.ofOptional(13, Types.LongType.get()), Types.LongType.get());
    assertThatThrownBy(
            () -> NestedText.of(column(map, "MAP(BIGINT[], BIGINT)"), Map.of(List.of(1L), 1L)))
        .isInstanceOf(MoraineException.class)
        .hasMessageContaining("Column c of table lake.db.t")
        .hasMessageContaining("nested keys");
  }
}
