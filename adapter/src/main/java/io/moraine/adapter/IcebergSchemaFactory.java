/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.adapter.schema.IcebergSchema;
import io.moraine.adapter.session.StockExecutor;
import java.util.Map;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;

/**
 * Makes a schema of a Calcite model from an Iceberg catalog: {@code "factory":
 * "io.moraine.adapter.IcebergSchemaFactory"}. The operands are those of {@link
 * CatalogConfig#fromOperands}.
 */
public final class IcebergSchemaFactory implements SchemaFactory {
  /** For Calcite, which makes factories by reflection. */
  public IcebergSchemaFactory() {}

  /**
   * The catalog as a schema; it is opened at its first use. Nobody closes what a model made, so the
   * catalog is closed when it was idle for a while.
   *
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION that lists every problem
   */
  @Override
  public Schema create(SchemaPlus parentSchema, String name, Map<String, Object> operand) {
    CatalogConfig config = CatalogConfig.fromOperands(name, operand);
    return IcebergSchema.of(CatalogRegistry.shared().idleLease(config), StockExecutor.INSTANCE);
  }
}
