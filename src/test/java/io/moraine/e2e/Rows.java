/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Rows as lists of exact texts. */
final class Rows {
  private Rows() {}

  /** Runs a query whose columns have the types of {@code schema}. */
  static List<List<@Nullable String>> query(Connection connection, String sql, Schema schema)
      throws SQLException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (Types.NestedField field : schema.columns()) {
          row.add(ExactValue.ofJdbc(field.type(), result, row.size() + 1));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The same rows in an order of their own, so that two multisets can be compared. */
  static List<List<@Nullable String>> sorted(List<List<@Nullable String>> rows) {
    return rows.stream().sorted(Comparator.comparing(List::toString)).toList();
  }

  /** A name in double quotes. */
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
