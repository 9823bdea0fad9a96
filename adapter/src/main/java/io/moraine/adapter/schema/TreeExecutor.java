/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/** Who executes a tree for the stock Calcite driver. */
public interface TreeExecutor {
  /**
   * Whether an operator can be part of such a tree, as {@link
   * io.moraine.rules.IcebergTarget#canExecute}.
   */
  boolean canExecute(RelNode operator);

  /**
   * The rows of a tree over scans of Iceberg tables, as {@link
   * io.moraine.rules.IcebergTarget#execute}.
   */
  Enumerable<@Nullable Object> execute(DataContext root, RelNode plan);
}
