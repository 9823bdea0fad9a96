/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.util.List;
import java.util.Random;

/** Random expressions that yield texts. */
final class Texts {
  private static final List<Kind> WITH_ONE_TEXT =
      List.of(
          Kind.INTEGER,
          Kind.BIGINT,
          Kind.DECIMAL,
          Kind.DATE,
          Kind.TIMESTAMP,
          Kind.TIME,
          Kind.UUID,
          Kind.BOOLEAN);

  /** In the locale C, PostgreSQL folds the case of ASCII letters alone. */
  private static final String LOWER_LETTERS = "żółwé";

  private static final String UPPER_LETTERS = "ŻÓŁWÉ";

  private final Random random;
  private final Expressions all;

  Texts(Random random, Expressions all) {
    this.random = random;
    this.all = all;
  }

  Node of(Scope scope, int depth) {
    Node text = all.of(Kind.TEXT, scope, depth);
    return switch (random.nextInt(10)) {
      case 0 -> cased("UPPER", text, LOWER_LETTERS, UPPER_LETTERS);
      case 1 -> cased("LOWER", text, UPPER_LETTERS, LOWER_LETTERS);
      case 2 -> trim(text);
      case 3, 4 -> substring(text, scope, depth);
      case 5 -> {
        Node from = all.literal(Type.TEXT);
        Node to = all.of(Kind.TEXT, scope, 0);
        yield Node.call("REPLACE", Type.TEXT, "REPLACE($0, $1, $2)", text, from, to);
      }
      case 6, 7 -> cast(scope, depth);
      default -> {
        Node other = all.of(Kind.TEXT, scope, depth);
        yield Node.call("||", Type.TEXT, "($0 || $1)", text, other);
      }
    };
  }

  private static Node cased(String function, Node text, String from, String to) {
    return Node.call(
        function,
        Type.TEXT,
        Range.UNKNOWN,
        function + "($0)",
        function + "(translate($0, '" + from + "', '" + to + "'))",
        text);
  }

  private Node trim(Node text) {
    String side = List.of("BOTH", "LEADING", "TRAILING").get(random.nextInt(3));
    String what = List.of("' '", "'a'").get(random.nextInt(2));
    return Node.call("TRIM", Type.TEXT, "TRIM(" + side + " " + what + " FROM $0)", text);
  }

  private Node substring(Node text, Scope scope, int depth) {
    Node from =
        random.nextInt(4) == 0
            ? Node.call("MOD", Type.INTEGER, "MOD($0, 5)", all.of(Kind.INTEGER, scope, depth))
            : Literals.number(random.nextInt(7) - 2);
    return random.nextBoolean()
        ? Node.call("SUBSTRING", Type.TEXT, "SUBSTRING($0 FROM $1)", text, from)
        : Node.call(
            "SUBSTRING",
            Type.TEXT,
            "SUBSTRING($0 FROM $1 FOR $2)",
            text,
            from,
            Literals.number(random.nextInt(5)));
  }

  private Node cast(Scope scope, int depth) {
    Node operand = all.of(WITH_ONE_TEXT.get(random.nextInt(WITH_ONE_TEXT.size())), scope, depth);
    String inner =
        operand.kind() == Kind.DECIMAL ? "CAST($0 AS " + operand.typed().theirs() + ")" : "$0";
    if (random.nextInt(4) == 0) {
      return Node.call(
          "CAST to VARCHAR(n)",
          Type.TEXT,
          Range.UNKNOWN,
          "CAST($0 AS VARCHAR(4))",
          "CAST(CAST(" + inner + " AS text) AS varchar(4))",
          operand);
    }
    return Node.call(
        "CAST to TEXT",
        Type.TEXT,
        Range.UNKNOWN,
        "CAST($0 AS VARCHAR)",
        "CAST(" + inner + " AS text)",
        operand);
  }
}
