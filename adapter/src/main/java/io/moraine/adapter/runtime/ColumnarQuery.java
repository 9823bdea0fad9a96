/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.adapter.schema.IcebergTable;
import java.util.List;

/** A compiled query, independent of the snapshots that its executions read. */
public final class ColumnarQuery {
  private final GeneratedSql sql;

  ColumnarQuery(GeneratedSql sql) {
    this.sql = sql;
  }

  /** Starts an execution; the caller closes the result. */
  public ColumnarResult execute(Execution execution) {
    return ColumnarRuntime.execute(sql, execution);
  }

  /** The tables that are read, as they were validated. */
  public List<IcebergTable> tables() {
    return sql.leaves().stream().map(leaf -> (IcebergTable) leaf.target()).distinct().toList();
  }

  /** The scans of tables of other schemas. */
  public List<ForeignScan> foreignScans() {
    return sql.foreign().stream().map(ForeignLeaf::scan).toList();
  }

  /** What each leaf would read in an execution, for EXPLAIN. */
  public List<LeafReport> report(Execution execution) {
    return sql.leaves().stream().map(leaf -> LeafReport.of(leaf, execution)).toList();
  }
}
