/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.metadata.MetadataTableName;
import io.moraine.adapter.metadata.MetadataTables;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.linq4j.function.Predicate1;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Named;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/** The tables of a namespace, and the metadata tables of each under {@code table$suffix}. */
final class TableLookup extends NameMatch<Table> {
  private final CatalogLease lease;
  private final Namespace namespace;
  private final Pins pins;
  private final TreeExecutor executor;
  private final boolean listsMetadataTables;
  private final Predicate<TableIdentifier> showsHidden;
  // Calcite's own driver asks for each name that it was just given; those exist.
  private volatile Set<String> listed = Set.of();

  TableLookup(
      CatalogLease lease,
      Namespace namespace,
      Pins pins,
      TreeExecutor executor,
      boolean listsMetadataTables,
      Predicate<TableIdentifier> showsHidden) {
    this.lease = lease;
    this.namespace = namespace;
    this.pins = pins;
    this.executor = executor;
    this.listsMetadataTables = listsMetadataTables;
    this.showsHidden = showsHidden;
  }

  @Override
  String kind() {
    return "table of schema " + lease.name() + "." + namespace;
  }

  @Override
  public @Nullable Table get(String name) {
    if (namespace.isEmpty() || name.isEmpty()) {
      return null;
    }
    int separator = name.lastIndexOf('$');
    boolean ofListed =
        separator > 0 && !listed.contains(name) && listed.contains(name.substring(0, separator));
    // What belongs to a listed table need not be asked for.
    if (!ofListed && exists(name)) {
      return table(name, null);
    }
    if (separator <= 0) {
      return null;
    }
    Optional<MetadataTableName> metadata = MetadataTables.parse(name);
    return metadata.isPresent() && exists(metadata.get().table())
        ? table(metadata.get().table(), metadata.get().type())
        : null;
  }

  @Override
  public @Nullable Named<Table> getIgnoreCase(String name) {
    Named<Table> found = super.getIgnoreCase(name);
    if (found != null || name.indexOf('$') <= 0) {
      return found;
    }
    Optional<MetadataTableName> metadata = MetadataTables.parse(name);
    Optional<String> base = metadata.flatMap(m -> match(kind(), m.table(), names()));
    return base.isEmpty() ? null : new Named<>(name, table(base.get(), metadata.get().type()));
  }

  @Override
  public Set<String> getNames(LikePattern pattern) {
    if (!listsMetadataTables) {
      return super.getNames(pattern);
    }
    Predicate1<String> matcher = pattern.matcher();
    return names().stream()
        .flatMap(
            table ->
                Stream.concat(
                    Stream.of(table),
                    MetadataTables.suffixes().stream().map(suffix -> table + "$" + suffix)))
        .filter(matcher::apply)
        .collect(Collectors.toSet());
  }

  private Table table(String name, @Nullable MetadataTableType type) {
    TableIdentifier id = TableIdentifier.of(namespace, name);
    return new IcebergTable(lease, id, type, pins, executor, showsHidden.test(id));
  }

  private boolean exists(String name) {
    if (listed.contains(name)) {
      return true;
    }
    TableIdentifier id = TableIdentifier.of(namespace, name);
    try {
      pins.state(lease, id);
      return true;
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      return false;
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateRead("read table " + lease.name() + "." + id, e);
    }
  }

  @Override
  Collection<String> names() {
    if (namespace.isEmpty()) {
      return List.of();
    }
    try {
      Set<String> names =
          lease.catalog().listTables(namespace).stream()
              .map(TableIdentifier::name)
              .collect(Collectors.toUnmodifiableSet());
      listed = names;
      return names;
    } catch (NoSuchNamespaceException e) {
      return List.of();
    } catch (RuntimeException e) {
      throw ErrorTranslation.translate("list the tables of " + lease.name() + "." + namespace, e);
    }
  }
}
