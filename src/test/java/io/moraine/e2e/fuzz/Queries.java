/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random queries that must succeed; their results are bags, or lists in a total order. */
final class Queries implements SubQueries {
  private static final int MAX_ROWS = 1500;

  private final Random random;
  private final List<TableDefinition> tables;
  private final Expressions expressions;

  /** Without sub-queries. */
  private final Expressions simple;

  private final Groupings groupings;
  private final Windows windows;
  private int names;

  Queries(Random random, List<TableDefinition> tables) {
    this.random = random;
    this.tables = tables;
    this.expressions = new Expressions(random, this);
    this.simple = new Expressions(random, SubQueries.NONE);
    this.groupings = new Groupings(random, simple);
    this.windows = new Windows(random, simple);
  }

  /** A whole statement. */
  Node query() {
    names = 0;
    Node body =
        switch (random.nextInt(10)) {
          case 0 -> setOperation();
          case 1 -> common();
          default -> select(Scope.EMPTY, 3);
        };
    return ordered(body);
  }

  private Node ordered(Node body) {
    // Calcite refuses ORDER BY over SELECT DISTINCT of a window function.
    if (random.nextInt(3) > 0 || body.has("DISTINCT") && body.has("OVER")) {
      return Node.fixed("", "$0", body);
    }
    List<Node> order = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 1; i <= body.columns().size(); i++) {
      positions.add(i);
    }
    Collections.shuffle(positions, random);
    List<String> directions = List.of("", " DESC", " ASC NULLS FIRST", " DESC NULLS LAST");
    for (int position : positions) {
      order.add(Node.fixed("", position + directions.get(random.nextInt(directions.size()))));
    }
    Node limit =
        switch (random.nextInt(4)) {
          case 0 -> Node.clause("LIMIT", " LIMIT " + random.nextInt(8));
          case 1 ->
              Node.clause(
                  "LIMIT OFFSET", " LIMIT " + random.nextInt(8) + " OFFSET " + random.nextInt(5));
          default -> Node.NOTHING;
        };
    return Node.fixed(
        "", "$0$1$2", body, Node.clause("ORDER BY", " ORDER BY $0", Node.list(", ", order)), limit);
  }

  private Node select(Scope around, int depth) {
    Source from = from(around, depth);
    Scope scope = from.scope(around);
    Node where =
        random.nextInt(3) > 0
            ? Node.clause("WHERE", " WHERE $0", expressions.condition(scope, depth))
            : Node.NOTHING;
    if (random.nextInt(3) == 0) {
      return groupings.select(from, scope, where);
    }
    List<Node> items = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      items.add(
          !from.keys().isEmpty() && random.nextInt(8) == 0
              ? windows.any(scope)
              : expressions.any(scope, depth));
    }
    return select(random.nextInt(8) == 0, items, from.node(), where, Node.NOTHING, Node.NOTHING);
  }

  static Node select(
      boolean distinct, List<Node> items, Node from, Node where, Node group, Node having) {
    List<Node> named = new ArrayList<>();
    for (Node item : items) {
      named.add(Node.fixed("", "$0 AS o" + named.size(), item));
    }
    return Node.query(
        "SELECT",
        "SELECT $0$1 FROM $2$3$4$5",
        distinct ? Node.clause("DISTINCT", "DISTINCT ") : Node.NOTHING,
        Node.list(", ", named),
        from,
        where,
        group,
        having);
  }

  private String alias() {
    return "a" + names++;
  }

  private TableDefinition table() {
    return tables.get(random.nextInt(tables.size()));
  }

  private Source from(Scope around, int depth) {
    Source from = source(around, depth);
    for (int i = random.nextInt(3); i > 0; i--) {
      Source other = source(around, 1);
      if (from.rows() * other.rows() <= MAX_ROWS) {
        from = join(from, other);
      }
    }
    return from;
  }

  private Source source(Scope around, int depth) {
    if (depth > 1 && random.nextInt(8) == 0) {
      Node query = select(Scope.EMPTY, depth - 2);
      String alias = alias();
      return Source.derived(Node.query("sub-query", "($0) AS " + alias, query), query, alias, 60);
    }
    return random.nextInt(12) == 0 ? values() : Source.table(table(), alias());
  }

  private Source values() {
    String alias = alias();
    Type type = simple.any(Scope.EMPTY, 0).typed();
    List<Node> rows = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      rows.add(Node.fixed("", "($0, $1)", Literals.number(i), simple.literal(type)));
    }
    Range range =
        rows.stream().map(r -> r.parts().get(1).range()).reduce(Range::union).orElseThrow();
    Node key = Source.column(alias + ".n", Type.INTEGER, Range.exact(10));
    Node value = Source.column(alias + ".v", type, range);
    Node node = Node.query("VALUES", "(VALUES $0) AS " + alias + " (n, v)", Node.list(", ", rows));
    return new Source(node, List.of(key, value), List.of(key), rows.size());
  }

  private Source join(Source left, Source right) {
    String kind =
        List.of("INNER", "INNER", "LEFT", "RIGHT", "FULL", "CROSS").get(random.nextInt(6));
    Node equality = equality(left, right);
    if (kind.equals("CROSS") || equality == null) {
      return left.join(
          Node.query("CROSS JOIN", "$0 CROSS JOIN $1", left.node(), right.node()), right);
    }
    Source both = left.join(left.node(), right);
    // PostgreSQL has FULL JOIN on equalities alone.
    Node on =
        kind.equals("FULL") || random.nextBoolean()
            ? equality
            : Predicates.bool(
                "AND", "($0 AND $1)", equality, simple.condition(both.scope(Scope.EMPTY), 1));
    return left.join(
        Node.query(kind + " JOIN", "$0 " + kind + " JOIN $1 ON $2", left.node(), right.node(), on),
        right);
  }

  private @Nullable Node equality(Source left, Source right) {
    Node a = left.columns().get(random.nextInt(left.columns().size()));
    Node b = new Scope(right.columns(), List.of(), null).exactly(a.typed(), random);
    if (b == null) {
      a = left.columns().get(0);
      b = new Scope(right.columns(), List.of(), null).exactly(a.typed(), random);
    }
    return b == null ? null : Predicates.bool("=", "($0 = $1)", a, b);
  }

  private Node setOperation() {
    List<Type> types = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      types.add(simple.any(Scope.EMPTY, 0).typed());
    }
    String operator =
        List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL")
            .get(random.nextInt(6));
    return Node.query(operator, "($0) " + operator + " ($1)", selectOf(types), selectOf(types));
  }

  private Node selectOf(List<Type> types) {
    Source from = Source.table(table(), alias());
    Scope scope = from.scope(Scope.EMPTY);
    List<Node> items = types.stream().map(type -> expressions.exactly(type, scope, 1)).toList();
    Node where =
        random.nextBoolean()
            ? Node.clause("WHERE", " WHERE $0", expressions.condition(scope, 2))
            : Node.NOTHING;
    return select(false, items, from.node(), where, Node.NOTHING, Node.NOTHING);
  }

  /** WITH, used twice. */
  private Node common() {
    Node shared = select(Scope.EMPTY, 2);
    Source left = Source.derived(Node.query("", "w AS x"), shared, "x", 40);
    Source right = Source.derived(Node.query("", "w AS y"), shared, "y", 40);
    Source from = join(left, right);
    Scope scope = from.scope(Scope.EMPTY);
    List<Node> items = List.of(expressions.any(scope, 1), expressions.any(scope, 1));
    Node where = Node.clause("WHERE", " WHERE $0", expressions.condition(scope, 1));
    Node body = select(false, items, from.node(), where, Node.NOTHING, Node.NOTHING);
    return Node.fixed("WITH", "WITH w AS ($0) $1", shared, body);
  }

  @Override
  public @Nullable Node column(Type type, Scope outer, int depth) {
    Source from = Source.table(table(), alias());
    Scope scope = from.scope(outer.inside());
    Node item = expressions.exactly(type, scope, Math.min(depth, 1));
    return select(
        false, List.of(item), from.node(), inner(scope, depth), Node.NOTHING, Node.NOTHING);
  }

  private Node inner(Scope scope, int depth) {
    return random.nextInt(4) > 0
        ? Node.clause("WHERE", " WHERE $0", expressions.condition(scope, depth - 1))
        : Node.NOTHING;
  }

  @Override
  public @Nullable Node scalar(Type type, Scope outer, int depth) {
    Source from = Source.table(table(), alias());
    Scope scope = from.scope(outer.inside());
    Node column = from.scope(Scope.EMPTY).exactly(type, random);
    if (column == null) {
      return null;
    }
    Node item = Aggregates.extreme(random.nextBoolean() ? "MIN" : "MAX", column);
    Node query =
        select(false, List.of(item), from.node(), inner(scope, depth), Node.NOTHING, Node.NOTHING);
    return Node.call("scalar sub-query", type, column.range(), "($0)", query);
  }

  @Override
  public @Nullable Node rows(Scope outer, int depth) {
    Source from = Source.table(table(), alias());
    Scope scope = from.scope(outer.inside());
    return select(
        false,
        List.of(Literals.number(1)),
        from.node(),
        inner(scope, depth),
        Node.NOTHING,
        Node.NOTHING);
  }
}
