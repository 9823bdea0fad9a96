/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.e2e.PlainFileIO;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Copies the tables of TPC-H, file by file, from a local catalog into one in a store. */
final class StoreTables {
  private static final List<String> NAMES =
      List.of("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem");

  private StoreTables() {}

  /** Iceberg's own catalog over a local warehouse. */
  static JdbcCatalog local(String name, String uri, String warehouse) {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.initialize(
        name,
        Map.of(
            "uri",
            uri,
            "warehouse",
            warehouse,
            "jdbc.schema-version",
            "V1",
            "io-impl",
            PlainFileIO.class.getName()));
    return catalog;
  }

  /** Copies all data files; the bytes copied. */
  static long copy(JdbcCatalog source, JdbcCatalog target, String schema) throws IOException {
    target.createNamespace(Namespace.of(schema));
    long bytes = 0;
    for (String name : NAMES) {
      TableIdentifier id = TableIdentifier.of(schema, name);
      Table from = source.loadTable(id);
      Table to = target.createTable(id, from.schema(), from.spec(), Map.of());
      AppendFiles append = to.newAppend();
      try (CloseableIterable<FileScanTask> tasks =
          from.newScan().includeColumnStats().planFiles()) {
        for (FileScanTask task : tasks) {
          append.appendFile(copy(from, to, task));
          bytes += task.file().fileSizeInBytes();
        }
      }
      append.commit();
    }
    return bytes;
  }

  private static DataFile copy(Table from, Table to, FileScanTask task) throws IOException {
    String location = task.file().location();
    String copy =
        to.locationProvider().newDataLocation(location.substring(location.lastIndexOf('/') + 1));
    try (InputStream in = from.io().newInputFile(location).newStream();
        PositionOutputStream out = to.io().newOutputFile(copy).create()) {
      in.transferTo(out);
    }
    return DataFiles.builder(to.spec()).copy(task.file()).withPath(copy).build();
  }
}
