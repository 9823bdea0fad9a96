/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.rules.type.TypeMapping;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A value of an Iceberg type as a text, such that two values are the same exactly when their texts
 * are: the scale of a decimal, the sign of a zero and every microsecond show.
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
      case UUID, LIST, MAP, STRUCT -> row.getObject(column);
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
      case LIST -> elements(type.asListType().elementType(), value);
      case MAP -> {
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (JsonNode entry : value) {
          map.put(
              parse(type.asMapType().keyType(), entry.get(0)),
              orNull(type.asMapType().valueType(), entry.get(1)));
        }
        yield map;
      }
      case STRUCT ->
          type.asStructType().fields().stream()
              .map(field -> orNull(field.type(), value.get(field.name())))
              .toArray();
      default -> text;
    };
  }

  private static @Nullable Object orNull(Type type, JsonNode value) {
    return value.isNull() ? null : parse(type, value);
  }

  private static List<@Nullable Object> elements(Type element, JsonNode values) {
    List<@Nullable Object> list = new ArrayList<>();
    values.forEach(value -> list.add(orNull(element, value)));
    return list;
  }

  /** The values in a struct, as each of the readers has them. */
  private static @Nullable Object[] fields(Object struct) {
    if (struct instanceof Record row) {
      return IntStream.range(0, row.size()).mapToObj(row::get).toArray();
    }
    try {
      return struct instanceof Struct jdbc ? jdbc.getAttributes() : (Object[]) struct;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<?> list(Object list) {
    try {
      return list instanceof Array jdbc
          ? Arrays.asList((Object[]) jdbc.getArray())
          : (List<?>) list;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String nested(Type type, Object value) {
    if (type.isListType()) {
      Type element = type.asListType().elementType();
      return list(value).stream()
          .map(e -> String.valueOf(ofIceberg(element, e)))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (type.isMapType()) {
      Types.MapType map = type.asMapType();
      return ((Map<?, ?>) value)
          .entrySet().stream()
              .map(
                  e ->
                      ofIceberg(map.keyType(), e.getKey())
                          + "="
                          + ofIceberg(map.valueType(), e.getValue()))
              .sorted()
              .collect(Collectors.joining(", ", "{", "}"));
    }
    List<Types.NestedField> fields = type.asStructType().fields();
    @Nullable Object[] values = fields(value);
    return IntStream.range(0, fields.size())
        .mapToObj(i -> fields.get(i).name() + ":" + ofIceberg(fields.get(i).type(), values[i]))
        .collect(Collectors.joining(", ", "(", ")"));
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
      case LIST, MAP, STRUCT -> nested(type, value);
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
