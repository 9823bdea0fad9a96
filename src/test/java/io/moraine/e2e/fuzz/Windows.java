/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random window functions, over windows in which the order of the rows is given. */
final class Windows {
  private static final List<String> FRAMES =
      List.of(
          "",
          "",
          " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
          " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
          " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
          " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING");

  private final Random random;
  private final Expressions all;

  Windows(Random random, Expressions all) {
    this.random = random;
    this.all = all;
  }

  Node any(Scope scope) {
    Node window = window(scope, true);
    return switch (random.nextInt(8)) {
      case 0 -> ranking("ROW_NUMBER", window);
      case 1 -> ranking("RANK", window(scope, false));
      case 2 -> ranking("DENSE_RANK", window(scope, false));
      case 3, 4 -> {
        String function = random.nextBoolean() ? "LAG" : "LEAD";
        Node x = all.any(scope, 1);
        int offset = 1 + random.nextInt(2);
        yield Node.call(
            function, x.typed(), x.range(), function + "($0, " + offset + ") OVER ($1)", x, window);
      }
      case 5 -> {
        String function = random.nextBoolean() ? "FIRST_VALUE" : "LAST_VALUE";
        Node x = all.any(scope, 1);
        yield framed(function, x.typed(), x, window, "$0");
      }
      default -> aggregate(scope, window);
    };
  }

  private static Node ranking(String function, Node window) {
    return Node.call(
        function, Type.BIGINT, Range.exact(1_000_000), function + "() OVER ($0)", window);
  }

  private Node aggregate(Scope scope, Node window) {
    if (random.nextBoolean()) {
      String function = List.of("MIN", "MAX").get(random.nextInt(2));
      Node x = all.any(scope, 1);
      return switch (x.kind()) {
        case BOOLEAN, UUID, BYTES -> framed("COUNT", Type.BIGINT, x, window, "$0");
        default -> framed(function, x.typed(), x, window, "$0");
      };
    }
    Node x = all.of(random.nextBoolean() ? Kind.INTEGER : Kind.DECIMAL, scope, 1);
    Type type = Aggregates.sumType(x);
    boolean narrow = x.kind() == Kind.INTEGER || x.typed().precision() <= 18;
    return type == null || !narrow
        ? framed("COUNT", Type.BIGINT, x, window, "$0")
        : framed("SUM", type, x, window, "$0");
  }

  private Node framed(String function, Type type, Node x, Node window, String argument) {
    String frame = FRAMES.get(random.nextInt(FRAMES.size()));
    Range range =
        switch (function) {
          case "COUNT" -> Range.exact(1_000_000);
          case "SUM" -> Range.exact(x.range().limit().movePointRight(6));
          default -> x.range();
        };
    return Node.call(
        function + " OVER",
        type,
        range,
        function + "(" + argument + ") OVER ($1" + frame + ")",
        x,
        window);
  }

  /** PARTITION BY and ORDER BY; a total order names the keys of the rows last. */
  private Node window(Scope scope, boolean total) {
    List<Node> parts = new ArrayList<>();
    if (random.nextBoolean()) {
      Node key = scope.columns().get(random.nextInt(scope.columns().size()));
      parts.add(Node.clause("PARTITION BY", "PARTITION BY $0 ", key));
    } else {
      parts.add(Node.NOTHING);
    }
    List<Node> order = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      order.add(ordered(scope.columns().get(random.nextInt(scope.columns().size()))));
    }
    if (total || order.isEmpty()) {
      scope.keys().forEach(key -> order.add(Node.fixed("", "$0", key)));
    }
    parts.add(Node.list(", ", order));
    return Node.fixed("OVER", "$0ORDER BY $1", parts.get(0), parts.get(1));
  }

  private Node ordered(Node column) {
    List<String> directions = List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST");
    return Node.fixed("", "$0" + directions.get(random.nextInt(directions.size())), column);
  }
}
