/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** Where the rows of a foreign table come from. */
interface ForeignSource {
  /**
   * What is asked of a source.
   *
   * @param table all columns of the table
   * @param columns positions of the columns to return, in order
   * @param conditions rows that fail one of them may be left out
   * @param limit no more than this many rows are needed, any of them
   */
  record Request(
      List<ForeignColumn> table,
      List<Integer> columns,
      List<PushedCondition> conditions,
      OptionalLong limit) {
    List<ForeignColumn> returned() {
      return columns.stream().map(table::get).toList();
    }
  }

  /** The table's columns, as they are now. */
  List<ForeignColumn> columns(RelDataTypeFactory types);

  /**
   * Starts a read.
   *
   * @param zone the session's zone
   * @param cancelled becomes true when the execution is cancelled
   */
  RowReader open(Request request, ZoneId zone, AtomicBoolean cancelled);

  /** How the request is carried out, for EXPLAIN. */
  String describe(Request request);
}
