/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.QueryableTable;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A table of any adapter of Calcite's. One that gives its rows as they are is read without any code
 * of Calcite's between, which would cut date-times to milliseconds; for others Calcite makes a
 * plan.
 */
final class CalciteSource implements ForeignSource {
  private final String name;
  private final List<String> path;
  private final CalciteSchema root;
  private final Table table;

  CalciteSource(String name, List<String> path, CalciteSchema root, Table table) {
    this.name = name;
    this.path = path;
    this.root = root;
    this.table = table;
  }

  @Override
  public List<ForeignColumn> columns(RelDataTypeFactory types) {
    return table.getRowType(types).getFieldList().stream().map(f -> column(types, f)).toList();
  }

  private ForeignColumn column(RelDataTypeFactory types, RelDataTypeField field) {
    RelDataType type = types.createTypeWithNullability(sqlType(types, field.getType()), false);
    return new ForeignColumn(
        name,
        field.getName(),
        types.createTypeWithNullability(type, field.getType().isNullable()),
        field.getType().getFullTypeString(),
        false);
  }

  /** The SQL type of what may be a Java class. */
  private static RelDataType sqlType(RelDataTypeFactory types, RelDataType type) {
    SqlTypeName kind = type.getSqlTypeName();
    return switch (kind) {
      case DECIMAL ->
          type.getPrecision() > 0 && type.getPrecision() <= 38 && type.getScale() >= 0
              ? types.createSqlType(kind, type.getPrecision(), type.getScale())
              : types.createSqlType(kind, 38, 10);
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> types.createSqlType(kind, 6);
      case CHAR, VARCHAR -> types.createSqlType(SqlTypeName.VARCHAR);
      case BINARY, VARBINARY -> types.createSqlType(SqlTypeName.VARBINARY);
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE, DATE, UUID ->
          types.createSqlType(kind);
      default -> types.createSqlType(SqlTypeName.ANY);
    };
  }

  @Override
  public String describe(Request request) {
    return table instanceof ScannableTable
        ? "scan"
        : table instanceof QueryableTable || table instanceof TranslatableTable
            ? "Calcite's plan of a scan"
            : "nothing: it cannot be scanned";
  }

  @Override
  public RowReader open(Request request, ZoneId zone, AtomicBoolean cancelled) {
    JavaTypeFactory types = CalciteContext.types();
    DataContext context = new CalciteContext(root, types, zone, cancelled);
    try {
      if (table instanceof ScannableTable scannable) {
        return new EnumeratedRows(name, scannable.scan(context), request, request.columns());
      }
      if (table instanceof TranslatableTable || table instanceof QueryableTable) {
        Enumerable<@Nullable Object> rows =
            new CalcitePlan(path, root, types).rows(request.columns(), context);
        return EnumeratedRows.projected(name, rows, request);
      }
    } catch (RuntimeException | AssertionError e) {
      throw failed("table " + name, e);
    }
    throw new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Cannot read table " + name + ": " + table.getClass().getName() + " cannot be scanned");
  }

  /** Whatever an adapter fails with. */
  static MoraineException failed(String what, Throwable thrown) {
    MoraineException ours = MoraineException.findIn(thrown);
    if (ours != null) {
      return ours;
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql) {
        return JdbcRows.failed(what, sql);
      }
    }
    return new MoraineException(
        ErrorCode.SOURCE_FAILED, "Cannot read " + what + ": " + thrown, thrown);
  }
}
