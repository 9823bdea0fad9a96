/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.adapter.sample.TpchSample;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * Times of queries over TPC-H's {@code lineitem} with one row of a hundred deleted, by deletion
 * vectors and by position delete files, against the same files without deletes, in one JVM and by
 * turns.
 *
 * <p>Options are pairs: {@code --scale FACTOR}, {@code --warm N}, {@code --rounds N}.
 */
final class DeleteBenchmark {
  private static final long ONE_OF = 100;
  private static final String VECTORS = "lineitem_vectors";
  private static final String POSITIONS = "lineitem_positions";
  private static final Map<String, String> QUERIES =
      new TreeMap<>(
          Map.of(
              "light",
              "SELECT l_returnflag, SUM(l_quantity), COUNT(*) FROM %s GROUP BY l_returnflag",
              "q01",
              "SELECT l_returnflag, l_linestatus, SUM(l_quantity), SUM(l_extendedprice),"
                  + " SUM(l_extendedprice * (1 - l_discount)),"
                  + " SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)), AVG(l_quantity),"
                  + " AVG(l_extendedprice), AVG(l_discount), COUNT(*) FROM %s"
                  + " WHERE l_shipdate <= DATE '1998-12-01' - INTERVAL '90' DAY"
                  + " GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus",
              "month",
              "SELECT SUM(l_extendedprice * l_discount) FROM %s"
                  + " WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1994-02-01'"));

  private DeleteBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    Path folder = Files.createTempDirectory("moraine-deletes");
    double scale = Double.parseDouble(options.getOrDefault("--scale", "1"));
    TpchSample.writeTo(folder, "tpch", scale, line -> {});
    long deleted = delete(folder);
    System.out.println("lineitem at scale " + scale + ", " + deleted + " rows deleted");
    int warm = Integer.parseInt(options.getOrDefault("--warm", "3"));
    int rounds = Integer.parseInt(options.getOrDefault("--rounds", "9"));
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder)) {
      for (Map.Entry<String, String> query : QUERIES.entrySet()) {
        measure(connection, query, warm, rounds);
      }
    }
  }

  private static void measure(
      Connection connection, Map.Entry<String, String> query, int warm, int rounds)
      throws SQLException {
    Map<String, Timings> times = new LinkedHashMap<>();
    Map<String, Timings> processor = new LinkedHashMap<>();
    for (int round = 0; round < warm + rounds; round++) {
      for (String table : List.of("lineitem", VECTORS, POSITIONS)) {
        long before = processorTime();
        long time = time(connection, query.getValue(), "tpch." + table);
        if (round >= warm) {
          processor.computeIfAbsent(table, t -> new Timings()).add(processorTime() - before);
          times.computeIfAbsent(table, t -> new Timings()).add(time);
        }
      }
    }
    times.forEach(
        (table, timings) ->
            System.out.printf(
                Locale.ROOT,
                "  %-6s %-18s %s   ratio %.2f, of processor time %.2f%n",
                query.getKey(),
                table,
                timings,
                (double) timings.median() / times.get("lineitem").median(),
                (double) processor.get(table).median() / processor.get("lineitem").median()));
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long time(Connection connection, String query, String table) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(String.format(Locale.ROOT, query, table))) {
      while (rows.next()) {
        rows.getObject(1);
      }
    }
    return System.nanoTime() - start;
  }

  /** Makes other tables of the same data files, with deletes. */
  private static long delete(Path folder) throws IOException {
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.initialize(
          "moraine",
          Map.of(
              "uri",
              "jdbc:sqlite:" + folder.resolve("catalog.db"),
              "warehouse",
              "file:" + folder.resolve("warehouse"),
              "jdbc.schema-version",
              "V1",
              "io-impl",
              "io.moraine.e2e.PlainFileIO"));
      Table source = catalog.loadTable(TableIdentifier.of("tpch", "lineitem"));
      List<FileScanTask> files = new ArrayList<>();
      try (CloseableIterable<FileScanTask> tasks =
          source.newScan().includeColumnStats().planFiles()) {
        tasks.forEach(files::add);
      }
      long deleted = deleteByVectors(copy(catalog, source, files, VECTORS, "3"), files);
      deleteByPositions(copy(catalog, source, files, POSITIONS, "2"), files);
      return deleted;
    }
  }

  private static Table copy(
      JdbcCatalog catalog, Table source, List<FileScanTask> files, String name, String version) {
    Table target =
        catalog.createTable(
            TableIdentifier.of("tpch", name),
            source.schema(),
            source.spec(),
            Map.of("format-version", version));
    AppendFiles append = target.newAppend();
    files.forEach(file -> append.appendFile(file.file()));
    append.commit();
    return target;
  }

  private static long deleteByVectors(Table table, List<FileScanTask> files) throws IOException {
    OutputFileFactory outputs =
        OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PUFFIN).build();
    DVFileWriter writer = new BaseDVFileWriter(outputs, path -> null);
    long deleted = 0;
    try (writer) {
      for (FileScanTask file : files) {
        for (long row = 0; row < file.file().recordCount(); row += ONE_OF) {
          writer.delete(file.file().location(), row, table.spec(), file.file().partition());
          deleted++;
        }
      }
    }
    RowDelta delta = table.newRowDelta();
    writer.result().deleteFiles().forEach(delta::addDeletes);
    delta.commit();
    return deleted;
  }

  private static void deleteByPositions(Table table, List<FileScanTask> files) throws IOException {
    OutputFileFactory outputs =
        OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PARQUET).build();
    RowDelta delta = table.newRowDelta();
    for (FileScanTask file : files) {
      PositionDeleteWriter<Record> writer =
          new GenericFileWriterFactory.Builder(table)
              .deleteFileFormat(FileFormat.PARQUET)
              .build()
              .newPositionDeleteWriter(
                  outputs.newOutputFile(table.spec(), file.file().partition()),
                  table.spec(),
                  file.file().partition());
      PositionDelete<Record> delete = PositionDelete.create();
      try (writer) {
        for (long row = 0; row < file.file().recordCount(); row += ONE_OF) {
          writer.write(delete.set(file.file().location(), row));
        }
      }
      delta.addDeletes(writer.toDeleteFile());
    }
    delta.commit();
  }
}
