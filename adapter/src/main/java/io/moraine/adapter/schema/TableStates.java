/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of tables. What is kept between statements is only the means to ask the catalog
 * (which then reads the metadata file again only if it changed); every call asks.
 */
final class TableStates {
  private static final int MAX_TABLES = 1_000;
  private static final TableStates SHARED = new TableStates();

  private final Cache<Catalog, Cache<TableIdentifier, Known>> known =
      Caffeine.newBuilder().weakKeys().build();

  /** The means to ask for a table's newest state, and for the files of its scans if any. */
  private record Known(TableOperations operations, @Nullable Table planner) {
    Table at(TableMetadata metadata, String fullName) {
      return new PinnedTable(operations, metadata, fullName, planner);
    }
  }

  static TableStates shared() {
    return SHARED;
  }

  /**
   * The table as the catalog has it now, in a state that never moves.
   *
   * @throws NoSuchTableException if the catalog has no such table
   */
  Table current(Catalog catalog, TableIdentifier id, String fullName) {
    Cache<TableIdentifier, Known> tables =
        known.get(catalog, c -> Caffeine.newBuilder().maximumSize(MAX_TABLES).build());
    Known table = tables.getIfPresent(id);
    if (table != null) {
      try {
        return pinned(table, fullName);
      } catch (RuntimeException e) {
        // Dropped, made anew under the same name, or renamed: start again from the catalog.
        tables.invalidate(id);
      }
    }
    Table loaded = catalog.loadTable(id);
    if (!(loaded instanceof HasTableOperations withOperations)) {
      return loaded;
    }
    table = new Known(withOperations.operations(), PinnedTable.planner(loaded));
    tables.put(id, table);
    return table.at(table.operations().current(), fullName);
  }

  private static Table pinned(Known table, String fullName) {
    TableOperations operations = table.operations();
    TableMetadata metadata;
    synchronized (operations) {
      metadata = operations.refresh();
    }
    if (metadata == null) {
      throw new NoSuchTableException("Table does not exist: %s", fullName);
    }
    return table.at(metadata, fullName);
  }
}
