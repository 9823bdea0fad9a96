/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.runtime.ResultRows;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.write.TableAppender;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;

/** Appends the rows of a query to a table, in one commit. */
final class Insertion {
  private Insertion() {}

  /** Runs the query, writes its rows and commits; returns the number of rows. */
  static long run(IcebergTable target, ColumnarQuery source, Execution execution) {
    if (target.metadataType().isPresent()) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot insert into " + target.fullName() + ": it is a metadata table");
    }
    TableAppender appender = new TableAppender(target.lease().roots());
    Table live = load(target);
    try (ColumnarResult result = source.execute(execution)) {
      return appender.append(live, new ResultRows(result), execution.zone());
    }
  }

  private static Table load(IcebergTable target) {
    try {
      Table live = target.lease().catalog().loadTable(target.id());
      // Messages name the table as SQL does, whatever the catalog calls itself.
      return live instanceof HasTableOperations withOperations
          ? new BaseTable(withOperations.operations(), target.fullName())
          : live;
    } catch (RuntimeException e) {
      throw ErrorTranslation.translate("insert into table " + target.fullName(), e);
    }
  }
}
