/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import io.moraine.adapter.wire.SinkableRows;
import io.moraine.adapter.wire.ValueSink;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames from a JDBC result, value by value. A frame has the rows that the client asks for,
 * and more while it is short: Avatica's default of 100 is all round trips. It ends before them when
 * it grows so large that it would not fit in memory.
 *
 * <p>Dates and times are read in UTC, in which the numbers of Avatica's protocol are counted; the
 * embedded driver counts them, as the protocol does, without the days that 1582 left out.
 */
final class FrameReader implements ValueSink {
  /** With either a frame is long enough, unless the client asks for more rows. */
  private static final int ENOUGH_ROWS = 10_000;

  /** Longer arrays can be objects that the collector treats apart. */
  private static final int ENOUGH_BYTES = 240 << 10;

  /** With either a frame ends. */
  private static final int MOST_ROWS = 100_000;

  private static final int MOST_BYTES = 8 << 20;

  private static final long DAY = TimeUnit.DAYS.toMillis(1);
  private final ResultSet result;
  private final @Nullable SinkableRows direct;
  private final ColumnMetaData[] columns;
  private final RowWriter writer;
  private final Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);

  FrameReader(ResultSet result, List<ColumnMetaData> columns, RowWriter writer)
      throws SQLException {
    this.result = result;
    this.direct =
        result.isWrapperFor(SinkableRows.class) ? result.unwrap(SinkableRows.class) : null;
    this.columns = columns.toArray(ColumnMetaData[]::new);
    this.writer = writer;
  }

  /**
   * The next rows.
   *
   * @param offset the number of rows before them
   * @param requested how many the client asks for; negative leaves it to the server, zero is an
   *     empty result
   */
  EncodedFrame next(long offset, int requested) throws SQLException {
    boolean done = requested == 0;
    for (int rows = 0; !done && !isFull(rows, requested); rows++) {
      if (result.next()) {
        writeRow();
      } else {
        done = true;
      }
    }
    if (done) {
      result.close();
    }
    return writer.frame(offset, done);
  }

  private boolean isFull(int rows, int requested) {
    return rows < requested
        ? rows >= MOST_ROWS || writer.size() >= MOST_BYTES
        : rows >= ENOUGH_ROWS || writer.size() >= ENOUGH_BYTES;
  }

  private void writeRow() throws SQLException {
    writer.beginRow();
    int i = 0;
    while (i < columns.length) {
      if (direct != null) {
        i = direct.handOver(i + 1, this) - 1;
      }
      if (i < columns.length) {
        writeValue(i + 1, columns[i]);
        i++;
      }
    }
    writer.endRow();
  }

  @Override
  public void nothing() {
    writer.nothing();
  }

  @Override
  public void integer(int value) {
    writer.number(value, ColumnMetaData.Rep.INTEGER);
  }

  @Override
  public void bigint(long value) {
    writer.number(value, ColumnMetaData.Rep.LONG);
  }

  @Override
  public void decimal(long unscaled, int scale) {
    writer.decimal(unscaled, scale);
  }

  @Override
  public void date(int epochDay) {
    writer.number(epochDay, ColumnMetaData.Rep.INTEGER);
  }

  @Override
  public void text(byte[] bytes, int start, int length) {
    writer.text(bytes, start, length);
  }

  private void writeValue(int i, ColumnMetaData column) throws SQLException {
    switch (column.type.id) {
      case Types.TINYINT -> whole(result.getLong(i), ColumnMetaData.Rep.BYTE);
      case Types.SMALLINT -> whole(result.getLong(i), ColumnMetaData.Rep.SHORT);
      case Types.INTEGER -> whole(result.getInt(i), ColumnMetaData.Rep.INTEGER);
      case Types.BIGINT -> whole(result.getLong(i), ColumnMetaData.Rep.LONG);
      case Types.VARCHAR -> text(result.getBytes(i));
      case Types.DECIMAL -> decimal(result.getBigDecimal(i));
      case Types.DATE -> day(i);
      case Types.TIME -> time(i);
      case Types.TIMESTAMP -> timestamp(i);
      case Types.REAL -> real(result.getFloat(i), column);
      case Types.FLOAT, Types.DOUBLE -> real(result.getDouble(i), column);
      default -> other(result.getObject(i), column);
    }
  }

  private void whole(long value, ColumnMetaData.Rep kind) throws SQLException {
    if (value == 0 && result.wasNull()) {
      writer.nothing();
    } else {
      writer.number(value, kind);
    }
  }

  private void text(byte @Nullable [] utf8) {
    if (utf8 == null) {
      writer.nothing();
    } else {
      writer.text(utf8, 0, utf8.length);
    }
  }

  private void decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writer.nothing();
    } else {
      writer.decimal(value);
    }
  }

  private void day(int i) throws SQLException {
    Date date = result.getDate(i, utc);
    if (date == null) {
      writer.nothing();
    } else {
      writer.number(Math.floorDiv(date.getTime(), DAY), ColumnMetaData.Rep.INTEGER);
    }
  }

  private void time(int i) throws SQLException {
    Time time = result.getTime(i, utc);
    if (time == null) {
      writer.nothing();
    } else {
      writer.number(Math.floorMod(time.getTime(), DAY), ColumnMetaData.Rep.INTEGER);
    }
  }

  private void timestamp(int i) throws SQLException {
    Timestamp timestamp = result.getTimestamp(i, utc);
    if (timestamp == null) {
      writer.nothing();
    } else {
      writer.number(timestamp.getTime(), ColumnMetaData.Rep.LONG);
    }
  }

  private void real(float value, ColumnMetaData column) throws SQLException {
    if (value == 0 && result.wasNull()) {
      writer.nothing();
    } else {
      writer.real(value, column);
    }
  }

  private void real(double value, ColumnMetaData column) throws SQLException {
    if (value == 0 && result.wasNull()) {
      writer.nothing();
    } else {
      writer.real(value, column);
    }
  }

  private void other(@Nullable Object value, ColumnMetaData column) throws SQLException {
    if (value == null) {
      writer.nothing();
    } else if (value instanceof Boolean bool) {
      writer.bool(bool);
    } else if (value instanceof byte[] binary) {
      writer.binary(binary);
    } else if (value instanceof String text) {
      text(text.getBytes(StandardCharsets.UTF_8));
    } else {
      throw new SQLException(
          "Column "
              + column.label
              + " holds a "
              + value.getClass().getSimpleName()
              + ", which Avatica's protocol cannot carry; cast it to VARCHAR",
          "0A000");
    }
  }
}
