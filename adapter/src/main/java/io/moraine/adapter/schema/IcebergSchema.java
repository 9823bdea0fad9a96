/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.adapter.catalog.CatalogLease;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.rel.type.RelProtoDataType;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Schemas;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * A catalog, or one of its namespaces, as a Calcite schema. Names are looked up one by one when a
 * statement uses them; a {@link #snapshot} sees each table in one state.
 */
public final class IcebergSchema implements Schema {
  private final CatalogLease lease;
  private final Namespace namespace;
  private final Pins pins;
  private final TreeExecutor executor;
  private final Use use;
  private final TableLookup tables;
  private final Lookup<Table> tablesSeen;
  private final Lookup<Schema> subSchemas;
  private final @Nullable LookupLog log;
  private final Predicate<TableIdentifier> showsHidden;

  private enum Use {
    /** Of a connection, which Calcite walks through when it is opened. */
    CONNECTION,
    /** Of a statement of ours, which looks up what it names. */
    STATEMENT,
    /** Of a statement of Calcite's driver, which also walks through all schemas. */
    STOCK_STATEMENT
  }

  private IcebergSchema(
      CatalogLease lease,
      Namespace namespace,
      Pins pins,
      TreeExecutor executor,
      Use use,
      @Nullable LookupLog log,
      Predicate<TableIdentifier> showsHidden) {
    this.lease = lease;
    this.namespace = namespace;
    this.pins = pins;
    this.executor = executor;
    this.use = use;
    this.log = log;
    this.showsHidden = showsHidden;
    this.tables =
        new TableLookup(lease, namespace, pins, executor, use == Use.STOCK_STATEMENT, showsHidden);
    // Who walks through all catalogs must not fail for one that the statement does not name.
    NamespaceLookup namespaces =
        new NamespaceLookup(lease, namespace, this::child, use == Use.STATEMENT);
    boolean remembers = use == Use.STATEMENT;
    this.tablesSeen = remembers ? new RememberedLookup<>(tables, false) : tables;
    // Every table's name might be that of a namespace in the same place.
    this.subSchemas =
        remembers ? new RememberedLookup<>(namespaces, !namespace.isEmpty()) : namespaces;
    if (log != null) {
      log.add(this);
    }
  }

  /**
   * A whole catalog.
   *
   * @param executor who executes trees for the stock Calcite driver
   */
  public static IcebergSchema of(CatalogLease lease, TreeExecutor executor) {
    return of(lease, Namespace.empty(), executor);
  }

  /** One namespace of a catalog. */
  public static IcebergSchema of(CatalogLease lease, Namespace namespace, TreeExecutor executor) {
    return new IcebergSchema(
        lease, namespace, new Pins(), executor, Use.CONNECTION, null, id -> false);
  }

  private Schema child(Namespace child) {
    return new IcebergSchema(lease, child, pins, executor, use, log, showsHidden);
  }

  /** The catalog. */
  public CatalogLease lease() {
    return lease;
  }

  /** The namespace; empty for the catalog itself. */
  public Namespace namespace() {
    return namespace;
  }

  /**
   * The same schema for one statement.
   *
   * @param log takes what the statement asks for
   * @param showsHidden which tables have their hidden columns in the statement
   */
  public IcebergSchema forStatement(LookupLog log, Predicate<TableIdentifier> showsHidden) {
    return new IcebergSchema(
        lease, namespace, new Pins(), executor, Use.STATEMENT, log, showsHidden);
  }

  /** Whether what a statement asked this schema for would be answered in the same way now. */
  boolean meansTheSame(Pins now) {
    IcebergSchema again =
        new IcebergSchema(lease, namespace, now, executor, Use.STATEMENT, null, id -> false);
    return isSame(tablesSeen, again.tablesSeen) && isSame(subSchemas, again.subSchemas);
  }

  private static <T> boolean isSame(Lookup<T> before, Lookup<T> now) {
    return before instanceof RememberedLookup<T> remembered
        && remembered.isSame(now, IcebergSchema::named);
  }

  private static String named(Object found) {
    return found instanceof IcebergTable table
        ? table.fullName()
        : ((IcebergSchema) found).namespace.toString();
  }

  /** The same for a statement of Calcite's own driver, which finds only names that are listed. */
  @Override
  public Schema snapshot(SchemaVersion version) {
    return new IcebergSchema(
        lease, namespace, new Pins(), executor, Use.STOCK_STATEMENT, null, id -> false);
  }

  /**
   * The stored name of the table that a name means, without regard to case, or the name itself if
   * there is no such table; opens none.
   *
   * @throws io.moraine.rules.error.MoraineException AMBIGUOUS_NAME if it fits several
   */
  public String storedTableName(String name) {
    return tables.stored(name);
  }

  @Override
  public Lookup<Table> tables() {
    return tablesSeen;
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return subSchemas;
  }

  @Override
  @Deprecated
  public @Nullable Table getTable(String name) {
    return tablesSeen.get(name);
  }

  @Override
  @Deprecated
  public Set<String> getTableNames() {
    return tablesSeen.getNames(LikePattern.any());
  }

  @Override
  @Deprecated
  public @Nullable Schema getSubSchema(String name) {
    return subSchemas.get(name);
  }

  @Override
  @Deprecated
  public Set<String> getSubSchemaNames() {
    return subSchemas.getNames(LikePattern.any());
  }

  @Override
  public @Nullable RelProtoDataType getType(String name) {
    return null;
  }

  @Override
  public Set<String> getTypeNames() {
    return Set.of();
  }

  @Override
  public Collection<Function> getFunctions(String name) {
    return List.of();
  }

  @Override
  public Set<String> getFunctionNames() {
    return Set.of();
  }

  @Override
  public Expression getExpression(@Nullable SchemaPlus parentSchema, String name) {
    return Schemas.subSchemaExpression(Objects.requireNonNull(parentSchema), name, getClass());
  }

  @Override
  public boolean isMutable() {
    return true;
  }
}
