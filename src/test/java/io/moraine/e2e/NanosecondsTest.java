/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of timestamps with nanoseconds, computed once more by {@code java.time}. */
final class NanosecondsTest {
  private static final ZoneId WARSAW = ZoneId.of("Europe/Warsaw");
  private static final TableIdentifier T = TableIdentifier.of("s", "t");

  /** Nanoseconds since 1970, with the largest and those around the changes of a second. */
  private static final List<Long> COUNTS =
      List.of(
          -9_223_286_399_999_999_999L,
          -2_208_988_800_000_000_001L,
          -1_000_000_001L,
          -1_000L,
          -999L,
          -1L,
          0L,
          1L,
          999L,
          1_000L,
          1_711_846_799_999_999_999L,
          1_711_846_800_000_000_000L,
          1_729_990_800_123_456_789L,
          9_223_372_036_854_775_806L);

  @TempDir private Path folder;

  private SqliteCatalog catalog() {
    return new SqliteCatalog("lake", folder);
  }

  private Connection connect() throws Exception {
    Connection connection = catalog().connect();
    run(connection, "SET schema = 'lake.s'", "SET timeZone = '" + WARSAW + "'");
    return connection;
  }

  /** A table that Iceberg's library writes: ids from 0, local times and instants. */
  @BeforeEach
  void write() throws Exception {
    try (Connection connection = catalog().connect();
        JdbcCatalog library = catalog().open()) {
      run(connection, "CREATE SCHEMA lake.s");
      Schema schema =
          new Schema(
              Types.NestedField.required(1, "id", Types.IntegerType.get()),
              Types.NestedField.optional(2, "n", Types.TimestampNanoType.withoutZone()),
              Types.NestedField.optional(3, "z", Types.TimestampNanoType.withZone()),
              Types.NestedField.optional(4, "b", Types.BinaryType.get()));
      Table table =
          library.createTable(
              T, schema, PartitionSpec.unpartitioned(), Map.of("format-version", "3"));
      List<@Nullable Long> counts = new ArrayList<>(COUNTS);
      counts.add(null);
      table.newAppend().appendFile(written(table, counts)).commit();
    }
  }

  private static DataFile written(Table table, List<@Nullable Long> counts) throws Exception {
    EncryptedOutputFile output =
        OutputFileFactory.builderFor(table, 0, 0)
            .format(FileFormat.PARQUET)
            .build()
            .newOutputFile();
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .dataSchema(table.schema())
            .build()
            .newDataWriter(output, table.spec(), null);
    try (writer) {
      for (int id = 0; id < counts.size(); id++) {
        GenericRecord row = GenericRecord.create(table.schema());
        Long count = counts.get(id);
        row.setField("id", id);
        if (count != null) {
          row.setField("n", DateTimeUtil.timestampFromNanos(count));
          row.setField("z", DateTimeUtil.timestamptzFromNanos(count));
        }
        writer.write(row);
      }
    }
    return writer.toDataFile();
  }

  private static String text(LocalDateTime local) {
    String seconds = local.toString().replace('T', ' ');
    String whole = seconds.length() == 16 ? seconds + ":00" : seconds;
    return whole.contains(".") ? whole.replaceFirst("0+$", "") : whole;
  }

  private static String text(ZonedDateTime zoned) {
    String offset = zoned.getOffset().getId();
    return text(zoned.toLocalDateTime())
        + (offset.equals("Z") ? "+00" : offset.replaceFirst(":00$", ""));
  }

  /** What an expression over {@code n} gives. */
  private static Map<String, Function<LocalDateTime, String>> functions() {
    Map<String, Function<LocalDateTime, String>> functions = new LinkedHashMap<>();
    functions.put("n", NanosecondsTest::text);
    functions.put("CAST(n AS VARCHAR)", NanosecondsTest::text);
    functions.put("CAST(n AS DATE)", n -> n.toLocalDate().toString());
    functions.put("CAST(n AS TIMESTAMP)", n -> text(floor(n.plusNanos(500), 1_000)));
    functions.put(
        "CAST(n AS TIMESTAMP(0))", n -> text(floor(n.plusNanos(500_000_000), 1_000_000_000)));
    functions.put("EXTRACT(YEAR FROM n)", n -> String.valueOf(n.getYear()));
    functions.put("EXTRACT(SECOND FROM n)", n -> String.valueOf(n.getSecond()));
    functions.put(
        "EXTRACT(NANOSECOND FROM n)",
        n -> String.valueOf(n.getSecond() * 1_000_000_000L + n.getNano()));
    functions.put("EXTRACT(EPOCH FROM n)", n -> String.valueOf(n.toEpochSecond(ZoneOffset.UTC)));
    functions.put("FLOOR(n TO MINUTE)", n -> text(n.truncatedTo(ChronoUnit.MINUTES)));
    functions.put(
        "DATE_TRUNC('month', n + INTERVAL '1' MONTH)",
        n -> text(n.plusMonths(1).withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS)));
    functions.put("n - INTERVAL '0.5' SECOND", n -> text(n.minusNanos(500_000_000)));
    functions.put(
        "DAYNAME(n)", n -> DayOfWeek.from(n).getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    functions.put("n = CAST(n AS TIMESTAMP)", n -> String.valueOf(n.getNano() % 1_000 == 0));
    functions.put("n < CAST(n AS TIMESTAMP)", n -> String.valueOf(n.getNano() % 1_000 >= 500));
    functions.put(
        "TIMESTAMPDIFF(HOUR, n, TIMESTAMP '1970-01-01 00:00:00.000000500')",
        n -> String.valueOf(n.until(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 500), ChronoUnit.HOURS)));
    functions.put(
        "TIMESTAMPDIFF(MONTH, TIMESTAMP '1970-01-01 00:00:00.000000500', n)",
        n ->
            String.valueOf(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 500).until(n, ChronoUnit.MONTHS)));
    functions.put("CAST(n AS TIMESTAMP(9) WITH LOCAL TIME ZONE)", n -> text(n.atZone(WARSAW)));
    return functions;
  }

  private static LocalDateTime floor(LocalDateTime local, int unit) {
    return local.withNano(local.getNano() / unit * unit);
  }

  @Test
  void localTimesAreComputedToTheNanosecond() throws Exception {
    Map<String, Function<LocalDateTime, String>> functions = functions();
    // Sums near the ends of the range leave it.
    List<Long> inner = COUNTS.subList(1, COUNTS.size() - 1);
    try (Connection connection = connect()) {
      List<List<@Nullable String>> rows =
          rows(
              connection,
              "SELECT "
                  + String.join(", ", functions.keySet())
                  + " FROM t WHERE id BETWEEN 1 AND "
                  + inner.size()
                  + " ORDER BY id");
      List<List<@Nullable String>> expected = new ArrayList<>();
      for (long count : inner) {
        LocalDateTime local = DateTimeUtil.timestampFromNanos(count);
        List<@Nullable String> row = new ArrayList<>();
        functions.values().forEach(function -> row.add(function.apply(local)));
        expected.add(row);
      }
      assertThat(rows).isEqualTo(expected);
    }
  }

  /** What an expression over {@code z} gives in the session's zone. */
  private static Map<String, Function<ZonedDateTime, String>> zonedFunctions() {
    Map<String, Function<ZonedDateTime, String>> functions = new LinkedHashMap<>();
    functions.put("z", NanosecondsTest::text);
    functions.put("CAST(z AS VARCHAR)", NanosecondsTest::text);
    functions.put("CAST(z AS DATE)", z -> z.toLocalDate().toString());
    functions.put("CAST(z AS TIMESTAMP(9))", z -> text(z.toLocalDateTime()));
    functions.put(
        "CAST(z AS TIMESTAMP)", z -> text(floor(z.plusNanos(500).toLocalDateTime(), 1_000)));
    functions.put("EXTRACT(HOUR FROM z)", z -> String.valueOf(z.getHour()));
    functions.put("FLOOR(z TO DAY)", z -> text(z.truncatedTo(ChronoUnit.DAYS)));
    functions.put("z + INTERVAL '1' HOUR", z -> text(z.plusHours(1)));
    functions.put("z + INTERVAL '1' DAY", z -> text(z.plusDays(1)));
    functions.put(
        "z >= TIMESTAMP '2024-03-31 03:00:00'",
        z -> String.valueOf(!z.toInstant().isBefore(Instant.parse("2024-03-31T01:00:00Z"))));
    functions.put(
        "z = CAST(z AS TIMESTAMP WITH LOCAL TIME ZONE)",
        z -> String.valueOf(z.getNano() % 1_000 == 0));
    functions.put("z = CAST(CAST(z AS VARCHAR) AS TIMESTAMP(9) WITH LOCAL TIME ZONE)", z -> "true");
    functions.put(
        "TIMESTAMPDIFF(NANOSECOND, z, TIMESTAMP WITH LOCAL TIME ZONE '1970-01-01 00:00:00')",
        z -> String.valueOf(-ChronoUnit.NANOS.between(Instant.EPOCH, z.toInstant())));
    return functions;
  }

  @Test
  void instantsAreComputedInTheSessionsZone() throws Exception {
    Map<String, Function<ZonedDateTime, String>> functions = zonedFunctions();
    List<Long> inner = COUNTS.subList(1, COUNTS.size() - 1);
    try (Connection connection = connect()) {
      List<List<@Nullable String>> expected = new ArrayList<>();
      for (long count : inner) {
        ZonedDateTime zoned = DateTimeUtil.timestamptzFromNanos(count).atZoneSameInstant(WARSAW);
        List<@Nullable String> row = new ArrayList<>();
        functions.values().forEach(function -> row.add(function.apply(zoned)));
        expected.add(row);
      }
      assertThat(
              rows(
                  connection,
                  "SELECT "
                      + String.join(", ", functions.keySet())
                      + " FROM t WHERE id BETWEEN 1 AND "
                      + inner.size()
                      + " ORDER BY id"))
          .isEqualTo(expected);
    }
  }

  @Test
  void rowsAreSortedGroupedAndFound() throws Exception {
    try (Connection connection = connect()) {
      for (String c : List.of("n", "z")) {
        List<@Nullable String> ids = new ArrayList<>();
        for (int id = 0; id <= COUNTS.size(); id++) {
          ids.add(String.valueOf(id));
        }
        assertThat(column(connection, "SELECT id FROM t ORDER BY " + c)).isEqualTo(ids);
        assertThat(rows(connection, "SELECT COUNT(DISTINCT " + c + "), COUNT(" + c + ") FROM t t1"))
            .containsExactly(List.of("14", "14"));
        assertThat(
                column(
                    connection,
                    "SELECT a.id FROM t a JOIN t b ON a." + c + " = b." + c + " ORDER BY a.id"))
            .hasSize(14);
        assertThat(
                rows(
                    connection,
                    "SELECT a.id, b.id FROM (SELECT MIN("
                        + c
                        + ") lo, MAX("
                        + c
                        + ") hi FROM t) m"
                        + " JOIN t a ON a."
                        + c
                        + " = lo JOIN t b ON b."
                        + c
                        + " = hi"))
            .containsExactly(List.of("0", "13"));
        assertThat(
                column(
                    connection,
                    "SELECT id FROM t WHERE LEAST("
                        + c
                        + ", "
                        + c
                        + ") IN (SELECT MAX("
                        + c
                        + ") FROM t WHERE id < 6)"))
            .containsExactly("5");
      }
      run(
          connection,
          "CREATE TABLE micros (m TIMESTAMP)",
          "INSERT INTO micros VALUES (TIMESTAMP '1970-01-01 00:00:00'),"
              + " (TIMESTAMP '1970-01-01 00:00:00.000001'), (TIMESTAMP '1500-01-01 00:00:00')");
      assertThat(column(connection, "SELECT id FROM t JOIN micros ON n = m ORDER BY id"))
          .containsExactly("6", "9");
      assertThat(
              column(
                  connection,
                  "SELECT id FROM t WHERE n IN (SELECT m FROM micros WHERE m > DATE '1900-01-01')"
                      + " ORDER BY id"))
          .containsExactly("6", "9");
      assertThat(
              column(
                  connection,
                  "SELECT n = CAST(z AS TIMESTAMP(9)) OR n = z FROM t WHERE id BETWEEN 1 AND 12"))
          .hasSize(12)
          .containsOnly("false");
    }
  }

  @Test
  void parametersKeepNanoseconds() throws Exception {
    LocalDateTime local = DateTimeUtil.timestampFromNanos(COUNTS.get(5));
    OffsetDateTime instant = local.atOffset(ZoneOffset.UTC);
    try (Connection connection = connect();
        PreparedStatement locals = connection.prepareStatement("SELECT id FROM t WHERE n = ?");
        PreparedStatement instants = connection.prepareStatement("SELECT id FROM t WHERE z = ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t (id, n, z) VALUES (100, ?, ?)")) {
      for (Object value : List.of(local, text(local))) {
        locals.setObject(1, value);
        assertThat(rows(locals)).as("%s", value).containsExactly(List.of("5"));
      }
      ZonedDateTime warsaw = instant.atZoneSameInstant(WARSAW);
      for (Object value :
          List.of(instant, instant.toInstant(), warsaw, warsaw.toLocalDateTime(), text(warsaw))) {
        instants.setObject(1, value);
        assertThat(rows(instants)).as("%s", value).containsExactly(List.of("5"));
      }
      locals.setObject(1, LocalDateTime.of(2300, 1, 1, 0, 0));
      assertFailure(locals::executeQuery).startsWith("22008: ").contains("Parameter 1");
      insert.setObject(1, local);
      insert.setObject(2, instant);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(
              column(
                  connection,
                  "SELECT COUNT(*) FROM t a JOIN t b ON a.n = b.n AND a.z = b.z WHERE a.id = 100"))
          .containsExactly("2");
    }
  }

  @Test
  void whatDoesNotFitIsRefusedByColumn() throws Exception {
    try (Connection connection = connect()) {
      assertFailure(connection, "INSERT INTO t (id, n) VALUES (1, TIMESTAMP '2300-01-01 00:00:00')")
          .startsWith("22008: ")
          .contains("n", "row 1");
      assertFailure(connection, "INSERT INTO t (id, z) SELECT 1, '1600-01-01 00:00:00+00'")
          .startsWith("22008: ")
          .contains("z");
      assertFailure(
              connection,
              "INSERT INTO t (id, z) SELECT 1, x FROM (VALUES (TIMESTAMP '2300-01-01 00:00:00')) v(x)")
          .startsWith("22008: ")
          .contains("z");
      run(connection, "CREATE TABLE micros (m TIMESTAMP)");
      assertFailure(connection, "INSERT INTO micros SELECT n FROM t WHERE id = 5")
          .startsWith("22008: ")
          .contains("m");
      assertFailure(connection, "CREATE TABLE v2 (c TIMESTAMP(9)) WITH ('format-version' = '2')")
          .startsWith("0A000: ")
          .contains("column c", "format version 3");
      assertFailure(connection, "SELECT (n - n) DAY TO SECOND = INTERVAL '1' DAY FROM t")
          .startsWith("0A000: ");
      assertFailure(
              connection,
              "SELECT COUNT(*) OVER (ORDER BY n RANGE INTERVAL '1' DAY PRECEDING) FROM t")
          .startsWith("0A000: ")
          .contains("RANGE");
    }
  }

  @Test
  void theWholeRangeOfLocalTimesIsRead() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      Table table = library.loadTable(T);
      table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
      table
          .newAppend()
          .appendFile(written(table, List.of(Long.MIN_VALUE, -Long.MAX_VALUE, Long.MAX_VALUE)))
          .commit();
      List<@Nullable String> texts =
          List.of(
              "1677-09-21 00:12:43.145224192",
              "1677-09-21 00:12:43.145224193",
              "2262-04-11 23:47:16.854775807");
      assertThat(column(connection, "SELECT n FROM t ORDER BY n")).isEqualTo(texts);
      assertThat(column(connection, "SELECT CAST(n AS VARCHAR) FROM t ORDER BY n"))
          .isEqualTo(texts);
      assertThat(rows(connection, "SELECT MIN(n), MAX(n) FROM t"))
          .containsExactly(List.of(texts.get(0), texts.get(2)));
      assertThat(
              column(
                  connection,
                  "SELECT id FROM t WHERE n < TIMESTAMP '1677-09-21 00:12:43.145224193'"))
          .containsExactly("0");
      assertThat(
              column(
                  connection,
                  "SELECT id FROM t WHERE n < TIMESTAMP '1677-09-22 00:00:00' ORDER BY id"))
          .containsExactly("0", "1");
      assertFailure(connection, "SELECT z FROM t")
          .startsWith("22008: ")
          .contains("Column z", "1677");
    }
  }
}
