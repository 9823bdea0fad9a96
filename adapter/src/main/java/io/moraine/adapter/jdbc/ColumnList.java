/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.SQLException;
import java.util.AbstractList;
import java.util.List;

/**
 * What a result has one of for each column, and for every other number JDBC's error. Avatica asks
 * such lists for whatever number its caller gave, and its own errors have no state.
 */
final class ColumnList<T> extends AbstractList<T> {
  private final List<T> columns;

  ColumnList(List<T> columns) {
    this.columns = List.copyOf(columns);
  }

  @Override
  public T get(int index) {
    if (index < 0 || index >= columns.size()) {
      throw ColumnList.<RuntimeException>unchecked(noColumn(index + 1));
    }
    return columns.get(index);
  }

  @Override
  public int size() {
    return columns.size();
  }

  static SQLException noColumn(int column) {
    return new SQLException("There is no column " + column, "07009");
  }

  /** The exception as it is: all methods that end up here declare it. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> E unchecked(SQLException e) throws E {
    throw (E) e;
  }
}
