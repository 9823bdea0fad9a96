/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random expressions that must succeed on all values of their columns. */
final class Expressions {
  private final Random random;
  private final Pool pool;
  private final SubQueries subQueries;
  private final Predicates predicates;
  private final Numbers numbers;
  private final Texts texts;
  private final Times times;

  Expressions(Random random, SubQueries subQueries) {
    this.random = random;
    this.pool = new Pool(random);
    this.subQueries = subQueries;
    this.predicates = new Predicates(random, this, subQueries);
    this.numbers = new Numbers(random, this);
    this.texts = new Texts(random, this);
    this.times = new Times(random, this);
  }

  /** A condition. */
  Node condition(Scope scope, int depth) {
    return predicates.condition(scope, depth);
  }

  /** An expression of any type. */
  Node any(Scope scope, int depth) {
    Kind kind =
        scope.columns().isEmpty() || random.nextInt(3) == 0
            ? Kind.values()[random.nextInt(Kind.values().length)]
            : scope.columns().get(random.nextInt(scope.columns().size())).kind();
    return of(kind, scope, depth);
  }

  /** An expression of a kind. */
  Node of(Kind kind, Scope scope, int depth) {
    if (depth <= 0 || random.nextInt(4) == 0) {
      return leaf(kind, scope);
    }
    if (kind == Kind.BOOLEAN) {
      return random.nextInt(3) == 0 ? leaf(kind, scope) : condition(scope, depth);
    }
    if (random.nextInt(5) == 0) {
      return choice(kind, scope, depth);
    }
    return switch (kind) {
      case INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> numbers.of(kind, scope, depth - 1);
      case TEXT -> texts.of(scope, depth - 1);
      case DATE, TIME, TIMESTAMP, INSTANT -> times.of(kind, scope, depth - 1);
      default -> leaf(kind, scope);
    };
  }

  /** An expression of just this type. */
  Node exactly(Type type, Scope scope, int depth) {
    if (type.kind() == Kind.BYTES || random.nextInt(3) == 0) {
      Node column = scope.exactly(type, random);
      return column == null ? literal(type) : column;
    }
    Node made = of(type.kind(), scope, depth);
    if (type.equals(made.type())) {
      return made;
    }
    if (type.kind() == Kind.DECIMAL && made.range().fits(type)) {
      return cast(made, type);
    }
    Node column = scope.exactly(type, random);
    return column == null ? literal(type) : column;
  }

  /** A cast that both write alike. */
  static Node cast(Node operand, Type type) {
    return Node.call(
        "CAST to " + type.kind(),
        type,
        operand.range(),
        "CAST($0 AS " + type.ours() + ")",
        "CAST($0 AS " + type.theirs() + ")",
        operand);
  }

  Node leaf(Kind kind, Scope scope) {
    Node column = random.nextInt(5) == 0 ? null : scope.any(kind, random);
    return column == null ? literal(type(kind)) : column;
  }

  private Type type(Kind kind) {
    return switch (kind) {
      case DECIMAL -> Type.decimal(9, random.nextInt(5));
      case BYTES -> random.nextBoolean() ? Type.of(kind) : Type.binary(3);
      default -> Type.of(kind);
    };
  }

  /** A value, rarely NULL. */
  Node literal(Type type) {
    if (random.nextInt(12) == 0) {
      return Literals.nothing(type);
    }
    List<Object> values =
        pool.values(type, random.nextInt(3) == 0 ? Pool.Profile.EXTREME : Pool.Profile.ORDINARY);
    return Literals.of(type, Objects.requireNonNull(values.get(random.nextInt(values.size()))));
  }

  /** One of several expressions of a type, by CASE, COALESCE, NULLIF or a sub-query. */
  private Node choice(Kind kind, Scope scope, int depth) {
    Node first = of(kind, scope, depth - 1);
    Type type = first.typed();
    if (type.kind() == Kind.BYTES && type.precision() > 0) {
      return first;
    }
    Node second = exactly(type, scope, depth - 1);
    Range range = first.range().union(second.range());
    return switch (random.nextInt(6)) {
      case 0 -> Node.call("COALESCE", type, range, "COALESCE($0, $1)", first, second);
      case 1 -> Node.call("NULLIF", type, first.range(), "NULLIF($0, $1)", first, second);
      case 2 -> simpleCase(first, second, scope, depth);
      case 3 -> {
        Node found = subQueries.scalar(type, scope, depth - 1);
        yield found == null ? first : found;
      }
      default -> searchedCase(first, second, scope, depth);
    };
  }

  private Node searchedCase(Node first, Node second, Scope scope, int depth) {
    Node condition = condition(scope, depth - 1);
    return random.nextInt(3) == 0
        ? Node.call(
            "CASE", first.typed(), first.range(), "CASE WHEN $0 THEN $1 END", condition, first)
        : Node.call(
            "CASE",
            first.typed(),
            first.range().union(second.range()),
            "CASE WHEN $0 THEN $1 ELSE $2 END",
            condition,
            first,
            second);
  }

  private Node simpleCase(Node first, Node second, Scope scope, int depth) {
    @Nullable Node column =
        scope.columns().isEmpty()
            ? null
            : scope.columns().get(random.nextInt(scope.columns().size()));
    if (column == null) {
      return first;
    }
    Node other = exactly(column.typed(), scope, depth - 2);
    return Node.call(
        "CASE value",
        first.typed(),
        first.range().union(second.range()),
        "CASE $0 WHEN $1 THEN $2 ELSE $3 END",
        column,
        other,
        first,
        second);
  }
}
