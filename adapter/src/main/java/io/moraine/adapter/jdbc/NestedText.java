/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists, structs and maps as JSON. Numbers are numbers with all their digits, but NaN and infinite
 * ones are strings; truth values are themselves; the rest are strings of the text that a column of
 * the type has. A map is an object, by the texts of its keys; one whose keys are nested is an array
 * of objects with a {@code key} and a {@code value}.
 */
final class NestedText {
  private static final int FIRST_PRINTABLE = 0x20;

  private final StringBuilder text = new StringBuilder();
  private final ZoneId zone;

  private NestedText(ZoneId zone) {
    this.zone = zone;
  }

  /** Whether a value is one of those that this class writes. */
  static boolean handles(Object value) {
    return value instanceof NestedArray || value instanceof NestedStruct || value instanceof Map;
  }

  /** The text; instants are those of {@code zone}. */
  static String of(Object value, ZoneId zone) {
    NestedText text = new NestedText(zone);
    text.add(value);
    return text.text.toString();
  }

  private void add(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      text.append(value);
    } else if (value instanceof NestedArray array) {
      array(array.elements());
    } else if (value instanceof NestedStruct struct) {
      struct(struct);
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      text.append(ValueText.of(number, zone));
    } else {
      string(ValueText.of(value, zone));
    }
  }

  private void array(@Nullable Object[] elements) {
    String separator = "[";
    for (Object element : elements) {
      text.append(separator);
      add(element);
      separator = ",";
    }
    text.append(elements.length == 0 ? "[]" : "]");
  }

  private void struct(NestedStruct struct) {
    String separator = "{";
    for (int i = 0; i < struct.fields().size(); i++) {
      text.append(separator);
      member(struct.names().get(i), struct.fields().get(i));
      separator = ",";
    }
    text.append(struct.fields().isEmpty() ? "{}" : "}");
  }

  private void member(String name, @Nullable Object value) {
    string(name);
    text.append(':');
    add(value);
  }

  private void map(Map<?, ?> map) {
    boolean nested = map.keySet().stream().anyMatch(key -> key != null && handles(key));
    String separator = nested ? "[" : "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      if (nested) {
        entry(entry);
      } else {
        member(key(entry.getKey()), entry.getValue());
      }
      separator = ",";
    }
    text.append(map.isEmpty() ? "{}" : nested ? "]" : "}");
  }

  private void entry(Map.Entry<?, ?> entry) {
    text.append('{');
    member("key", entry.getKey());
    text.append(',');
    member("value", entry.getValue());
    text.append('}');
  }

  /** Iceberg has no NULL for a key. */
  private String key(@Nullable Object key) {
    return key == null ? "null" : ValueText.of(key, zone);
  }

  private void string(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      escaped(value.charAt(i));
    }
    text.append('"');
  }

  private void escaped(char c) {
    switch (c) {
      case '"', '\\' -> text.append('\\').append(c);
      case '\b' -> text.append("\\b");
      case '\t' -> text.append("\\t");
      case '\n' -> text.append("\\n");
      case '\f' -> text.append("\\f");
      case '\r' -> text.append("\\r");
      default -> {
        if (c >= FIRST_PRINTABLE) {
          text.append(c);
        } else {
          text.append("\\u00").append(Character.forDigit(c >> 4, 16));
          text.append(Character.forDigit(c & 15, 16));
        }
      }
    }
  }
}
