/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.catalog.WritableNames;
import io.moraine.parser.SqlColumnDefinition;
import io.moraine.parser.SqlCreateTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.util.LocationUtil;

/** One CREATE TABLE: checks all of it, then asks the catalog once. */
final class TableCreation {
  private final SqlCreateTable statement;
  private final TableName name;
  private final String doing;

  TableCreation(SqlCreateTable statement, TableName name) {
    this.statement = statement;
    this.name = name;
    this.doing = "create table " + name;
  }

  void run() {
    refuseUnsupported();
    WritableNames.requireWritable(name.id());
    try {
      create(name.catalog().catalog());
    } catch (AlreadyExistsException e) {
      if (!statement.isIfNotExists()) {
        throw exists();
      }
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateCommit(doing, e);
    }
  }

  private void create(Catalog catalog) {
    requireNamespace();
    if (catalog.tableExists(name.id())) {
      if (statement.isIfNotExists()) {
        return;
      }
      throw exists();
    }
    Schema schema = new TableColumns(doing, statement).schema();
    TableLayout layout = new TableLayout(doing, schema);
    Catalog.TableBuilder builder =
        catalog
            .buildTable(name.id(), schema)
            .withPartitionSpec(layout.partitionSpec(statement.getPartitioning()))
            .withSortOrder(layout.sortOrder(statement.getOrdering()))
            .withProperties(TableOptions.of(statement, name, schema));
    String location = statement.getLocation();
    if (location != null) {
      name.catalog().roots().requireAllowed(location, "location of table " + name);
      builder.withLocation(LocationUtil.stripTrailingSlash(location));
    }
    builder.create();
  }

  private void refuseUnsupported() {
    if (statement.getReplace()) {
      throw unsupported("OR REPLACE is", "drop the table first");
    }
    if (statement.getQuery() != null) {
      throw unsupported("AS query is", "create the table with its columns, then INSERT the query");
    }
    for (SqlColumnDefinition column : statement.getColumns()) {
      if (column.getDefaultValue() != null) {
        throw unsupported(
            "DEFAULT of column " + column.getName() + " is",
            "leave it out and give the value in each INSERT");
      }
    }
  }

  private MoraineException unsupported(String what, String remedy) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        String.format(Locale.ROOT, "Cannot %s: %s not supported; %s", doing, what, remedy));
  }

  private MoraineException exists() {
    return new MoraineException(
        ErrorCode.TABLE_EXISTS,
        "Cannot " + doing + ": it exists already; use IF NOT EXISTS to accept that");
  }

  private void requireNamespace() {
    Optional<SupportsNamespaces> namespaces = name.catalog().namespaces();
    boolean missing =
        namespaces.isPresent()
            && !name.id().namespace().isEmpty()
            && !namespaces.get().namespaceExists(name.id().namespace());
    if (missing) {
      throw new MoraineException(
          ErrorCode.SCHEMA_NOT_FOUND,
          String.format(
              Locale.ROOT,
              "Cannot %s: schema %s.%s does not exist; create it first",
              doing,
              name.catalog().name(),
              name.id().namespace()));
    }
  }
}
