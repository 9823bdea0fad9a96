/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.RelNode;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What the algebra needs of a table: its identity, its pinned state, and somebody who executes a
 * tree over it. Implemented by the adapter.
 */
public interface IcebergTarget {
  /** The table's name in full, for messages: catalog, namespace and table joined by dots. */
  String fullName();

  /** The state that the current statement sees. */
  Pin pin();

  /**
   * The schema of that state; column {@code i} of the row type is its {@code i}-th column. Hidden
   * columns of the row type come behind them.
   */
  Schema schema();

  /**
   * Whether {@link #execute} can execute an operator exactly, its inputs aside. A planner runs the
   * others by itself.
   */
  boolean canExecute(RelNode operator);

  /**
   * Executes a tree whose leaves are scans of Iceberg tables.
   *
   * @param root parameters and cancel flag of the execution
   * @param plan the tree; an {@link IcebergInsert} yields one row, the number of rows written
   * @return rows in Calcite's internal representation; a row of one column is that value itself
   */
  Enumerable<@Nullable Object> execute(DataContext root, RelNode plan);
}
