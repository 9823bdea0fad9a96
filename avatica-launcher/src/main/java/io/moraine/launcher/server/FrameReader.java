/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames from a JDBC result. A frame has at least {@value #MIN_ROWS} rows when there are as
 * many, whatever the client asks for (Avatica's default of 100 is all round trips), and ends early
 * when its values grow large, so that a frame of wide rows fits in memory.
 *
 * <p>Dates and times are read in UTC, in which the numbers of Avatica's protocol are counted; the
 * embedded driver counts them, as the protocol does, without the days that 1582 left out.
 */
final class FrameReader {
  private static final int MIN_ROWS = 1_000;
  private static final int MAX_ROWS = 10_000;
  private static final long MAX_BYTES = 8L * 1024 * 1024;
  private static final int CELL_BYTES = 16;
  private static final long DAY = TimeUnit.DAYS.toMillis(1);

  private final ResultSet result;
  private final List<ColumnMetaData> columns;
  private final Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
  private long bytes;

  FrameReader(ResultSet result, List<ColumnMetaData> columns) {
    this.result = result;
    this.columns = columns;
  }

  /**
   * The next rows.
   *
   * @param offset the number of rows before them
   * @param requested how many the client asks for; negative leaves it to the server, zero is an
   *     empty result
   */
  ResultFrame next(long offset, int requested) throws SQLException {
    int limit = requested < 0 ? MIN_ROWS : Math.min(MAX_ROWS, Math.max(MIN_ROWS, requested));
    List<Object> rows = new ArrayList<>();
    boolean done = requested == 0;
    bytes = 0;
    while (!done && rows.size() < limit && bytes < MAX_BYTES) {
      if (result.next()) {
        rows.add(row());
      } else {
        done = true;
      }
    }
    if (done) {
      result.close();
    }
    return new ResultFrame(offset, done, rows, columns);
  }

  private @Nullable Object[] row() throws SQLException {
    @Nullable Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(i + 1, columns.get(i).type.id);
      bytes += CELL_BYTES;
      if (row[i] instanceof String text) {
        bytes += text.length();
      } else if (row[i] instanceof byte[] binary) {
        bytes += binary.length;
      }
    }
    return row;
  }

  private @Nullable Object value(int column, int type) throws SQLException {
    Object value =
        switch (type) {
          case Types.TINYINT -> result.getByte(column);
          case Types.SMALLINT -> result.getShort(column);
          case Types.INTEGER -> result.getInt(column);
          case Types.BIGINT -> result.getLong(column);
          case Types.REAL -> result.getFloat(column);
          case Types.FLOAT, Types.DOUBLE -> result.getDouble(column);
          case Types.DATE -> days(result.getDate(column, utc));
          case Types.TIME -> milliOfDay(result.getTime(column, utc));
          case Types.TIMESTAMP -> millis(result.getTimestamp(column, utc));
          default -> result.getObject(column);
        };
    return result.wasNull() ? null : value;
  }

  private static @Nullable Integer days(@Nullable Date date) {
    return date == null ? null : Math.toIntExact(Math.floorDiv(date.getTime(), DAY));
  }

  private static @Nullable Integer milliOfDay(@Nullable Time time) {
    return time == null ? null : (int) Math.floorMod(time.getTime(), DAY);
  }

  private static @Nullable Long millis(@Nullable Timestamp timestamp) {
    return timestamp == null ? null : timestamp.getTime();
  }
}
