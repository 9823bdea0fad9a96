/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/** Tables of many files, of which there is all that planning looks at: their metadata. */
final class ManyFiles {
  static final String NAMESPACE = "many";

  /** Written day after day: a predicate on a day skips most manifests. */
  static final String TABLE = "many_files";

  /** Another such table. */
  static final String OTHER_TABLE = "more_files";

  /** Each commit has files of days from the first to the last: no manifest can be skipped. */
  static final String MIXED_TABLE = "mixed_files";

  private static final List<String> TABLES = List.of(TABLE, OTHER_TABLE, MIXED_TABLE);

  static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);

  private static final int COMMITS = 20;
  private static final long FILE_BYTES = 4_096;
  private static final long FILE_ROWS = 50;
  private static final long DAY_MICROS = 86_400_000_000L;

  private ManyFiles() {}

  /** Makes the tables, whose files go round the days. */
  static void create(String url, Path warehouse, int files, int days) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + NAMESPACE);
      for (String table : TABLES) {
        statement.execute(
            "CREATE TABLE "
                + NAMESPACE
                + "."
                + table
                + " (id BIGINT, ts TIMESTAMP(6), amount DECIMAL(12, 2), note VARCHAR)"
                + " PARTITIONED BY (day(ts))");
      }
    }
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.initialize(
          "moraine",
          Map.of(
              "uri",
              "jdbc:sqlite:" + warehouse.resolve("catalog.db"),
              "warehouse",
              "file:" + warehouse.resolve("warehouse"),
              "jdbc.schema-version",
              "V1",
              "io-impl",
              "io.moraine.e2e.PlainFileIO"));
      for (String table : TABLES) {
        append(
            catalog.loadTable(TableIdentifier.of(NAMESPACE, table)),
            files,
            file -> table.equals(MIXED_TABLE) ? file % days : (int) ((long) file * days / files));
      }
    }
  }

  private static void append(Table table, int files, IntUnaryOperator dayOfFile) {
    for (int commit = 0; commit < COMMITS; commit++) {
      AppendFiles append = table.newFastAppend();
      for (int file : files(commit, files)) {
        long day = FIRST_DAY.toEpochDay() + dayOfFile.applyAsInt(file);
        PartitionData partition = new PartitionData(table.spec().partitionType());
        partition.set(0, (int) day);
        append.appendFile(
            DataFiles.builder(table.spec())
                .withPath(table.location() + "/data/day=" + day + "/" + file + ".parquet")
                .withFormat(FileFormat.PARQUET)
                .withPartition(partition)
                .withFileSizeInBytes(FILE_BYTES)
                .withMetrics(metrics(file, day * DAY_MICROS))
                .build());
      }
      append.commit();
    }
  }

  private static int[] files(int commit, int files) {
    return IntStream.range(
            (int) ((long) commit * files / COMMITS), (int) ((commit + 1L) * files / COMMITS))
        .toArray();
  }

  private static Metrics metrics(int file, long micros) {
    Map<Integer, Long> rows = Map.of(1, FILE_ROWS, 2, FILE_ROWS, 3, FILE_ROWS, 4, FILE_ROWS);
    Map<Integer, Long> none = Map.of(1, 0L, 2, 0L, 3, 0L, 4, 0L);
    long id = file * FILE_ROWS;
    return new Metrics(
        FILE_ROWS,
        rows,
        rows,
        none,
        Map.of(),
        Map.of(1, id(id), 2, time(micros)),
        Map.of(1, id(id + FILE_ROWS - 1), 2, time(micros + DAY_MICROS - 1)));
  }

  private static ByteBuffer id(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }

  private static ByteBuffer time(long micros) {
    return Conversions.toByteBuffer(Types.TimestampType.withoutZone(), micros);
  }
}
