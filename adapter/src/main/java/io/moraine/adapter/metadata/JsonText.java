/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.metadata;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Nested values as JSON: structs by field name, maps as objects whose keys are text, lists as
 * arrays. Other values are written as Iceberg's specification writes default values: decimals,
 * dates and times as strings, binary as hexadecimal digits.
 */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** The text of {@code value}, which is in Iceberg's internal representation. */
  static String of(Type type, Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(type, value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Type type, @Nullable Object value, JsonGenerator json)
      throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type.typeId()) {
      case STRUCT -> writeStruct(type.asStructType(), (StructLike) value, json);
      case MAP -> writeMap(type.asMapType(), (Map<?, ?>) value, json);
      case LIST -> writeList(type.asListType(), (Collection<?>) value, json);
      default -> SingleValueParser.toJson(type, value, json);
    }
  }

  private static void writeStruct(Types.StructType type, StructLike struct, JsonGenerator json)
      throws IOException {
    List<Types.NestedField> fields = type.fields();
    json.writeStartObject();
    for (int i = 0; i < fields.size(); i++) {
      json.writeFieldName(fields.get(i).name());
      write(fields.get(i).type(), struct.get(i, Object.class), json);
    }
    json.writeEndObject();
  }

  private static void writeMap(Types.MapType type, Map<?, ?> map, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      write(type.valueType(), entry.getValue(), json);
    }
    json.writeEndObject();
  }

  private static void writeList(Types.ListType type, Collection<?> list, JsonGenerator json)
      throws IOException {
    json.writeStartArray();
    for (Object element : list) {
      write(type.elementType(), element, json);
    }
    json.writeEndArray();
  }
}
