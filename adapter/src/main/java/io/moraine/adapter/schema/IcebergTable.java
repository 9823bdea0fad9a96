/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.metadata.MetadataTable;
import io.moraine.rules.IcebergInsert;
import io.moraine.rules.IcebergScan;
import io.moraine.rules.IcebergTarget;
import io.moraine.rules.Pin;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.TypeMapping;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.Queryable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.ModifiableTable;
import org.apache.calcite.schema.Schema.TableType;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql2rel.InitializerExpressionFactory;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A table, or one of its metadata tables, as a statement names it. Its metadata is loaded when the
 * statement first needs it, and stays the same for the statement.
 */
public final class IcebergTable extends AbstractTable
    implements TranslatableTable, ModifiableTable, IcebergTarget {
  private static final int NEWEST_FORMAT_VERSION = 3;
  private static final int MOST_LEVELS = 32;

  private final CatalogLease lease;
  private final TableIdentifier id;
  private final @Nullable MetadataTableType metadataType;
  private final Pins pins;
  private final TreeExecutor executor;
  private final boolean showsHidden;

  /**
   * A table.
   *
   * @param showsHidden whether it has its hidden columns, behind its own
   */
  IcebergTable(
      CatalogLease lease,
      TableIdentifier id,
      @Nullable MetadataTableType metadataType,
      Pins pins,
      TreeExecutor executor,
      boolean showsHidden) {
    this.lease = lease;
    this.id = id;
    this.metadataType = metadataType;
    this.pins = pins;
    this.executor = executor;
    this.showsHidden = showsHidden && metadataType == null;
  }

  /**
   * A table by itself, as a model can declare one. It outlives statements: each sees it as the
   * catalog has it then.
   */
  public static IcebergTable of(CatalogLease lease, TableIdentifier id, TreeExecutor executor) {
    return new IcebergTable(lease, id, null, Pins.newest(), executor, false);
  }

  /** The catalog that has the table. */
  public CatalogLease lease() {
    return lease;
  }

  /** The table's name in its catalog; that of the base table for a metadata table. */
  public TableIdentifier id() {
    return id;
  }

  /** Which metadata table this is, or empty for a table of data. */
  public Optional<MetadataTableType> metadataType() {
    return Optional.ofNullable(metadataType);
  }

  /** The same table in the state that {@code execution} sees. */
  public IcebergTable pinned(Pins execution) {
    return new IcebergTable(lease, id, metadataType, execution, executor, showsHidden);
  }

  /** The same table with or without its hidden columns behind its own. */
  public IcebergTable withHiddenColumns(boolean shows) {
    return new IcebergTable(lease, id, metadataType, pins, executor, shows);
  }

  /** Whether a column of the row type is a hidden one. */
  public boolean isHidden(int column) {
    return showsHidden && column >= state().schema().columns().size();
  }

  /** The state that the statement being validated sees. */
  public Table state() {
    return load(pins);
  }

  Table load(Pins execution) {
    try {
      return execution.state(lease, id);
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateRead("read table " + fullName(), e);
    }
  }

  @Override
  public String fullName() {
    String name = lease.name() + "." + id;
    return metadataType == null ? name : name + "$" + metadataType.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Pin pin() {
    return pin(state());
  }

  /** The identity of a state of a table. */
  public static Pin pin(Table table) {
    Snapshot snapshot = table.currentSnapshot();
    String location =
        table instanceof HasTableOperations withOperations
            ? withOperations.operations().current().metadataFileLocation()
            : null;
    return new Pin(
        location == null ? "" : location,
        snapshot == null ? Pin.NO_SNAPSHOT : snapshot.snapshotId(),
        table.schema().schemaId());
  }

  @Override
  public Schema schema() {
    return schema(state());
  }

  @Override
  public Set<Integer> identityColumns() {
    if (metadataType != null) {
      return Set.of();
    }
    Table table = state();
    List<Integer> ids = table.schema().columns().stream().map(Types.NestedField::fieldId).toList();
    return table.specs().values().stream()
        .flatMap(spec -> spec.fields().stream())
        .filter(field -> field.transform().isIdentity())
        .map(field -> ids.indexOf(field.sourceId()))
        .filter(position -> position >= 0)
        .collect(Collectors.toSet());
  }

  /** The columns that this table, or metadata table, has in a state. */
  public Schema schema(Table state) {
    return metadataType == null
        ? state.schema()
        : MetadataTable.of(state, metadataType).flatSchema();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    Table table = state();
    requireFormat(table);
    Schema schema = schema(table);
    requireShallow(schema);
    TypeMapping.requireCarried(typeFactory, fullName(), schema);
    return showsHidden
        ? HiddenColumns.rowType(typeFactory, schema)
        : TypeMapping.rowType(typeFactory, schema);
  }

  /**
   * Checks that columns can be read.
   *
   * @param positions of columns, from 0; those behind the table's own are hidden ones
   * @throws MoraineException NOT_SUPPORTED naming the first that cannot
   */
  public void requireReadable(List<Integer> positions) {
    List<Types.NestedField> columns = schema(state()).columns();
    TypeMapping.requireReadable(
        fullName(),
        positions.stream().filter(at -> at < columns.size()).map(columns::get).toList());
  }

  /**
   * Whether the table has the same columns, in the same format, in the state that {@code execution}
   * sees as when it was validated.
   *
   * @throws MoraineException TABLE_NOT_FOUND if it was dropped, or what its catalog fails with
   */
  public boolean isSame(Pins execution) {
    Table validated = state();
    Table now = execution.state(this);
    return validated == now
        || version(validated) == version(now) && schema(validated).sameSchema(schema(now));
  }

  private static int version(Table table) {
    return table instanceof HasTableOperations withOperations
        ? withOperations.operations().current().formatVersion()
        : NEWEST_FORMAT_VERSION;
  }

  /** The planner's time grows faster than the depth of types. */
  private void requireShallow(Schema schema) {
    for (Types.NestedField column : schema.columns()) {
      if (depth(column.type()) > MOST_LEVELS) {
        throw new MoraineException(
            ErrorCode.NOT_SUPPORTED,
            "Cannot read table "
                + fullName()
                + ": the type of column "
                + column.name()
                + " is nested more than "
                + MOST_LEVELS
                + " levels deep");
      }
    }
  }

  private static int depth(org.apache.iceberg.types.Type type) {
    return type.isNestedType()
        ? 1
            + type.asNestedType().fields().stream()
                .mapToInt(field -> depth(field.type()))
                .max()
                .orElse(0)
        : 0;
  }

  private void requireFormat(Table table) {
    int version = version(table);
    if (version > NEWEST_FORMAT_VERSION && metadataType == null) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot read table "
              + fullName()
              + ": its format version is "
              + version
              + ", and versions 1 to "
              + NEWEST_FORMAT_VERSION
              + " are supported");
    }
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    IcebergTable read = pinned(pins.of(context.getCluster()));
    RelDataType validated = relOptTable.getRowType();
    if (!read.getRowType(context.getCluster().getTypeFactory()).equals(validated)) {
      throw new MoraineException(
          ErrorCode.SCHEMA_CHANGED,
          "The columns of table "
              + fullName()
              + " were changed while the statement was being prepared; run it again");
    }
    return IcebergScan.create(context.getCluster(), relOptTable, read);
  }

  @Override
  public boolean canExecute(RelNode operator) {
    return executor.canExecute(operator);
  }

  @Override
  public TableModify toModificationRel(
      RelOptCluster cluster,
      RelOptTable table,
      Prepare.CatalogReader catalogReader,
      RelNode child,
      TableModify.Operation operation,
      @Nullable List<String> updateColumnList,
      @Nullable List<RexNode> sourceExpressionList,
      boolean flattened) {
    return IcebergInsert.of(cluster, table, this, catalogReader, child, operation);
  }

  @Override
  public Enumerable<@Nullable Object> execute(DataContext root, RelNode plan) {
    return executor.execute(root, plan);
  }

  @Override
  public Statistic getStatistic() {
    Snapshot snapshot = metadataType == null ? state().currentSnapshot() : null;
    String rows =
        snapshot == null ? null : snapshot.summary().get(SnapshotSummary.TOTAL_RECORDS_PROP);
    return rows == null ? Statistics.UNKNOWN : Statistics.of(Double.parseDouble(rows), List.of());
  }

  @Override
  public TableType getJdbcTableType() {
    return metadataType == null ? TableType.TABLE : TableType.SYSTEM_TABLE;
  }

  /** Calcite asks for what an INSERT writes to the columns that it leaves out. */
  @Override
  public <C> @Nullable C unwrap(Class<C> wanted) {
    return wanted == InitializerExpressionFactory.class && metadataType == null && !showsHidden
        ? wanted.cast(new WriteDefaults(state().schema()))
        : super.unwrap(wanted);
  }

  @Override
  public @Nullable Collection<?> getModifiableCollection() {
    throw new UnsupportedOperationException("Rows go through IcebergInsert");
  }

  @Override
  public <T> Queryable<T> asQueryable(
      QueryProvider queryProvider, SchemaPlus schema, String tableName) {
    throw new UnsupportedOperationException("Tables are read through their scan node");
  }

  @Override
  public Type getElementType() {
    return Object[].class;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Expression getExpression(SchemaPlus schema, String tableName, Class clazz) {
    // Reading goes through the scan node; Calcite asks for this to change rows one by one.
    throw new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "UPDATE, DELETE and MERGE of table " + fullName() + " are not supported yet");
  }
}
