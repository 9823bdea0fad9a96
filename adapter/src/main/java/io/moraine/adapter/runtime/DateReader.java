/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A column of {@code LocalDate}. */
public final class DateReader extends FixedReader {
  /** More than the days of seven years, a power of two. */
  private static final int KEPT = 4_096;

  private final @Nullable LocalDate[] dates = new @Nullable LocalDate[KEPT];
  private final int[] days = new int[KEPT];

  DateReader(RowReader rows, ArrowColumn column) {
    super(rows, column, Integer.SIZE);
  }

  @Override
  Object notNull(int row) {
    int day = epochDay(row);
    int slot = day & KEPT - 1;
    LocalDate kept = dates[slot];
    if (kept != null && days[slot] == day) {
      return kept;
    }
    LocalDate date = LocalDate.ofEpochDay(day);
    dates[slot] = date;
    days[slot] = day;
    return date;
  }

  /** Days since 1970-01-01 in the current row, whose value is not NULL. */
  public int epochDay() {
    return epochDay(row());
  }

  /** Days since 1970-01-01 in a {@link #row} that is not negative. */
  public int epochDay(int row) {
    return (int) INTS.get(data(), row << 2);
  }
}
