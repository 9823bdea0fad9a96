/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.rules.type.TypeMapping;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * A value of a flat Iceberg type as a text, such that two values are the same exactly when their
 * texts are: the scale of a decimal, the sign of a zero and every microsecond show.
 */
final class ExactValue {
  private ExactValue() {}

  /** The text of a column of the current row. */
  static @Nullable String ofJdbc(Type type, ResultSet row, int column) throws SQLException {
    Object value = read(type, row, column);
    return row.wasNull() || value == null ? null : text(type, value);
  }

  /** The text of a value as Iceberg's own generic reader returns it. */
  static @Nullable String ofIceberg(Type type, @Nullable Object value) {
    return value == null ? null : text(type, value);
  }

  /** The text of a value as {@code expected.json} of the shared tables writes it. */
  static @Nullable String ofJson(Type type, JsonNode value) {
    return value.isNull() ? null : text(type, parse(type, value));
  }

  private static @Nullable Object read(Type type, ResultSet row, int column) throws SQLException {
    return switch (type.typeId()) {
      case BOOLEAN -> row.getBoolean(column);
      case INTEGER -> row.getInt(column);
      case LONG -> row.getLong(column);
      case FLOAT -> row.getFloat(column);
      case DOUBLE -> row.getDouble(column);
      case DECIMAL -> row.getBigDecimal(column);
      case DATE -> row.getObject(column, LocalDate.class);
      case TIME -> row.getObject(column, LocalTime.class);
      case TIMESTAMP, TIMESTAMP_NANO ->
          TypeMapping.isInstant(type)
              ? row.getObject(column, OffsetDateTime.class)
              : row.getObject(column, LocalDateTime.class);
      case FIXED, BINARY -> row.getBytes(column);
      case UUID -> row.getObject(column);
      default -> row.getString(column);
    };
  }

  private static Object parse(Type type, JsonNode value) {
    String text = value.asText();
    return switch (type.typeId()) {
      case BOOLEAN -> value.booleanValue();
      case INTEGER -> value.intValue();
      case LONG -> value.longValue();
      case FLOAT -> (float) value.doubleValue();
      case DOUBLE -> value.doubleValue();
      case DECIMAL -> new BigDecimal(text);
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      case TIMESTAMP, TIMESTAMP_NANO ->
          TypeMapping.isInstant(type) ? OffsetDateTime.parse(text) : LocalDateTime.parse(text);
      case FIXED, BINARY ->
          HexFormat.of().parseHex(text.startsWith("x:") ? text.substring(2) : text);
      case UUID -> text.startsWith("x:") ? text.substring(2) : text;
      default -> text;
    };
  }

  private static String text(Type type, Object value) {
    return switch (type.typeId()) {
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case TIMESTAMP, TIMESTAMP_NANO ->
          value instanceof OffsetDateTime time
              ? Instant.from(time).toString()
              : String.valueOf(value);
      case FIXED, BINARY -> HexFormat.of().formatHex(bytes(value));
      case UUID -> uuid(value);
      default -> value.toString();
    };
  }

  private static byte[] bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    return (byte[]) value;
  }

  private static String uuid(Object value) {
    String text = value instanceof UUID uuid ? uuid.toString() : (String) value;
    return text.replace("-", "").toLowerCase(Locale.ROOT);
  }
}
