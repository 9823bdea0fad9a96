/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.adapter.jdbc.JdbcBaseSchema;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;

/** The tables that were added to a schema, as against those that it has by itself. */
final class ExplicitTables {
  private ExplicitTables() {}

  static Map<String, Table> of(CalciteSchema schema) {
    Map<String, Table> tables = new TreeMap<>();
    // Nothing can be added to a database's schema; listing it for every statement would be slow,
    // and would fail statements that have nothing to do with it.
    if (schema.schema instanceof JdbcBaseSchema) {
      return tables;
    }
    // Only a schema without tables of its own is asked for all of them.
    if (schema.schema.getClass() == AbstractSchema.class
        || schema.schema.tables().getNames(LikePattern.any()).isEmpty()) {
      for (String name : schema.tables().getNames(LikePattern.any())) {
        CalciteSchema.TableEntry entry = schema.getTable(name, true);
        if (entry != null) {
          tables.put(name, entry.getTable());
        }
      }
    }
    return tables;
  }
}
