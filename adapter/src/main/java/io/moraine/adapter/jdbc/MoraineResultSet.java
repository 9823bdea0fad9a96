/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.RowReader;
import io.moraine.adapter.wire.SinkableRows;
import io.moraine.adapter.wire.ValueSink;
import io.moraine.rules.error.ErrorCode;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSetMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * A result set over exact values. Avatica's own getters for objects and timestamps go through
 * milliseconds; those here do not.
 */
final class MoraineResultSet extends LabelledResultSet implements SinkableRows {
  private static final ExactAccessor[] NONE = {};

  private final List<ResultColumn> columns;
  private final ZoneId zone;
  private ExactAccessor[] accessors = NONE;
  private @Nullable RowSource source;

  /** Goes on within a batch, past Avatica's cursor. */
  private @Nullable RowReader reader;

  MoraineResultSet(
      AvaticaStatement statement, Meta.Signature signature, List<ResultColumn> columns, ZoneId zone)
      throws SQLException {
    super(
        statement,
        new QueryState(signature.sql),
        signature,
        new AvaticaResultSetMetaData(statement, null, signature),
        TimeZone.getTimeZone(zone),
        null);
    this.columns = columns;
    this.zone = zone;
  }

  /** Starts to show rows; closing the result set closes them. */
  MoraineResultSet show(RowSource rows) {
    this.source = rows;
    execute2(new RowCursor(rows, columns, zone), ResultColumn.metaData(columns));
    accessors = accessorList.toArray(ExactAccessor[]::new);
    reader = rows.reader();
    return this;
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (isClosed()) {
      throw new SQLException("The result set is closed", "24000");
    }
  }

  @Override
  public boolean next() throws SQLException {
    RowReader within = reader;
    return within != null && within.advance() || nextBatch();
  }

  private boolean nextBatch() throws SQLException {
    checkOpen();
    try {
      return super.next();
    } catch (SQLException e) {
      if (e.getSQLState() == null) {
        // Avatica's only error without a state here.
        throw new SQLException("The statement was cancelled", ErrorCode.CANCELLED.sqlState(), e);
      }
      throw e;
    } catch (NullPointerException e) {
      // Another thread has just closed it, and Avatica gave up the cursor.
      checkOpen();
      throw e;
    }
  }

  @Override
  public int getRow() throws SQLException {
    int row = super.getRow();
    RowReader within = reader;
    return row == 0 || within == null ? row : (int) within.number();
  }

  @Override
  public boolean isFirst() throws SQLException {
    return getRow() == 1;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).metaData().label.equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw new SQLException(
        "There is no column '" + label + "'", ErrorCode.COLUMN_NOT_FOUND.sqlState());
  }

  private ExactAccessor accessor(int column) throws SQLException {
    ExactAccessor[] open = accessors;
    if (column < 1 || column > open.length) {
      checkOpen();
      throw ColumnList.noColumn(column);
    }
    return open[column - 1];
  }

  @Override
  public int handOver(int column, ValueSink sink) throws SQLException {
    accessor(column);
    requireRow();
    ExactAccessor[] open = accessors;
    int next = column - 1;
    try {
      while (next < open.length && open[next].handOver(sink)) {
        next++;
      }
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
    return next + 1;
  }

  private void requireRow() throws SQLException {
    if (cursor instanceof RowCursor rows) {
      rows.requireRow();
    } else {
      checkOpen();
    }
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    return accessor(column).getString();
  }

  @Override
  public int getInt(int column) throws SQLException {
    return accessor(column).getInt();
  }

  @Override
  public long getLong(int column) throws SQLException {
    return accessor(column).getLong();
  }

  @Override
  public double getDouble(int column) throws SQLException {
    return accessor(column).getDouble();
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    return accessor(column).getBigDecimal();
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    return accessor(column).getBytes();
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    return accessor(column).getObject();
  }

  @Override
  public @Nullable Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    return accessor(column).getObject(type);
  }

  @Override
  public <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
    return getObject(findColumn(label), type);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return accessor(column).getTimestamp(null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public java.sql.@Nullable Date getDate(int column) throws SQLException {
    return accessor(column).getDate(null);
  }

  @Override
  public java.sql.@Nullable Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public java.sql.@Nullable Date getDate(int column, @Nullable Calendar calendar)
      throws SQLException {
    return accessor(column).getDate(calendar);
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    return accessor(column).getTime(null);
  }

  @Override
  public @Nullable Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public int getHoldability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public void close() {
    RowSource rows = source;
    source = null;
    reader = null;
    if (rows != null) {
      super.close();
    }
    // Only now, for then it is closed, which is what a getter looks for.
    accessors = NONE;
  }
}
