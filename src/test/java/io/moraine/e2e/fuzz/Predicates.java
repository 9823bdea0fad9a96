/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random conditions. */
final class Predicates {
  private static final List<String> COMPARISONS =
      List.of("=", "=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM");
  private static final List<String> PATTERNS =
      List.of("%", "a%", "%a", "_", "a_b", "%\\%", "[a]%", "%😀%", "a%b", "", "%b%", "__", "é%");
  private static final List<String> ESCAPED = List.of("a!%b", "%!_%", "!%", "a!!%", "%");

  private final Random random;
  private final Expressions all;
  private final SubQueries subQueries;

  Predicates(Random random, Expressions all, SubQueries subQueries) {
    this.random = random;
    this.all = all;
    this.subQueries = subQueries;
  }

  Node condition(Scope scope, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      return logic(scope, depth - 1);
    }
    return switch (random.nextInt(12)) {
      case 0 -> test(scope, depth);
      case 1 -> between(scope, depth);
      case 2, 3 -> in(scope, depth);
      case 4, 5 -> like(scope, depth);
      case 6, 7 -> depth > 1 ? quantified(scope, depth - 1) : comparison(scope, depth);
      case 8 -> mixed(scope, depth);
      default -> comparison(scope, depth);
    };
  }

  private Node logic(Scope scope, int depth) {
    Node a = condition(scope, depth);
    return switch (random.nextInt(5)) {
      case 0 -> bool("NOT", "(NOT $0)", a);
      case 1, 2 -> bool("AND", "($0 AND $1)", a, condition(scope, depth));
      case 3 -> {
        List<String> tests =
            List.of("TRUE", "NOT TRUE", "FALSE", "NOT FALSE", "UNKNOWN", "NOT UNKNOWN");
        String test = tests.get(random.nextInt(tests.size()));
        yield bool("IS " + test, "($0 IS " + test + ")", a);
      }
      default -> bool("OR", "($0 OR $1)", a, condition(scope, depth));
    };
  }

  static Node bool(String operator, String text, Node... parts) {
    return Node.call(operator, Type.BOOLEAN, text, parts);
  }

  private Node test(Scope scope, int depth) {
    String test = random.nextBoolean() ? "IS NULL" : "IS NOT NULL";
    return bool(test, "($0 " + test + ")", all.any(scope, depth - 1));
  }

  private Node comparison(Scope scope, int depth) {
    Node a = all.any(scope, depth - 1);
    Node b = all.exactly(a.typed(), scope, depth - 1);
    String operator = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return bool(operator, "($0 " + operator + " $1)", a, b);
  }

  /** A comparison of different kinds of numbers, or of a date with a timestamp. */
  private Node mixed(Scope scope, int depth) {
    List<Kind> kinds = List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL);
    Node a = all.of(kinds.get(random.nextInt(3)), scope, depth - 1);
    Node b = all.of(kinds.get(random.nextInt(3)), scope, depth - 1);
    String operator = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return bool(operator, "($0 " + operator + " $1)", a, b);
  }

  private Node between(Scope scope, int depth) {
    Node a = all.any(scope, depth - 1);
    String not = random.nextInt(3) == 0 ? "NOT " : "";
    return bool(
        not + "BETWEEN",
        "($0 " + not + "BETWEEN $1 AND $2)",
        a,
        all.exactly(a.typed(), scope, depth - 2),
        all.exactly(a.typed(), scope, depth - 2));
  }

  private Node in(Scope scope, int depth) {
    Node a = all.any(scope, depth - 1);
    List<Node> values = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      values.add(
          random.nextInt(4) == 0 ? all.exactly(a.typed(), scope, 0) : all.literal(a.typed()));
    }
    String not = random.nextInt(3) == 0 ? "NOT " : "";
    return bool(not + "IN list", "($0 " + not + "IN ($1))", a, Node.list(", ", values));
  }

  private Node like(Scope scope, int depth) {
    Node text = all.of(Kind.TEXT, scope, depth - 1);
    String not = random.nextInt(3) == 0 ? "NOT " : "";
    if (random.nextInt(3) == 0) {
      Node pattern = Literals.of(Type.TEXT, ESCAPED.get(random.nextInt(ESCAPED.size())));
      return bool(not + "LIKE ESCAPE", "($0 " + not + "LIKE $1 ESCAPE '!')", text, pattern);
    }
    Node pattern =
        random.nextInt(5) == 0
            ? all.of(Kind.TEXT, scope, 0)
            : Literals.of(Type.TEXT, PATTERNS.get(random.nextInt(PATTERNS.size())));
    // Without ESCAPE there is no escape character in SQL; PostgreSQL would take a backslash.
    return Node.call(
        not + "LIKE",
        Type.BOOLEAN,
        Range.UNKNOWN,
        "($0 " + not + "LIKE $1)",
        "($0 " + not + "LIKE $1 ESCAPE '')",
        text,
        pattern);
  }

  private Node quantified(Scope scope, int depth) {
    if (random.nextInt(3) == 0) {
      String not = random.nextInt(3) == 0 ? "NOT " : "";
      Node rows = subQueries.rows(scope, depth);
      return rows == null
          ? comparison(scope, depth)
          : bool(not + "EXISTS", "(" + not + "EXISTS ($0))", rows);
    }
    Node a = all.any(scope, depth);
    Node query = subQueries.column(a.typed(), scope, depth);
    if (query == null) {
      return comparison(scope, depth);
    }
    return switch (random.nextInt(5)) {
      case 0, 1 -> bool("IN query", "($0 IN ($1))", a, query);
      case 2, 3 -> bool("NOT IN query", "($0 NOT IN ($1))", a, query);
      default -> {
        String comparison = List.of("=", "<", ">=", "<>").get(random.nextInt(4));
        String quantifier = random.nextBoolean() ? "ANY" : "ALL";
        yield bool(
            comparison + " " + quantifier,
            "($0 " + comparison + " " + quantifier + " ($1))",
            a,
            query);
      }
    };
  }
}
