/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row groups that a filter selects by their bounds, in files that other programs have written, when
 * Iceberg's library reads them.
 */
final class RowGroupsTest {
  private static final String LIBRARY_READS_ALL = "moraine.internal.library-reads-all";
  private static final int ROWS = 400;
  private static final LocalDateTime FIRST = LocalDateTime.of(2026, 1, 1, 0, 0);

  /** Milliseconds, where Iceberg has micros; and a text without a mark that it is one. */
  private static final MessageType FORMS =
      MessageTypeParser.parseMessageType(
          "message m { required int32 id = 1; optional int64 ts (TIMESTAMP(MILLIS,false)) = 2;"
              + " optional binary s = 3; }");

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(3, "s", Types.StringType.get()));

  @TempDir private Path folder;

  @AfterEach
  void readAsEver() {
    System.clearProperty(LIBRARY_READS_ALL);
  }

  @Test
  void boundsInOtherFormsExcludeNothing() throws Exception {
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    try (JdbcCatalog catalog = sqlite.open();
        Connection connection = sqlite.connect()) {
      catalog.createNamespace(Namespace.of("s"));
      Table table =
          catalog.createTable(TableIdentifier.of("s", "t"), SCHEMA, PartitionSpec.unpartitioned());
      Path data =
          Files.createDirectories(folder.resolve("warehouse/s/t/data")).resolve("f.parquet");
      write(data);
      table
          .newAppend()
          .appendFile(
              DataFiles.builder(table.spec())
                  .withPath("file:" + data)
                  .withFileSizeInBytes(Files.size(data))
                  .withRecordCount(ROWS)
                  .withFormat("parquet")
                  .build())
          .commit();
      System.setProperty(LIBRARY_READS_ALL, "true");
      String select = "SELECT id FROM lake.s.t WHERE ";
      assertThat(column(connection, select + "id = 7")).containsExactly("7");
      assertThat(column(connection, select + "ts = TIMESTAMP '2026-01-01 00:07:00'"))
          .containsExactly("7");
      assertThat(column(connection, select + "s = 's7'")).containsExactly("7");
      assertThat(column(connection, select + "ts < TIMESTAMP '2026-01-01 00:02:00' AND s > 's0'"))
          .containsExactly("1");
    }
  }

  private static void write(Path data) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(FORMS);
    try (ParquetWriter<org.apache.parquet.example.data.Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(data))
            .withConf(new PlainParquetConfiguration())
            .withType(FORMS)
            .withRowGroupSize(1_000L)
            .withMinRowCountForPageSizeCheck(10)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        long millis = FIRST.plusMinutes(i).toInstant(ZoneOffset.UTC).toEpochMilli();
        writer.write(rows.newGroup().append("id", i).append("ts", millis).append("s", "s" + i));
      }
    }
  }
}
