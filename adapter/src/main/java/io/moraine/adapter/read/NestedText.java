/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.moraine.rules.error.ErrorCode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Nested values as JSON in which every leaf is the text that the engine casts to the leaf's type;
 * Java cannot write nested values into the engine's vectors.
 */
final class NestedText {
  private static final JsonFactory JSON = new JsonFactory();
  private static final HexFormat HEX = HexFormat.ofDelimiter("\\x").withUpperCase();

  private final ReadColumn column;
  private final JsonGenerator json;

  private NestedText(ReadColumn column, JsonGenerator json) {
    this.column = column;
    this.json = json;
  }

  /** The engine's expression for a nested value that comes as {@code carried}. */
  static String sql(Type type, String engineType, String carried) {
    return "CAST(from_json("
        + carried
        + ", "
        + literal(quoted(texts(type)))
        + ") AS "
        + engineType
        + ")";
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The engine's name of the type with texts as leaves. */
  private static String texts(Type type) {
    return switch (type.typeId()) {
      case STRUCT ->
          type.asStructType().fields().stream()
              .map(f -> '"' + f.name().replace("\"", "\"\"") + "\" " + texts(f.type()))
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
      case LIST -> texts(type.asListType().elementType()) + "[]";
      case MAP -> "MAP(VARCHAR, " + texts(type.asMapType().valueType()) + ")";
      default -> "VARCHAR";
    };
  }

  /** The JSON of a value of a nested column. */
  static String of(ReadColumn column, Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      new NestedText(column, json).write(column.type(), value);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return text.toString();
  }

  private void write(Type type, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type.typeId()) {
      case STRUCT -> struct(type.asStructType(), (StructLike) value);
      case LIST -> list(type.asListType(), (List<?>) value);
      case MAP -> map(type.asMapType(), (Map<?, ?>) value);
      default -> json.writeString(leaf(type, value));
    }
  }

  private void struct(Types.StructType type, StructLike value) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < type.fields().size(); i++) {
      Types.NestedField field = type.fields().get(i);
      json.writeFieldName(field.name());
      write(field.type(), value.get(i, Object.class));
    }
    json.writeEndObject();
  }

  private void list(Types.ListType type, List<?> values) throws IOException {
    json.writeStartArray();
    for (Object value : values) {
      write(type.elementType(), value);
    }
    json.writeEndArray();
  }

  private void map(Types.MapType type, Map<?, ?> entries) throws IOException {
    if (type.keyType().isNestedType()) {
      throw column.error(
          ErrorCode.NOT_SUPPORTED,
          "has maps with nested keys, which can be read from Parquet files alone");
    }
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      json.writeFieldName(leaf(type.keyType(), entry.getKey()));
      write(type.valueType(), entry.getValue());
    }
    json.writeEndObject();
  }

  private String leaf(Type type, Object value) {
    if (value instanceof LocalDate date) {
      return day(date);
    }
    if (value instanceof LocalDateTime local) {
      return text(local);
    }
    if (value instanceof OffsetDateTime instant) {
      String zone = type.typeId() == Type.TypeID.TIMESTAMP_NANO ? "" : "+00";
      return text(RecordValues.utc(instant)) + zone;
    }
    if (value instanceof LocalTime time) {
      return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return switch (type.typeId()) {
      case FIXED, BINARY -> escaped(RecordValues.bytes(column, value));
      default -> value.toString();
    };
  }

  private String text(LocalDateTime local) {
    return day(local.toLocalDate())
        + " "
        + DateTimeFormatter.ISO_LOCAL_TIME.format(local.toLocalTime());
  }

  private String day(LocalDate date) {
    RecordValues.inRange(column, date);
    int year = date.getYear();
    String day =
        String.format(
            Locale.ROOT,
            "%04d-%02d-%02d",
            year > 0 ? year : 1 - year,
            date.getMonthValue(),
            date.getDayOfMonth());
    return year > 0 ? day : day + " (BC)";
  }

  private static String escaped(byte[] bytes) {
    return bytes.length == 0 ? "" : "\\x" + HEX.formatHex(bytes);
  }
}
