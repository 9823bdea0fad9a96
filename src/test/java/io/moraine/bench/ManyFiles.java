/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
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

/** A table of many files, of which there is all that planning looks at: their metadata. */
final class ManyFiles {
  static final String NAMESPACE = "many";
  static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);

  private static final int COMMITS = 20;
  private static final long FILE_BYTES = 4_096;
  private static final long FILE_ROWS = 50;
  private static final long DAY_MICROS = 86_400_000_000L;

  private ManyFiles() {}

  /** Makes the table, whose files go round the days. */
  static void create(String url, Path warehouse, int files, int days) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + NAMESPACE);
      statement.execute(
          "CREATE TABLE "
              + NAMESPACE
              + ".many_files (id BIGINT, ts TIMESTAMP(6), amount DECIMAL(12, 2), note VARCHAR)"
              + " PARTITIONED BY (day(ts))");
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
      append(catalog.loadTable(TableIdentifier.of(NAMESPACE, "many_files")), files, days);
    }
  }

  private static void append(Table table, int files, int days) {
    for (int commit = 0; commit < COMMITS; commit++) {
      AppendFiles append = table.newFastAppend();
      for (int file = commit; file < files; file += COMMITS) {
        long day = FIRST_DAY.toEpochDay() + file / COMMITS % days;
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
