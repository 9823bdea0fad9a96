/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.rules.error.ErrorCode;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list. Its elements are exact values; it holds no resources. */
final class NestedArray implements Array {
  private final JdbcType element;
  private final @Nullable Object[] elements;

  NestedArray(JdbcType element, @Nullable Object[] elements) {
    this.element = element;
    this.elements = elements;
  }

  @Nullable Object[] elements() {
    return elements;
  }

  @Override
  public String getBaseTypeName() {
    return element.name();
  }

  @Override
  public int getBaseType() {
    return element.jdbcType();
  }

  @Override
  public @Nullable Object[] getArray() {
    return elements.clone();
  }

  @Override
  public @Nullable Object[] getArray(Map<String, Class<?>> map) {
    return getArray();
  }

  /** Some elements, the first of which has the index 1. */
  @Override
  public @Nullable Object[] getArray(long index, int count) throws SQLException {
    if (index < 1 || count < 0 || index - 1 + count > elements.length) {
      throw new SQLException(
          "An array of "
              + elements.length
              + " elements has no "
              + count
              + " elements from index "
              + index,
          ErrorCode.INVALID_ARGUMENT.sqlState());
    }
    int from = (int) index - 1;
    return Arrays.copyOfRange(elements, from, from + count);
  }

  @Override
  public @Nullable Object[] getArray(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw SqlExceptions.unsupported("Array.getResultSet");
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet();
  }

  @Override
  public void free() {}

  /** The text in JSON, with instants in UTC. */
  @Override
  public String toString() {
    return NestedText.of(this, ZoneOffset.UTC);
  }
}
