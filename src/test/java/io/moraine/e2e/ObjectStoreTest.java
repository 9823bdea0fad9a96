/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose files are in S3. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ObjectStoreTest {
  /** Iceberg takes what follows a '#' in a location of S3 for no part of the name. */
  private static final String NAMES = "a b%20[1]ż-";

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "s", Types.StringType.get()));

  private @Nullable S3Process s3;
  private @Nullable Connection connection;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    s3 = S3Process.start(folder);
    connection = DriverManager.getConnection("jdbc:moraine:", s3.connection(S3Process.SECRET));
    run(connection, "CREATE SCHEMA lake.s", "SET schema = 'lake.s'");
  }

  @AfterAll
  void stop() throws Exception {
    if (connection != null) {
      connection.close();
    }
    if (s3 != null) {
      s3.close();
    }
  }

  private static Record row(int id, String s) {
    Record record = GenericRecord.create(SCHEMA);
    record.setField("id", id);
    record.setField("s", s);
    return record;
  }

  @Test
  void tablesAreWrittenAndReadAgainFromTheDisk() throws Exception {
    run(
        connection,
        "CREATE TABLE t (id INTEGER, s VARCHAR)",
        "INSERT INTO t VALUES (1, 'a b%20#[1]ż'), (2, NULL)",
        "INSERT INTO t VALUES (3, 'c')");
    List<List<@Nullable String>> all = rows(connection, "SELECT id, s FROM t ORDER BY id");
    assertThat(all).hasSize(3);
    assertThat(all.get(0)).containsExactly("1", "a b%20#[1]ż");
    assertThat(column(connection, "SELECT COUNT(*) FROM t a JOIN t b ON a.id = b.id"))
        .containsExactly("3");
    assertThat(String.join("\n", column(connection, "EXPLAIN PLAN FOR SELECT * FROM t")))
        .contains("by read_parquet from the disk cache: 2 files")
        .doesNotContain(S3Process.SECRET);
    // Copies are read even when the store has lost the files.
    List<String> files = column(connection, "SELECT file_path FROM \"t$files\"");
    try (JdbcCatalog library = s3.library()) {
      FileIO store = library.loadTable(TableIdentifier.of("s", "t")).io();
      files.forEach(store::deleteFile);
    }
    assertThat(rows(connection, "SELECT id, s FROM t ORDER BY id")).isEqualTo(all);
  }

  @Test
  void threeFormatsWithDeletes() throws Exception {
    run(connection, "CREATE TABLE f (id INTEGER NOT NULL, s VARCHAR)");
    try (JdbcCatalog library = s3.library()) {
      Table table = library.loadTable(TableIdentifier.of("s", "f"));
      FormatFiles files = new FormatFiles(table, NAMES);
      int id = 0;
      for (FileFormat format : List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO)) {
        DataFile file =
            files.append(format, table.schema(), List.of(row(++id, "x"), row(++id, "y")), null);
        files.deletePositions(format, file, 0);
      }
    }
    assertThat(column(connection, "SELECT id FROM f ORDER BY id")).containsExactly("2", "4", "6");
  }

  @Test
  void noSecretIsSaid() throws Exception {
    try (JdbcCatalog library = s3.library()) {
      Table table =
          library.createTable(
              TableIdentifier.of("s", "gone"), SCHEMA, PartitionSpec.unpartitioned(), Map.of());
      FormatFiles files = new FormatFiles(table, NAMES);
      for (FileFormat format : List.of(FileFormat.PARQUET, FileFormat.ORC)) {
        DataFile file = files.append(format, SCHEMA, List.of(row(1, "x")), null);
        table.io().deleteFile(file.location());
      }
    }
    assertThat(saidBy(connection, "SELECT * FROM gone WHERE id > 0"))
        .contains("lake.s.gone")
        .doesNotContain(S3Process.SECRET);
    try (Connection wrong =
        DriverManager.getConnection("jdbc:moraine:", s3.connection("wrong-secret-b2c4"))) {
      assertThat(saidBy(wrong, "SELECT * FROM lake.s.gone"))
          .doesNotContain("wrong-secret-b2c4")
          .doesNotContain(S3Process.SECRET);
    }
    assertThat(connection.toString() + connection.getMetaData().getURL())
        .doesNotContain(S3Process.SECRET);
  }

  /** All that a failure says, with its causes and their stacks. */
  private static String saidBy(Connection connection, String sql) {
    SQLException failure = catchThrowableOfType(SQLException.class, () -> rows(connection, sql));
    assertThat((Throwable) failure).isNotNull();
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
