/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Parameters as they came over the wire, bound to a statement. Dates and times go through {@code
 * java.time}: in {@code java.sql} they would depend on the server's time zone and on a calendar
 * change of 1582.
 */
final class ParameterValues {
  private ParameterValues() {}

  /**
   * Binds {@code values} from the first parameter on.
   *
   * @throws SQLException with state 07001 when a value is missing
   */
  static void bind(PreparedStatement statement, List<TypedValue> values) throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    for (int i = 0; i < values.size(); i++) {
      TypedValue value = values.get(i);
      if (value == null) {
        throw new SQLException("Parameter " + (i + 1) + " is not set", "07001");
      }
      statement.setObject(i + 1, toJava(value, utc));
    }
  }

  private static @Nullable Object toJava(TypedValue typed, Calendar utc) {
    if (!(typed.value instanceof Number number)) {
      return typed.toJdbc(utc);
    }
    return switch (typed.type) {
      case JAVA_SQL_DATE -> LocalDate.ofEpochDay(number.longValue());
      case JAVA_SQL_TIME ->
          LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(number.longValue()));
      case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE ->
          LocalDateTime.ofInstant(Instant.ofEpochMilli(number.longValue()), ZoneOffset.UTC);
      default -> typed.toJdbc(utc);
    };
  }
}
