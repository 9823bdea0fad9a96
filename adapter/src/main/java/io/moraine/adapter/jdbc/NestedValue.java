/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** What lists, structs and maps become in JDBC. */
final class NestedValue {
  private NestedValue() {}

  /** Whether a type is one of a list, struct or map. */
  static boolean is(SqlTypeName type) {
    return type == SqlTypeName.ARRAY || type == SqlTypeName.ROW || type == SqlTypeName.MAP;
  }

  /**
   * From the runtime's value to {@link NestedArray}, {@link NestedStruct} or a map that cannot be
   * changed, at every level; other values are exact ones of their types.
   *
   * @param label the column, for messages
   */
  static UnaryOperator<Object> form(RelDataType type, String label) {
    return switch (type.getSqlTypeName()) {
      case ARRAY -> array(type.getComponentType(), label);
      case ROW -> struct(type, label);
      case MAP -> map(type, label);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> NestedValue::instant;
      default -> ResultColumn.declaredAs(JdbcType.of(type), label);
    };
  }

  private static @Nullable Object apply(UnaryOperator<Object> form, @Nullable Object value) {
    return value == null ? null : form.apply(value);
  }

  /** The engine does not tell nanoseconds of instants from others. */
  private static Object instant(Object value) {
    return value instanceof LocalDateTime utc ? utc.atOffset(ZoneOffset.UTC) : value;
  }

  private static UnaryOperator<Object> array(RelDataType element, String label) {
    UnaryOperator<Object> form = form(element, label);
    JdbcType type = JdbcType.of(element);
    return value ->
        new NestedArray(
            type, ((List<?>) value).stream().map(e -> apply(form, e)).toArray(Object[]::new));
  }

  private static UnaryOperator<Object> struct(RelDataType type, String label) {
    List<UnaryOperator<Object>> forms =
        type.getFieldList().stream().map(field -> form(field.getType(), label)).toList();
    List<String> names = type.getFieldList().stream().map(RelDataTypeField::getName).toList();
    String typeName = JdbcType.of(type).name();
    return value -> {
      @Nullable Object[] fields = ((List<?>) value).toArray();
      for (int i = 0; i < fields.length; i++) {
        fields[i] = apply(forms.get(i), fields[i]);
      }
      return new NestedStruct(typeName, names, Collections.unmodifiableList(Arrays.asList(fields)));
    };
  }

  private static UnaryOperator<Object> map(RelDataType type, String label) {
    UnaryOperator<Object> keys = form(type.getKeyType(), label);
    UnaryOperator<Object> values = form(type.getValueType(), label);
    return value -> {
      Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
      ((Map<?, ?>) value).forEach((k, v) -> map.put(apply(keys, k), apply(values, v)));
      return Collections.unmodifiableMap(map);
    };
  }
}
