/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Spark's tables are read here, and ours are read by Spark, value by value. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkInteropTest {
  @TempDir private static @Nullable Path directory;
  private @Nullable SqliteCatalog catalog;
  private @Nullable SparkProcess spark;
  private @Nullable Connection connection;

  @BeforeAll
  void startSpark() throws Exception {
    catalog = new SqliteCatalog("lake", directory);
    catalog.open().close();
    spark = SparkProcess.start(catalog);
    spark.sql("CREATE NAMESPACE peer");
    connection = catalog.connect();
  }

  @AfterAll
  void stopSpark() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (spark != null) {
      spark.close();
    }
  }

  @Test
  void tableThatSparkCreatedAndAppendedToReadsEqual() throws Exception {
    spark.sql(
        "CREATE TABLE peer.by_spark (id BIGINT NOT NULL, flag BOOLEAN, small INT, real FLOAT,"
            + " wide DOUBLE, price DECIMAL(38,10), day DATE, ts TIMESTAMP_NTZ, instant TIMESTAMP,"
            + " name STRING, raw BINARY) USING iceberg PARTITIONED BY (bucket(4, id), months(day))");
    spark.sql(
        "INSERT INTO peer.by_spark VALUES"
            + " (1, true, 2147483647, FLOAT('1.1'), DOUBLE('NaN'),"
            + " 1234567890123456789012345678.0123456789, DATE'2024-02-29',"
            + " TIMESTAMP_NTZ'2024-02-29 12:34:56.123456', TIMESTAMP'2024-02-29 12:34:56.654321Z',"
            + " 'żółw', X'00FF10'),"
            + " (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
    spark.sql(
        "INSERT INTO peer.by_spark VALUES"
            + " (-9223372036854775808, false, -2147483648, FLOAT('-Infinity'), -0.0D,"
            + " -0.0000000001, DATE'1969-12-31', TIMESTAMP_NTZ'1969-12-31 23:59:59.999999',"
            + " TIMESTAMP'1900-01-01 00:00:00.000001Z', '', X'')");
    readsEqual("by_spark");
    assertThat(Rows.query(connection, count("by_spark", "\"day\" = DATE '1969-12-31'"), ONE_LONG))
        .containsExactly(List.of("1"));
    assertThat(Rows.query(connection, count("by_spark", "id = 2 AND name IS NULL"), ONE_LONG))
        .containsExactly(List.of("1"));
  }

  @Test
  void appendBySparkIsSeenByTheNextStatement() throws Exception {
    spark.sql("CREATE TABLE peer.growing (id INT) USING iceberg");
    assertThat(Rows.query(connection, count("growing", "TRUE"), ONE_LONG))
        .containsExactly(List.of("0"));
    spark.sql("INSERT INTO peer.growing VALUES (1), (2)");
    assertThat(Rows.query(connection, count("growing", "TRUE"), ONE_LONG))
        .containsExactly(List.of("2"));
    spark.sql("ALTER TABLE peer.growing ADD COLUMN note STRING");
    spark.sql("INSERT INTO peer.growing VALUES (3, 'new')");
    readsEqual("growing");
  }

  @Test
  void tableOfOursReadsEqualInSpark() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE lake.peer.by_us (id BIGINT NOT NULL, flag BOOLEAN, small INTEGER,"
              + " \"real\" REAL, wide DOUBLE, price DECIMAL(38,10), \"day\" DATE,"
              + " ts TIMESTAMP(6), instant TIMESTAMP(6) WITH LOCAL TIME ZONE, name VARCHAR,"
              + " raw VARBINARY) PARTITIONED BY (bucket(4, id), day(ts))");
      statement.executeUpdate(
          "INSERT INTO lake.peer.by_us VALUES (1, TRUE, 2147483647, 1.5, 2.5E0,"
              + " 1234567890123456789012345678.0123456789, DATE '2024-02-29',"
              + " TIMESTAMP '2024-02-29 12:34:56.123456',"
              + " CAST('2024-02-29 12:34:56.654321' AS TIMESTAMP(6) WITH LOCAL TIME ZONE),"
              + " 'żółw', X'00FF10'),"
              + " (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
      statement.executeUpdate(
          "INSERT INTO lake.peer.by_us SELECT -id, NOT flag, -small, -\"real\", -wide, -price,"
              + " DATE '1969-12-31', TIMESTAMP '1969-12-31 23:59:59.999999', instant, '', X''"
              + " FROM lake.peer.by_us");
    }
    readsEqual("by_us");
    assertThat(spark.sql("SELECT count(*), min(ts), min(day) FROM peer.by_us"))
        .containsExactly(List.of("4", "1969-12-31T23:59:59.999999", "1969-12-31"));
    assertThat(spark.sql("SELECT ts, instant, price FROM peer.by_us WHERE id = 1"))
        .containsExactly(
            List.of(
                "2024-02-29T12:34:56.123456",
                "2024-02-29T12:34:56.654321Z",
                "1234567890123456789012345678.0123456789"));
  }

  @Test
  void sparkAppendsToATableOfOurs() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE lake.peer.mixed (id INTEGER, name VARCHAR)");
      statement.executeUpdate("INSERT INTO lake.peer.mixed VALUES (1, 'ours')");
      spark.sql("INSERT INTO peer.mixed VALUES (2, 'theirs')");
      statement.executeUpdate("INSERT INTO lake.peer.mixed VALUES (3, 'ours again')");
    }
    readsEqual("mixed");
    assertThat(spark.sql("SELECT count(*) FROM peer.mixed")).containsExactly(List.of("3"));
  }

  private static final Schema ONE_LONG =
      new Schema(Types.NestedField.required(1, "n", Types.LongType.get()));

  private static String count(String table, String condition) {
    return "SELECT COUNT(*) FROM lake.peer." + table + " WHERE " + condition;
  }

  private void readsEqual(String table) throws Exception {
    Schema schema;
    try (JdbcCatalog iceberg = catalog.open()) {
      schema = iceberg.loadTable(TableIdentifier.of("peer", table)).schema();
    }
    List<List<@Nullable String>> theirs = new ArrayList<>();
    for (List<@Nullable String> row : spark.sql("SELECT * FROM peer." + table)) {
      theirs.add(normalized(schema, row));
    }
    assertThat(theirs).isNotEmpty();
    assertThat(Rows.sorted(Rows.query(connection, "SELECT * FROM lake.peer." + table, schema)))
        .isEqualTo(Rows.sorted(theirs));
  }

  /** Spark's texts in the form of {@link ExactValue}. */
  private static List<@Nullable String> normalized(Schema schema, List<@Nullable String> row) {
    List<@Nullable String> cells = new ArrayList<>();
    for (Types.NestedField field : schema.columns()) {
      String cell = row.get(cells.size());
      cells.add(cell == null ? null : normalized(field.type(), cell));
    }
    return cells;
  }

  private static String normalized(Type type, String cell) {
    return switch (type.typeId()) {
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? Instant.parse(cell).toString()
              : LocalDateTime.parse(cell).toString();
      case BINARY, FIXED -> HexFormat.of().formatHex(HexFormat.of().parseHex(cell));
      default -> cell;
    };
  }
}
