/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.runtime.Cancellation;
import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.schema.Pins;
import io.moraine.rules.IcebergInsert;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A tree of the stock driver, compiled once and executed again and again.
 *
 * @param target the table to insert into, or null for a query
 * @param rowType the columns of a query
 * @param parameterTypes the parameters that the tree uses, by their numbers from 0
 */
record StockStatement(
    @Nullable IcebergTable target,
    ColumnarQuery query,
    RelDataType rowType,
    Map<Integer, RelDataType> parameterTypes) {

  static StockStatement compile(RelNode plan) {
    try {
      // Calcite keeps this by thread; the one that executes need not be the one that planned.
      RelMetadataQueryBase.THREAD_PROVIDERS.set(
          JaninoRelMetadataProvider.of(plan.getCluster().getMetadataProvider()));
      RelNode rows = plan instanceof IcebergInsert insert ? insert.source() : plan;
      rows.getRowType().getFieldList().forEach(StockStatement::requireFlat);
      return new StockStatement(
          plan instanceof IcebergInsert insert ? (IcebergTable) insert.target() : null,
          ColumnarRuntime.compile(Optimizer.optimize(rows)),
          rows.getRowType(),
          ColumnarRuntime.parameterTypes(rows));
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw JdbcErrors.starting(e);
    }
  }

  static boolean isNested(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return name == SqlTypeName.ARRAY || name == SqlTypeName.MAP || name == SqlTypeName.ROW;
  }

  private static void requireFlat(RelDataTypeField column) {
    if (isNested(column.getType())) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Column "
              + column.getName()
              + " is nested, which jdbc:calcite: cannot carry; select its fields or elements, or"
              + " connect with jdbc:moraine:");
    }
  }

  /** The rows of an execution, which starts when the first row is asked for. */
  Enumerator<@Nullable Object> start(DataContext root, Pins pins) {
    Execution execution =
        new Execution(
            pins,
            new StockParameters(root, parameterTypes),
            zone(root),
            Cancellation.after(timeout(root)),
            root);
    CancelWatch cancel = new CancelWatch(root, execution);
    return target == null
        ? new StockRows(() -> run(execution), rowType, cancel)
        : new StockCount(() -> insert(target, execution), cancel);
  }

  private ColumnarResult run(Execution execution) {
    requireSameColumns(execution.pins());
    return query.execute(execution);
  }

  private long insert(IcebergTable into, Execution execution) {
    requireSameColumns(execution.pins());
    return Insertion.run(into, query, execution);
  }

  private void requireSameColumns(Pins pins) {
    List<IcebergTable> tables =
        Stream.concat(Stream.ofNullable(target), query.tables().stream()).toList();
    for (IcebergTable table : tables) {
      if (!table.schema().sameSchema(table.schema(pins.state(table)))) {
        throw new MoraineException(
            ErrorCode.SCHEMA_CHANGED,
            "The columns of table "
                + table.fullName()
                + " were changed since the statement was prepared; prepare it again");
      }
    }
  }

  private static ZoneId zone(DataContext root) {
    TimeZone zone = DataContext.Variable.TIME_ZONE.get(root);
    return zone == null ? ZoneId.systemDefault() : zone.toZoneId();
  }

  private static int timeout(DataContext root) {
    Object millis = root.get(DataContext.Variable.TIMEOUT.camelName);
    return millis instanceof Long some ? Math.toIntExact((some + 999) / 1_000) : 0;
  }
}
