/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.plan.ShippedPlan;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;

/** The rows of a plan that came from another process, by Iceberg's readers, without the catalog. */
public final class ShippedRows {
  private ShippedRows() {}

  /**
   * The rows of the plan's files, in their order, that are not deleted. A filter only chose the
   * files and parts of them: rows that do not satisfy it are among these.
   *
   * @param io opens the files, by the reader's own configuration
   * @param roots where files are read; a plan may name others
   * @return to be closed; reading fails with a MoraineException ACCESS_DENIED for a file outside of
   *     the roots, or what the file system fails with
   */
  public static CloseableIterable<Record> of(ShippedPlan plan, FileIO io, AllowedRoots roots) {
    Table state = plan.state(io);
    Schema projection = plan.projection();
    List<ReadColumn> columns =
        projection.columns().stream()
            .map(field -> new ReadColumn(plan.table(), field, field.type().toString()))
            .toList();
    FileRead read = new FileRead(state, roots, columns, plan.files(), task -> Map.of(), null);
    return CloseableIterable.concat(
        plan.files().stream().map(file -> rows(read, file, projection)).toList());
  }

  /** Without what was read only to tell deleted rows. */
  private static CloseableIterable<Record> rows(
      FileRead read, FileScanTask file, Schema projection) {
    return CloseableIterable.transform(
        read.undeleted(file, false),
        record -> {
          Record row = GenericRecord.create(projection);
          for (int i = 0; i < projection.columns().size(); i++) {
            row.set(i, record.get(i));
          }
          return row;
        });
  }
}
