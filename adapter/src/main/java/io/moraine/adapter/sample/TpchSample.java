/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.sample;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.adapter.catalog.WritableNames;
import io.moraine.adapter.write.TableAppender;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The eight tables of TPC-H in a namespace: keys are BIGINT, money is DECIMAL(12, 2), and {@code
 * orders} is partitioned by the year of its date.
 */
public final class TpchSample {
  private static final Logger LOG = LoggerFactory.getLogger(TpchSample.class);
  private static final double MAX_SCALE = 100;
  private static final long ROWS_BETWEEN_REPORTS = 100_000;

  private final Catalog catalog;
  private final Namespace namespace;
  private final TableAppender appender;

  private TpchSample(Catalog catalog, Namespace namespace, AllowedRoots roots) {
    this.catalog = catalog;
    this.namespace = namespace;
    this.appender = new TableAppender(roots);
  }

  /**
   * Creates the namespace where it is missing, and the tables in it. If one fails, those that were
   * made are dropped again.
   *
   * @param roots where the catalog's tables may keep files
   * @param scale 1 is six million rows of {@code lineitem}; over 0, up to 100
   * @throws MoraineException INVALID_ARGUMENT for the scale, TABLE_EXISTS when any of the tables is
   *     there, and what writing throws
   */
  public static void write(
      Catalog catalog,
      Namespace namespace,
      AllowedRoots roots,
      double scale,
      SampleProgress progress) {
    WritableNames.requireWritable(namespace);
    if (!(scale > 0 && scale <= MAX_SCALE)) {
      throw new MoraineException(
          ErrorCode.INVALID_ARGUMENT,
          "The sample's scale must be over 0 and at most 100, but is " + scale);
    }
    TpchSample sample = new TpchSample(catalog, namespace, roots);
    sample.requireNoTables();
    if (catalog instanceof SupportsNamespaces namespaces
        && !namespaces.namespaceExists(namespace)) {
      namespaces.createNamespace(namespace, Map.of());
    }
    sample.writeAll(scale, progress);
  }

  /**
   * Writes the sample into the embedded catalog of a folder, which is made where it is missing.
   *
   * @param warehouse the folder, as for {@link CatalogConfig#ofWarehouse}
   * @param namespace levels joined by dots
   * @param progress hears one line of text now and then
   * @throws MoraineException what the other method and opening the catalog throw
   */
  public static void writeTo(
      Path warehouse, String namespace, double scale, Consumer<String> progress) {
    CatalogConfig config = CatalogConfig.ofWarehouse("sample", warehouse);
    try (CatalogLease lease = CatalogRegistry.shared().lease(config)) {
      write(
          lease.catalog(),
          Namespace.of(namespace.split("\\.", -1)),
          lease.roots(),
          scale,
          (table, rows, committed) ->
              progress.accept(table + ": " + rows + (committed ? " rows" : " rows so far")));
    }
  }

  private void requireNoTables() {
    for (SampleTable<?> table : SampleTable.all()) {
      TableIdentifier name = TableIdentifier.of(namespace, table.name());
      if (catalog.tableExists(name)) {
        throw new MoraineException(
            ErrorCode.TABLE_EXISTS,
            "The sample cannot be written: table "
                + name
                + " exists; drop it, or choose another namespace or folder");
      }
    }
  }

  private void writeAll(double scale, SampleProgress progress) {
    List<TableIdentifier> created = new ArrayList<>();
    boolean complete = false;
    try {
      for (SampleTable<?> table : SampleTable.all()) {
        TableIdentifier name = TableIdentifier.of(namespace, table.name());
        Schema schema = table.schema();
        PartitionSpec spec = table.spec(schema);
        Table target = catalog.createTable(name, schema, spec);
        created.add(name);
        Iterator<@Nullable Object[]> rows = reporting(table.name(), table.rows(scale), progress);
        long count = appender.append(target, rows, ZoneOffset.UTC);
        progress.rows(table.name(), count, true);
      }
      complete = true;
    } finally {
      if (!complete) {
        created.forEach(this::drop);
      }
    }
  }

  private void drop(TableIdentifier name) {
    try {
      catalog.dropTable(name, true);
    } catch (RuntimeException e) {
      LOG.warn("Left the incomplete sample table {}", name, e);
    }
  }

  private static Iterator<@Nullable Object[]> reporting(
      String table, Iterator<@Nullable Object[]> rows, SampleProgress progress) {
    return new Iterator<>() {
      private long count;

      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public @Nullable Object[] next() {
        count++;
        if (count % ROWS_BETWEEN_REPORTS == 0) {
          progress.rows(table, count, false);
        }
        return rows.next();
      }
    };
  }
}
