/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.adapter.sample.TpchSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a footer here is what the engine tells of it. */
final class FooterFileTest {
  private static final double SCALE = 0.001;

  @TempDir Path folder;

  @Test
  void ourOwnFilesAreAsTheEngineTells() throws Exception {
    TpchSample.writeTo(folder, "tpch", SCALE, line -> {});
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE tpch.flat (b BOOLEAN, i INTEGER, l BIGINT, r REAL, d DOUBLE,"
              + " p DECIMAL(9, 2), q DECIMAL(18, 0), m DECIMAL(38, 10), s VARCHAR, y VARBINARY,"
              + " x BINARY(3), t TIME(6), e DATE, ts TIMESTAMP(6),"
              + " tz TIMESTAMP(6) WITH LOCAL TIME ZONE, u UUID)");
      statement.execute("INSERT INTO tpch.flat (i) VALUES (1)");
    }
    List<Path> files = parquet(folder);
    assertThat(files).hasSizeGreaterThan(8);
    assertThat(compared(files)).isEqualTo(files.size());
  }

  @Test
  void filesOfOtherEnginesAreAsTheEngineTells() throws Exception {
    Path tables = shared().resolve("tables");
    Assumptions.assumeTrue(
        Files.isDirectory(tables), "no folder shared/tables beside the checkout");
    assertThat(compared(parquet(tables))).isPositive();
  }

  private static Path shared() {
    String shared = System.getProperty("moraine.shared");
    return shared == null
        ? Path.of("").toAbsolutePath().getParent().resolveSibling("shared")
        : Path.of(shared);
  }

  private static List<Path> parquet(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
  }

  /** How many of the files are told without the engine; those that are not need not be right. */
  private static int compared(List<Path> files) throws SQLException {
    int compared = 0;
    try (Connection engine = DriverManager.getConnection("jdbc:duckdb:")) {
      for (Path file : files) {
        Optional<List<FileColumn>> columns = FooterFile.columns(file.toString());
        if (columns.isPresent()) {
          Map<String, List<FileColumn>> told =
              ParquetFooters.read(engine, List.of(file.toString()));
          assertThat(columns.get()).as("%s", file).isEqualTo(told.get(file.toString()));
          compared++;
        }
      }
    }
    return compared;
  }
}
