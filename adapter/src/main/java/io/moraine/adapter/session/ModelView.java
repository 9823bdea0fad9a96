/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.TableMacro;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.impl.ViewTableMacro;
import org.jspecify.annotations.Nullable;

/**
 * A view that a model declares, in the dialect and with the types of every other statement.
 * Calcite's own would be validated with its default types, and its rows cast to these: they hold
 * milliseconds and 19 digits.
 */
final class ModelView extends AbstractTable implements TranslatableTable {
  private final String sql;
  private final List<String> schemaPath;
  private final @Nullable List<String> viewPath;
  private final RowTypes rowTypes;

  private ModelView(
      String sql, List<String> schemaPath, @Nullable List<String> viewPath, RowTypes rowTypes) {
    this.sql = sql;
    this.schemaPath = schemaPath;
    this.viewPath = viewPath;
    this.rowTypes = rowTypes;
  }

  /** Finds the columns of a query. */
  interface RowTypes {
    RelDataType of(String sql, List<String> schemaPath, RelDataTypeFactory types);
  }

  /** The function that stands for a view, or the function itself if it stands for none. */
  static Function of(Function function, RowTypes rowTypes) {
    return function instanceof ViewTableMacro macro ? new Macro(view(macro, rowTypes)) : function;
  }

  @SuppressWarnings("unchecked")
  private static ModelView view(ViewTableMacro macro, RowTypes rowTypes) {
    // Its text is for subclasses alone.
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(ViewTableMacro.class, MethodHandles.lookup());
      List<String> schemaPath =
          (List<String>)
              lookup.findGetter(ViewTableMacro.class, "schemaPath", List.class).invoke(macro);
      return new ModelView(
          (String) lookup.findGetter(ViewTableMacro.class, "viewSql", String.class).invoke(macro),
          Objects.requireNonNullElse(schemaPath, List.of()),
          (List<String>)
              lookup.findGetter(ViewTableMacro.class, "viewPath", List.class).invoke(macro),
          rowTypes);
    } catch (Throwable e) {
      throw new IllegalStateException("Calcite's view has no text", e);
    }
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return Schema.TableType.VIEW;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory types) {
    return rowTypes.of(sql, schemaPath, types);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    return context.expandView(table.getRowType(), sql, schemaPath, viewPath).project();
  }

  private record Macro(ModelView view) implements TableMacro {
    @Override
    public TranslatableTable apply(List<? extends @Nullable Object> arguments) {
      return view;
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }
  }
}
