/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** The embedded catalog of a temporary folder, with the namespace {@code db}. */
public final class EmbeddedCatalog implements AutoCloseable {
  private final Path folder;
  private final CatalogLease lease;

  public EmbeddedCatalog(Path folder) {
    this.folder = folder;
    this.lease = CatalogRegistry.shared().lease(CatalogConfig.ofWarehouse("test", folder));
    ((SupportsNamespaces) lease.catalog()).createNamespace(Namespace.of("db"));
  }

  public Catalog catalog() {
    return lease.catalog();
  }

  public AllowedRoots roots() {
    return lease.roots();
  }

  public Table create(
      String name, Schema schema, PartitionSpec spec, Map<String, String> properties) {
    return catalog().createTable(TableIdentifier.of("db", name), schema, spec, properties);
  }

  public Table load(String name) {
    return catalog().loadTable(TableIdentifier.of("db", name));
  }

  /** All rows in reading order, as lists of generic values; arrays as buffers, for equals. */
  public List<List<Object>> rows(Table table) {
    List<List<Object>> rows = new ArrayList<>();
    int columns = table.schema().columns().size();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          row.add(comparable(record.get(i)));
        }
        rows.add(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** The value, or for an array a buffer over it. */
  public static Object comparable(Object value) {
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  /** The Parquet files under the catalog's folder, live or not. */
  public List<Path> dataFiles() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
