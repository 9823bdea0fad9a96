/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table and its rows.
 *
 * @param name the name, in the default schema of both
 * @param columns the columns; the first is a unique BIGINT
 * @param layout the clauses that only Moraine has: partitions and properties
 * @param files the rows, in one list for each INSERT; literals
 */
record TableDefinition(
    String name, List<Column> columns, String layout, List<List<List<Node>>> files) {
  /**
   * A column.
   *
   * @param range what its values are like
   */
  record Column(String name, Type type, boolean nullable, Range range) {}

  String ours(String schema) {
    return "CREATE TABLE " + schema + "." + name + " (" + definitions(true) + ")" + layout;
  }

  String theirs() {
    return "CREATE TABLE " + name + " (" + definitions(false) + ")";
  }

  private String definitions(boolean ours) {
    return columns.stream()
        .map(
            column ->
                column.name()
                    + " "
                    + (ours ? column.type().ours() : column.type().theirs())
                    + (column.nullable() ? "" : " NOT NULL"))
        .collect(Collectors.joining(", "));
  }

  /** The INSERT of some rows. */
  static String insert(String table, List<List<Node>> rows, boolean ours) {
    return rows.stream()
        .map(
            row ->
                row.stream()
                    .map(value -> value(value, ours))
                    .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.joining(", ", "INSERT INTO " + table + " VALUES ", ""));
  }

  private static String value(Node literal, boolean ours) {
    return ours ? literal.ours() : literal.theirs();
  }

  int rowCount() {
    return files.stream().mapToInt(List::size).sum();
  }

  /** The same with other rows. */
  TableDefinition with(List<List<List<Node>>> others) {
    return new TableDefinition(name, columns, layout, others);
  }

  @Nullable Column find(Type type) {
    return columns.stream().filter(c -> c.type().equals(type)).findFirst().orElse(null);
  }
}
