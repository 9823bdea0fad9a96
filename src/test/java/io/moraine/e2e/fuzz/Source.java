/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * Something in FROM.
 *
 * @param columns what expressions can name of it
 * @param keys the columns that tell its rows apart, or rows that are alike; none if unknown
 * @param rows at most so many rows
 */
record Source(Node node, List<Node> columns, List<Node> keys, long rows) {
  static Source table(TableDefinition table, String alias) {
    List<Node> columns =
        table.columns().stream()
            .map(c -> column(alias + "." + c.name(), c.type(), c.range()))
            .toList();
    Node node = Node.query("", table.name() + " AS " + alias);
    return new Source(node, columns, columns.subList(0, 1), Math.max(table.rowCount(), 1));
  }

  /** A sub-query, or a name of one that has this query's columns. */
  static Source derived(Node node, Node query, String alias, long rows) {
    List<Node> columns = new ArrayList<>();
    List<Node> items = items(query);
    for (int i = 0; i < items.size(); i++) {
      Node expression = items.get(i).parts().get(0);
      columns.add(column(alias + ".o" + i, expression.typed(), expression.range()));
    }
    // Of two windows over equal rows either may come to either of them.
    boolean distinct =
        query.operator().equals("SELECT") && !query.parts().get(0).equals(Node.NOTHING);
    boolean isTotal = distinct && columns.stream().noneMatch(c -> c.kind().isFloating());
    return new Source(node, columns, isTotal ? columns : List.of(), rows);
  }

  private static List<Node> items(Node query) {
    return query.operator().equals("SELECT")
        ? query.parts().get(1).parts()
        : items(query.parts().get(0));
  }

  static Node column(String name, Type type, Range range) {
    return Node.call("column", type, range, name);
  }

  /** Both, joined by {@code node}. */
  Source join(Node joined, Source other) {
    List<Node> all = new ArrayList<>(columns);
    all.addAll(other.columns);
    List<Node> both = new ArrayList<>(keys);
    both.addAll(other.keys);
    boolean known = !keys.isEmpty() && !other.keys.isEmpty();
    return new Source(joined, all, known ? both : List.of(), rows * other.rows);
  }

  Scope scope(Scope around) {
    return new Scope(columns, keys, around.outer());
  }
}
