/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.Struct;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A struct.
 *
 * @param typeName its type in SQL
 * @param names the names of its fields
 * @param fields their exact values
 */
record NestedStruct(String typeName, List<String> names, List<@Nullable Object> fields)
    implements Struct {
  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  public @Nullable Object[] getAttributes() {
    return fields.toArray();
  }

  @Override
  public @Nullable Object[] getAttributes(Map<String, Class<?>> map) {
    return getAttributes();
  }

  /** The text in JSON, with instants in UTC. */
  @Override
  public String toString() {
    return NestedText.of(this, ZoneOffset.UTC);
  }
}
