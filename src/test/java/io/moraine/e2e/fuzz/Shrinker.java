/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Node.Role;
import io.moraine.e2e.fuzz.Warehouse.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes a query smaller as long as the same difference remains. */
final class Shrinker {
  private static final int MAX_ATTEMPTS = 300;

  private final Warehouse warehouse;
  private final Reference reference;
  private final Way way;
  private final String difference;
  private int attempts;

  Shrinker(Warehouse warehouse, Reference reference, Way way, String difference) {
    this.warehouse = warehouse;
    this.reference = reference;
    this.way = way;
    this.difference = difference;
  }

  Node shrink(Node query) {
    Node best = query;
    boolean smaller = true;
    while (smaller && attempts < MAX_ATTEMPTS) {
      smaller = false;
      List<Node> candidates = new ArrayList<>(candidates(best));
      candidates.sort(Comparator.comparingInt(Node::size));
      for (Node candidate : candidates) {
        if (attempts < MAX_ATTEMPTS && candidate.size() < best.size() && differs(candidate)) {
          best = candidate;
          smaller = true;
          break;
        }
      }
    }
    return best;
  }

  private boolean differs(Node query) {
    if (!query.has("ORDER BY") && (query.has("LIMIT") || query.has("LIMIT OFFSET"))) {
      // Any rows would do.
      return false;
    }
    attempts++;
    Outcome theirs = reference.query(query);
    if (theirs.sqlState().startsWith("42")) {
      return false;
    }
    return Comparison.difference(query, warehouse.query(query, way), theirs).equals(difference);
  }

  /** The query with one change somewhere. */
  private static List<Node> candidates(Node node) {
    List<Node> found = new ArrayList<>(instead(node));
    for (int i = 0; i < node.parts().size(); i++) {
      for (Node changed : candidates(node.parts().get(i))) {
        found.add(node.with(i, changed));
      }
    }
    return found;
  }

  private static List<Node> instead(Node node) {
    List<Node> found = new ArrayList<>();
    switch (node.role()) {
      case CLAUSE -> found.add(Node.NOTHING);
      case LIST -> {
        for (int i = 0; i < node.parts().size() && node.parts().size() > 1; i++) {
          List<Node> fewer = new ArrayList<>(node.parts());
          fewer.remove(i);
          found.add(node.with(fewer));
        }
      }
      case QUERY ->
          node.parts().stream().filter(part -> part.role() == Role.QUERY).forEach(found::add);
      case EXPRESSION -> {
        descendants(node, node, found);
        if (!node.parts().isEmpty()) {
          found.add(Literals.nothing(node.typed()));
        }
      }
      case FIXED -> {}
    }
    return found;
  }

  private static void descendants(Node node, Node root, List<Node> found) {
    for (Node part : node.parts()) {
      if (part.role() == Role.EXPRESSION && root.typed().equals(part.type())) {
        found.add(part);
      } else if (part.role() == Role.EXPRESSION || part.role() == Role.LIST) {
        descendants(part, root, found);
      }
    }
  }
}
