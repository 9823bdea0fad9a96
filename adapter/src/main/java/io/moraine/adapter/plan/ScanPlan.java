/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;

/**
 * The files that one scan of one snapshot reads.
 *
 * @param schema the columns of the table, as the statement sees them
 * @param files whole data files in planning order, each with its deletes
 * @param filter what the files were planned with
 * @param filterIsExact whether a row satisfies {@code filter} just when it satisfies the
 *     statement's filter
 * @param report what planning read and found
 */
public record ScanPlan(
    Schema schema,
    List<FileScanTask> files,
    Expression filter,
    boolean filterIsExact,
    ScanReport report) {
  /** Copies the list. */
  public ScanPlan {
    files = List.copyOf(files);
  }

  /** The same plan of these of its files alone. */
  ScanPlan with(List<FileScanTask> some) {
    return new ScanPlan(schema, some, filter, filterIsExact, report);
  }
}
