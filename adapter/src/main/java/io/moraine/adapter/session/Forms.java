/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.MoraineException;
import org.apache.calcite.sql.SqlNode;

/** Statements as Calcite's validator takes them, where SQL has forms that it does not know. */
public final class Forms {
  private Forms() {}

  /**
   * The same statement in other forms.
   *
   * @throws MoraineException what has none
   */
  public static SqlNode in(SqlNode statement) {
    UniquePredicates.refuse(statement);
    return DistinctWindows.in(RowComparisons.in(WindowFilters.in(statement)));
  }
}
