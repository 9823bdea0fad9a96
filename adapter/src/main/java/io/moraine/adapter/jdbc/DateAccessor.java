/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.DateReader;
import java.sql.Date;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Calendar;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * A column of dates. Where midnight of a day is in the JVM's time zone is expensive to find out,
 * and days come again and again, so it is kept.
 */
final class DateAccessor extends DirectAccessor {
  /** More than the days of seven years, a power of two. */
  private static final int KEPT = 4_096;

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
    if (calendar != null) {
      return super.getDate(calendar);
    }
    return isNull() ? null : new Date(midnight(reader.epochDay()));
  }

  private long midnight(int day) {
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
      midnights[slot] = Date.valueOf(LocalDate.ofEpochDay(day)).getTime();
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
