/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random SELECTs with GROUP BY. */
final class Groupings {
  private final Random random;
  private final Expressions all;
  private final Aggregates aggregates;

  Groupings(Random random, Expressions all) {
    this.random = random;
    this.all = all;
    this.aggregates = new Aggregates(random, all);
  }

  Node select(Source from, Scope scope, Node where) {
    List<Node> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      keys.add(key(scope));
    }
    List<Node> items = new ArrayList<>();
    for (Node key : keys) {
      if (random.nextInt(5) > 0) {
        items.add(key);
      }
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      items.add(aggregates.any(scope));
    }
    Node group = keys.isEmpty() ? Node.NOTHING : group(keys, items);
    Node having =
        random.nextInt(4) == 0 ? Node.clause("HAVING", " HAVING $0", having(scope)) : Node.NOTHING;
    return Queries.select(false, items, from.node(), where, group, having);
  }

  /** A column, or an expression of one. */
  private Node key(Scope scope) {
    Node column = scope.columns().get(random.nextInt(scope.columns().size()));
    if (random.nextInt(3) > 0) {
      return column;
    }
    Node made = all.of(column.kind(), new Scope(scope.columns(), List.of(), null), 1);
    return made.parts().isEmpty() || isOrdinal(made) ? column : made;
  }

  /** A negative number negated is a number, which names a column. */
  private static boolean isOrdinal(Node key) {
    return key.operator().equals("unary -")
        && key.parts().stream().allMatch(part -> part.parts().isEmpty() && part.has("literal"));
  }

  private Node group(List<Node> keys, List<Node> items) {
    Node list = Node.list(", ", keys);
    Node first = keys.get(0);
    // PostgreSQL forgets that a key which it finds constant is NULL in the totals.
    boolean isConstant = keys.stream().anyMatch(key -> key.has("literal") || key.has("NULL"));
    boolean isRepeated = keys.stream().distinct().count() < keys.size();
    return switch (isConstant || isRepeated ? 8 : random.nextInt(8)) {
      case 0 -> grouped("ROLLUP", " GROUP BY ROLLUP ($0)", list, first, items);
      case 1 -> grouped("CUBE", " GROUP BY CUBE ($0)", list, first, items);
      case 2 -> {
        Node sets = Node.fixed("", "($0), ($1), ()", list, first);
        yield grouped("GROUPING SETS", " GROUP BY GROUPING SETS ($0)", sets, first, items);
      }
      default -> Node.clause("GROUP BY", " GROUP BY $0", list);
    };
  }

  private Node grouped(String operator, String text, Node keys, Node first, List<Node> items) {
    if (random.nextBoolean()) {
      items.add(
          Node.call(
              "GROUPING",
              Type.BIGINT,
              Range.exact(1),
              "GROUPING($0)",
              "CAST(GROUPING($0) AS bigint)",
              first));
    }
    return Node.clause(operator, text, keys);
  }

  private Node having(Scope scope) {
    Node call = aggregates.any(scope);
    return Predicates.bool("<>", "($0 <> $1)", call, all.literal(call.typed()));
  }
}
