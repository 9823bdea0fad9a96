/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.schema.IcebergTable;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.jspecify.annotations.Nullable;

/** A statement that was parsed, validated and planned. */
public sealed interface CompiledStatement {
  /** The types of its parameters, one field a parameter, in order. */
  default List<RelDataType> parameterTypes() {
    return List.of();
  }

  /**
   * A query.
   *
   * @param query what the runtime executes
   * @param tree the tree that it was made from
   * @param rowType the result's columns as the validator names and types them
   * @param origins for each column the catalog path and name of the table column it shows, or null
   */
  record Query(
      ColumnarQuery query,
      RelNode tree,
      RelDataType rowType,
      List<@Nullable List<String>> origins,
      List<RelDataType> parameterTypes)
      implements CompiledStatement {}

  /**
   * An INSERT.
   *
   * @param target the table as it was validated
   * @param source its rows, a column a table column
   * @param tree the tree of the source
   */
  record Insert(
      IcebergTable target, ColumnarQuery source, RelNode tree, List<RelDataType> parameterTypes)
      implements CompiledStatement {}

  /** A statement that changes a catalog. */
  record Ddl(SqlNode statement) implements CompiledStatement {}

  /** {@code SET name = value}. */
  record SetOption(SqlSetOption statement) implements CompiledStatement {}

  /**
   * {@code EXPLAIN PLAN FOR} another statement.
   *
   * @param rowType the one column that EXPLAIN returns
   */
  record Explain(CompiledStatement explained, RelDataType rowType) implements CompiledStatement {
    @Override
    public List<RelDataType> parameterTypes() {
      return explained.parameterTypes();
    }
  }
}
