/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Warehouse.Way;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the queries were made of. */
final class Counts {
  private static final Set<String> NOT_COUNTED = Set.of("", "column");

  private final Map<String, Map<String, Integer>> operators = new TreeMap<>();
  private final Map<Way, Integer> ways = new EnumMap<>(Way.class);
  private int queries;
  private int explained;
  private int columnar;

  /** A query whose plan was asked for: whether every operator of it is in the runtime. */
  void explained(boolean isColumnar) {
    explained++;
    columnar += isColumnar ? 1 : 0;
  }

  void add(Node query, Way way) {
    queries++;
    ways.merge(way, 1, Integer::sum);
    query.visit(
        node -> {
          if (!NOT_COUNTED.contains(node.operator())) {
            operators
                .computeIfAbsent(node.operator(), o -> new TreeMap<>())
                .merge(type(node), 1, Integer::sum);
          }
        });
  }

  /** The type of the first operand that has one, else that of the result. */
  private static String type(Node node) {
    for (Node part : node.parts()) {
      if (part.type() != null) {
        return part.kind().name();
      }
    }
    return node.type() == null ? "-" : node.kind().name();
  }

  /** The share of explained queries that run in the columnar runtime as a whole; 1 of none. */
  double columnarShare() {
    return explained == 0 ? 1 : (double) columnar / explained;
  }

  String summary() {
    int cells = operators.values().stream().mapToInt(Map::size).sum();
    return "%d queries without a difference, by %s; of %d explained, %d with every operator in the"
            .formatted(queries, ways, explained, columnar)
        + " runtime; %d operators, %d pairs of operator and type"
            .formatted(operators.size(), cells);
  }

  /** One line an operator. */
  String table() {
    StringBuilder text = new StringBuilder();
    operators.forEach(
        (operator, types) -> text.append(operator).append(": ").append(types).append('\n'));
    return text.toString();
  }
}
