/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/** Avatica's cursor over a source of exact values. */
final class RowCursor implements Cursor {
  private final RowSource rows;
  private final List<ResultColumn> columns;
  private final ZoneId zone;
  private boolean wasNull;
  private boolean onRow;

  RowCursor(RowSource rows, List<ResultColumn> columns, ZoneId zone) {
    this.rows = rows;
    this.columns = columns;
    this.zone = zone;
  }

  @Override
  public List<Accessor> createAccessors(
      List<ColumnMetaData> types, Calendar localCalendar, ArrayImpl.Factory factory) {
    return new ArrayList<>(accessors());
  }

  /** An accessor for each column. */
  List<ExactAccessor> accessors() {
    List<ExactAccessor> accessors = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ColumnReader reader = rows.column(i);
      accessors.add(
          reader == null
              ? new ExactAccessor(this, i, zone)
              : DirectAccessor.of(this, i, zone, columns.get(i), reader));
    }
    return new ColumnList<>(accessors);
  }

  @Override
  public boolean next() throws SQLException {
    try {
      onRow = false;
      onRow = rows.next();
      return onRow;
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  /** The value of a column in the current row; remembers whether it was NULL. */
  @Nullable Object value(int column) throws SQLException {
    requireRow();
    try {
      Object value = columns.get(column).read(rows, column);
      wasNull = value == null;
      return value;
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  void requireRow() throws SQLException {
    if (!onRow) {
      throw new SQLException(
          "The result set is not on a row: call next() and read while it returns true", "24000");
    }
  }

  /** Remembers whether the last value was NULL. */
  void readNull(boolean isNull) {
    wasNull = isNull;
  }

  String label(int column) {
    return columns.get(column).metaData().label;
  }

  @Override
  public void close() {
    rows.close();
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }
}
