/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.StrictMetricsEvaluator;
import org.jspecify.annotations.Nullable;

/** Which planned files have no row that is deleted or fails the filter. */
final class CertainRows {
  private final boolean filterIsExact;
  private final @Nullable StrictMetricsEvaluator strict;

  /**
   * For files that were planned with a filter.
   *
   * @param filterIsExact whether a row satisfies it just when it satisfies the statement's filter
   */
  CertainRows(Schema schema, Expression filter, boolean filterIsExact) {
    this.filterIsExact = filterIsExact;
    this.strict =
        filter.op() == Expression.Operation.TRUE
            ? null
            : new StrictMetricsEvaluator(schema, filter);
  }

  /** Whether every row of a file, which carries its column metrics, is a row of the scan. */
  boolean areAll(FileScanTask task) {
    return filterIsExact
        && task.deletes().isEmpty()
        && (strict == null
            || task.residual().isEquivalentTo(Expressions.alwaysTrue())
            || strict.eval(task.file()));
  }
}
