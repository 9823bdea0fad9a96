/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.adapter.catalog.TableOperands;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.session.StockExecutor;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.TableFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes one table of a Calcite model from an Iceberg table: {@code "factory":
 * "io.moraine.adapter.IcebergTableFactory"}. The operands are those of its catalog, {@code
 * namespace} and {@code table}.
 */
public final class IcebergTableFactory implements TableFactory<IcebergTable> {
  /** For Calcite, which makes factories by reflection. */
  public IcebergTableFactory() {}

  /**
   * The table, which each statement sees as the catalog has it then.
   *
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION that lists every problem
   */
  @Override
  public IcebergTable create(
      SchemaPlus schema, String name, Map<String, Object> operand, @Nullable RelDataType rowType) {
    TableOperands operands = TableOperands.fromOperands(name, operand);
    return IcebergTable.of(
        CatalogRegistry.shared().idleLease(operands.catalog()),
        operands.table(),
        StockExecutor.INSTANCE);
  }
}
