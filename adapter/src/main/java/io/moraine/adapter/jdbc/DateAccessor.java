/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.DateReader;
import io.moraine.adapter.wire.ValueSink;
import java.sql.Date;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A column of dates. Where midnight of a day is in the JVM's time zone is expensive to find out,
 * and days come again and again, so it is kept.
 */
final class DateAccessor extends DirectAccessor {
  /** More than the days of seven years, a power of two. */
  private static final int KEPT = 4_096;

  private static final String UTC = "UTC";
  private static final long DAY = TimeUnit.DAYS.toMillis(1);

  private final DateReader reader;
  private final int[] days = new int[KEPT];
  private final long[] midnights = new long[KEPT];
  private int batch = -1;
  private TimeZone zone = TimeZone.getDefault();

  DateAccessor(RowCursor cursor, int column, ZoneId zone, DateReader reader) {
    super(cursor, column, zone, reader);
    this.reader = reader;
    forget();
  }

  @Override
  public @Nullable Object getObject() throws SQLException {
    return getDate(null);
  }

  @Override
  public @Nullable Date getDate(@Nullable Calendar calendar) throws SQLException {
    if (calendar == null) {
      return isNull() ? null : new Date(midnight(reader.epochDay()));
    }
    if (UTC.equals(calendar.getTimeZone().getID())) {
      return isNull() ? null : new Date(reader.epochDay() * DAY);
    }
    return super.getDate(calendar);
  }

  @Override
  boolean handOver(ValueSink sink, int row) {
    sink.date(reader.epochDay(row));
    return true;
  }

  private long midnight(int day) throws SQLException {
    if (batch != reader.batches()) {
      batch = reader.batches();
      TimeZone current = TimeZone.getDefault();
      if (!current.equals(zone)) {
        zone = current;
        forget();
      }
    }
    int slot = day & KEPT - 1;
    if (days[slot] != day) {
      midnights[slot] = Objects.requireNonNull(super.getDate(null)).getTime();
      days[slot] = day;
    }
    return midnights[slot];
  }

  /** No slot holds a day that belongs to it. */
  private void forget() {
    Arrays.fill(days, 1);
    days[1] = 0;
  }
}
