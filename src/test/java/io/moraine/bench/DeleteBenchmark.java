/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.adapter.sample.TpchSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * Times of queries over TPC-H's {@code lineitem} with one row of a hundred deleted, against the
 * same files without deletes, in one JVM and by turns.
 *
 * <p>Options are pairs: {@code --scale FACTOR}, {@code --warm N}, {@code --rounds N}.
 */
final class DeleteBenchmark {
  private static final long ONE_OF = 100;
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
        Timings whole = new Timings();
        Timings less = new Timings();
        for (int round = 0; round < warm + rounds; round++) {
          long first = time(connection, query.getValue(), "tpch.lineitem");
          long second = time(connection, query.getValue(), "tpch.lineitem_less");
          if (round >= warm) {
            whole.add(first);
            less.add(second);
          }
        }
        System.out.printf(
            Locale.ROOT,
            "  %-6s whole %s   with deletes %s   ratio %.2f%n",
            query.getKey(),
            whole,
            less,
            (double) less.median() / whole.median());
      }
    }
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

  /** Makes a second table of the same data files, with deletion vectors. */
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
      Table target =
          catalog.createTable(
              TableIdentifier.of("tpch", "lineitem_less"),
              source.schema(),
              source.spec(),
              Map.of("format-version", "3"));
      List<FileScanTask> files = new ArrayList<>();
      try (CloseableIterable<FileScanTask> tasks =
          source.newScan().includeColumnStats().planFiles()) {
        tasks.forEach(files::add);
      }
      AppendFiles append = target.newAppend();
      files.forEach(file -> append.appendFile(file.file()));
      append.commit();
      return deleteRows(target, files);
    }
  }

  private static long deleteRows(Table table, List<FileScanTask> files) throws IOException {
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
}
