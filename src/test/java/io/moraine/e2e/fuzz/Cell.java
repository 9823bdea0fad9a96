/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value as a text, such that two values are the same exactly when their texts are. Decimals are
 * the same when their values are: PostgreSQL's have scales of their own. That a decimal of ours has
 * the scale that its column declares is checked here.
 */
final class Cell {
  private Cell() {}

  static @Nullable String read(Type type, ResultSet row, int column, boolean remote)
      throws SQLException {
    Object value = remote && isText(type) ? row.getString(column) : value(type, row, column);
    if (row.wasNull() || value == null) {
      return null;
    }
    return remote && isText(type) ? parsed(type, (String) value) : text(type, value);
  }

  /** What the client of a server receives as text. */
  private static boolean isText(Type type) {
    return switch (type.kind()) {
      case DATE, TIME, TIMESTAMP, INSTANT, UUID -> true;
      default -> false;
    };
  }

  private static @Nullable Object value(Type type, ResultSet row, int column) throws SQLException {
    return switch (type.kind()) {
      case BOOLEAN -> row.getBoolean(column);
      case INTEGER -> row.getInt(column);
      case BIGINT -> row.getLong(column);
      case REAL -> row.getFloat(column);
      case DOUBLE -> row.getDouble(column);
      case DECIMAL -> row.getBigDecimal(column);
      case DATE -> row.getObject(column, LocalDate.class);
      case TIME -> row.getObject(column, LocalTime.class);
      case TIMESTAMP -> row.getObject(column, LocalDateTime.class);
      case INSTANT -> row.getObject(column, OffsetDateTime.class);
      case BYTES -> row.getBytes(column);
      case UUID -> row.getObject(column);
      case TEXT -> row.getString(column);
    };
  }

  private static String text(Type type, Object value) {
    return switch (type.kind()) {
      case DECIMAL -> number((BigDecimal) value);
      case INSTANT -> Instant.from((OffsetDateTime) value).toString();
      case BYTES -> HexFormat.of().formatHex((byte[]) value);
      default -> value.toString();
    };
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String parsed(Type type, String text) {
    return switch (type.kind()) {
      case TIMESTAMP -> LocalDateTime.parse(text.replace(' ', 'T')).toString();
      case TIME -> LocalTime.parse(text).toString();
      case INSTANT -> instant(text);
      case UUID -> text.toLowerCase(Locale.ROOT);
      default -> text;
    };
  }

  private static String instant(String text) {
    String iso = text.replace(' ', 'T');
    return Instant.from(OffsetDateTime.parse(iso.matches(".*[+-]\\d\\d") ? iso + ":00" : iso))
        .toString();
  }
}
