/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random aggregate calls. */
final class Aggregates {
  private static final BigDecimal ROWS = BigDecimal.valueOf(1_000_000);

  private final Random random;
  private final Expressions all;

  Aggregates(Random random, Expressions all) {
    this.random = random;
    this.all = all;
  }

  /** A call over the rows of a scope. */
  Node any(Scope scope) {
    Node call = unfiltered(scope);
    if (random.nextInt(5) > 0) {
      return call;
    }
    // A filter goes inside of what rounds an average.
    Node condition = all.condition(scope, 1);
    String ours = call.ours() + " FILTER (WHERE $1)";
    if (call.ours().equals(call.theirs())) {
      return Node.call(
          call.operator() + " FILTER",
          call.typed(),
          call.range(),
          ours,
          call.parts().get(0),
          condition);
    }
    return call;
  }

  private Node unfiltered(Scope scope) {
    return switch (random.nextInt(9)) {
      case 0 -> Node.call("COUNT(*)", Type.BIGINT, Range.exact(ROWS), "COUNT(*)", Node.NOTHING);
      case 1 -> {
        String distinct = distinct();
        yield Node.call(
            "COUNT" + label(distinct),
            Type.BIGINT,
            Range.exact(ROWS),
            "COUNT(" + distinct + "$0)",
            all.any(scope, 1));
      }
      case 2, 3 -> sum(scope);
      case 4 -> average(scope);
      default -> extreme(random.nextBoolean() ? "MIN" : "MAX", all.any(scope, 1));
    };
  }

  private String distinct() {
    return random.nextInt(4) == 0 ? "DISTINCT " : "";
  }

  private static String label(String distinct) {
    return distinct.isEmpty() ? "" : " DISTINCT";
  }

  private Node number(Scope scope) {
    List<Kind> kinds =
        List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL, Kind.DECIMAL, Kind.DOUBLE, Kind.REAL);
    return all.of(kinds.get(random.nextInt(kinds.size())), scope, 1);
  }

  private Node sum(Scope scope) {
    Node x = number(scope);
    String distinct = distinct();
    @Nullable Type type = sumType(x);
    if (type == null) {
      return extreme("MAX", x);
    }
    Range range =
        x.kind().isFloating()
            ? Range.floating(x.range().limit().multiply(ROWS), x.range().special(), true)
            : Range.exact(x.range().limit().multiply(ROWS));
    String theirs = x.kind() == Kind.REAL ? "CAST($0 AS double precision)" : "$0";
    return Node.call(
        "SUM" + label(distinct),
        type,
        range,
        "SUM(" + distinct + "$0)",
        "SUM(" + distinct + theirs + ")",
        x);
  }

  /** The type of SUM; null where it could overflow or depends on the order of the rows. */
  static @Nullable Type sumType(Node x) {
    if (x.kind().isFloating()) {
      return x.range().sumsExactly() ? Type.DOUBLE : null;
    }
    Type type =
        switch (x.kind()) {
          case INTEGER -> Type.BIGINT;
          case BIGINT -> Type.decimal(Type.MAX_DIGITS, 0);
          default -> Type.decimal(Type.MAX_DIGITS, x.typed().scale());
        };
    return x.range().limit().multiply(ROWS).compareTo(type.bound()) < 0 ? type : null;
  }

  private Node average(Scope scope) {
    Node x = number(scope);
    String distinct = distinct();
    if (sumType(x) == null) {
      return extreme("MIN", x);
    }
    String operator = "AVG" + label(distinct);
    String ours = "AVG(" + distinct + "$0)";
    if (x.kind().isFloating()) {
      return Node.call(
          operator,
          Type.DOUBLE,
          Range.floating(x.range().limit(), x.range().special(), false),
          ours,
          // Its own average begins with 0.0, which is that of -0.0 alone.
          "SUM("
              + distinct
              + "CAST($0 AS double precision)) / NULLIF(COUNT("
              + distinct
              + "$0), 0)",
          x);
    }
    Type type = Type.average(x.typed());
    return Node.call(
        operator,
        type,
        Range.exact(x.range().limit().add(BigDecimal.ONE)),
        ours,
        "quotient(SUM("
            + distinct
            + "$0), NULLIF(COUNT("
            + distinct
            + "$0), 0), "
            + type.scale()
            + ")",
        x);
  }

  /** MIN or MAX; PostgreSQL has neither for some types, whose texts have the same order. */
  static Node extreme(String function, Node x) {
    String plain = function + "($0)";
    String theirs =
        switch (x.kind()) {
          case BOOLEAN -> (function.equals("MIN") ? "bool_and" : "bool_or") + "($0)";
          case UUID -> "CAST(" + function + "(CAST($0 AS text)) AS uuid)";
          case BYTES -> "decode(" + function + "(encode($0, 'hex')), 'hex')";
          default -> plain;
        };
    return Node.call(function, x.typed(), x.range(), plain, theirs, x);
  }
}
