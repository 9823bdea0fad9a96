/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.foreign.ForeignSchema;
import io.moraine.adapter.foreign.ForeignTable;
import io.moraine.adapter.foreign.TypedFunction;
import io.moraine.adapter.schema.IcebergSchema;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.schema.LookupLog;
import io.moraine.adapter.schema.Pins;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The schemas of a connection as one statement sees them. Calcite's own snapshot would list, and
 * open, every table of a schema at the first look-up of one.
 */
final class StatementSchema {
  private StatementSchema() {}

  /** A root schema whose tables are looked up one by one and keep one state each. */
  static CalciteSchema of(CalciteSchema live) {
    return of(live, new LookupLog(), table -> false);
  }

  /**
   * The same.
   *
   * @param log takes what is asked of catalogs
   * @param showsHidden which tables have their hidden columns
   */
  static CalciteSchema of(
      CalciteSchema live, LookupLog log, Predicate<TableIdentifier> showsHidden) {
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    Pins pins = new Pins();
    for (String name : live.subSchemas().getNames(LikePattern.any())) {
      CalciteSchema sub = live.getSubSchema(name, true);
      if (sub != null && !isCalcites(sub.schema)) {
        Schema seen =
            sub.schema instanceof IcebergSchema iceberg
                ? iceberg.forStatement(log, showsHidden)
                : new ForeignSchema(live, List.of(name), sub.schema);
        copyExplicit(sub, root.add(name, seen), live, pins, showsHidden);
      }
    }
    return root;
  }

  /** Calcite's own tables about tables know none of ours. */
  private static boolean isCalcites(Schema schema) {
    return schema.getClass().getName().equals("org.apache.calcite.jdbc.MetadataSchema");
  }

  /**
   * What names may mean apart from catalogs, for comparison; empty where that can change unseen, as
   * with views, functions and other schemas.
   */
  static Optional<List<Object>> parts(CalciteSchema live) {
    List<Object> parts = new ArrayList<>();
    for (String name : live.subSchemas().getNames(LikePattern.any())) {
      CalciteSchema sub = live.getSubSchema(name, true);
      if (sub != null && isCalcites(sub.schema)) {
        continue;
      }
      if (sub == null
          || !(sub.schema instanceof IcebergSchema)
          || !ExplicitTables.of(sub).isEmpty()
          || !sub.getFunctionNames().isEmpty()) {
        return Optional.empty();
      }
      parts.add(name);
      parts.add(sub.schema);
    }
    return live.getFunctionNames().isEmpty() ? Optional.of(parts) : Optional.empty();
  }

  /** Tables and views that a model declares beside what the schema itself has. */
  private static void copyExplicit(
      CalciteSchema from,
      CalciteSchema to,
      CalciteSchema live,
      Pins pins,
      Predicate<TableIdentifier> showsHidden) {
    ExplicitTables.of(from)
        .forEach(
            (name, table) ->
                to.add(name, seen(live, List.of(from.name, name), table, pins, showsHidden)));
    ModelView.RowTypes rowTypes = (sql, path, types) -> Compiler.rowType(live, sql, path, types);
    for (String name : from.getFunctionNames()) {
      for (Function function : from.getFunctions(name, true)) {
        to.plus().add(name, TypedFunction.of(ModelView.of(function, rowTypes)));
      }
    }
  }

  private static Table seen(
      CalciteSchema live,
      List<String> path,
      Table table,
      Pins pins,
      Predicate<TableIdentifier> showsHidden) {
    if (table instanceof IcebergTable iceberg) {
      return iceberg.pinned(pins).withHiddenColumns(showsHidden.test(iceberg.id()));
    }
    return ForeignSchema.isForeign(table) ? ForeignTable.of(live, path, table) : table;
  }
}
