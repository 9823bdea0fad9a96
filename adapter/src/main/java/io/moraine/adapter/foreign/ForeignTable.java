/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.util.List;
import org.apache.calcite.adapter.jdbc.JdbcTable;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/**
 * A table of another Calcite schema as one statement sees it: with types that the runtime knows,
 * which hold all that the source has.
 */
public final class ForeignTable extends AbstractTable implements TranslatableTable {
  private final List<String> path;
  private final ForeignSource source;
  private final Schema.TableType type;
  private @Nullable List<ForeignColumn> columns;

  private ForeignTable(List<String> path, ForeignSource source, Schema.TableType type) {
    this.path = List.copyOf(path);
    this.source = source;
    this.type = type;
  }

  /**
   * A table of a schema.
   *
   * @param root the root of the schemas to which the table belongs
   * @param path its name in full, from the root
   */
  public static ForeignTable of(CalciteSchema root, List<String> path, Table table) {
    String name = String.join(".", path);
    ForeignSource source =
        table instanceof JdbcTable jdbc
            ? new JdbcSource(name, jdbc)
            : new CalciteSource(name, path, root, table);
    return new ForeignTable(path, source, table.getJdbcTableType());
  }

  String fullName() {
    return String.join(".", path);
  }

  ForeignSource source() {
    return source;
  }

  /** The columns, once the row type was asked for. */
  public List<ForeignColumn> columns() {
    List<ForeignColumn> known = columns;
    if (known == null) {
      throw new IllegalStateException("The row type was not asked for");
    }
    return known;
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return type;
  }

  @Override
  public synchronized RelDataType getRowType(RelDataTypeFactory types) {
    List<ForeignColumn> known = columns;
    if (known == null) {
      known = List.copyOf(source.columns(types));
      columns = known;
    }
    return types.createStructType(
        known.stream().map(ForeignColumn::type).toList(),
        known.stream().map(ForeignColumn::name).toList());
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    return ForeignScan.create(context.getCluster(), table, this);
  }
}
