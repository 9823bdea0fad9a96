/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.TableDefinition.Column;
import io.moraine.e2e.fuzz.Type.Arithmetic;
import io.moraine.e2e.fuzz.Type.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random queries that may have to fail: one expression that can fail, computed for all rows of one
 * table, so that the order of evaluation decides nothing.
 */
final class Risks {
  /** What the operator of such a query starts with. */
  static final String MARK = "risky ";

  private static final BigDecimal TAME = BigDecimal.valueOf(1 << 20);

  private final Random random;
  private final List<TableDefinition> tables;

  Risks(Random random, List<TableDefinition> tables) {
    this.random = random;
    this.tables = tables;
  }

  /** A whole statement; null where the tables have no column for it. */
  @Nullable Node query() {
    TableDefinition table = tables.get(random.nextInt(tables.size()));
    if (random.nextInt(20) == 0) {
      return oneRow(table);
    }
    Node risky = risky(table);
    return risky == null ? null : over(table, risky);
  }

  private Node over(TableDefinition table, Node risky) {
    Node from = Node.query("", table.name() + " AS a0");
    if (risky.has(MARK + "SUM")) {
      return statement(List.of(risky), from, Node.NOTHING);
    }
    Node id = Source.column("a0.id", Type.BIGINT, Range.exact(1000));
    boolean holdsOne =
        risky.kind().isInteger()
            || risky.kind() == Kind.DECIMAL && risky.typed().precision() > risky.typed().scale();
    return switch (random.nextInt(holdsOne ? 3 : 2)) {
      case 1 -> statement(List.of(Aggregates.extreme("MAX", risky)), from, Node.NOTHING);
      case 2 ->
          statement(
              List.of(id),
              from,
              Node.clause(
                  "WHERE",
                  " WHERE $0",
                  Predicates.bool(
                      "<>", "($0 <> $1)", risky, Literals.of(risky.typed(), BigDecimal.ONE))));
      default -> statement(List.of(id, risky), from, Node.NOTHING);
    };
  }

  private static Node statement(List<Node> items, Node from, Node where) {
    return Node.fixed(
        "", "$0", Queries.select(false, items, from, where, Node.NOTHING, Node.NOTHING));
  }

  /** A sub-query for one value that has as many rows as the table. */
  private Node oneRow(TableDefinition table) {
    Column column = table.columns().get(random.nextInt(table.columns().size()));
    String text = "(SELECT a0." + column.name() + " FROM " + table.name() + " AS a0)";
    Node value = Node.call(MARK + "scalar sub-query", column.type(), column.range(), text);
    Node from = Node.query("", "(VALUES (1)) AS v (n)");
    return statement(List.of(value), from, Node.NOTHING);
  }

  private @Nullable Node risky(TableDefinition table) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> integers(table);
      case 3, 4, 5 -> decimals(table);
      case 6 -> floating(table);
      case 7 -> ofText(table);
      case 8 -> sum(table);
      default -> narrowing(table);
    };
  }

  private @Nullable Node column(TableDefinition table, Kind... kinds) {
    List<Node> found = columns(table, kinds);
    return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
  }

  private static List<Node> columns(TableDefinition table, Kind... kinds) {
    List<Node> found = new ArrayList<>();
    for (Column column : table.columns()) {
      if (List.of(kinds).contains(column.type().kind())) {
        found.add(Source.column("a0." + column.name(), column.type(), column.range()));
      }
    }
    return found;
  }

  private static Node risk(String operator, Type type, String ours, String theirs, Node... parts) {
    return Node.call(
        MARK + operator,
        type,
        Range.floating(type.kind().isNumber() ? type.bound() : BigDecimal.ZERO, true, false),
        ours,
        theirs,
        parts);
  }

  private @Nullable Node integers(TableDefinition table) {
    Node a = column(table, Kind.INTEGER, Kind.BIGINT);
    Node b = column(table, Kind.INTEGER, Kind.BIGINT);
    if (a == null || b == null) {
      return null;
    }
    Type type = a.kind() == Kind.BIGINT || b.kind() == Kind.BIGINT ? Type.BIGINT : Type.INTEGER;
    String operator = List.of("+", "-", "*", "/", "MOD", "-", "ABS").get(random.nextInt(7));
    return switch (operator) {
      case "MOD" -> risk(operator, b.typed(), "MOD($0, $1)", "MOD($0, $1)", a, b);
      case "ABS" -> risk(operator, a.typed(), "ABS($0)", "ABS($0)", a);
      default -> {
        String text = "($0 " + operator + " $1)";
        yield risk(operator, type, text, text, a, b);
      }
    };
  }

  private @Nullable Node decimals(TableDefinition table) {
    Node a = column(table, Kind.DECIMAL);
    Node b = column(table, Kind.DECIMAL);
    if (a == null || b == null) {
      return null;
    }
    String operator = List.of("+", "-", "*", "/", "MOD").get(random.nextInt(5));
    Type type =
        Type.derive(
            switch (operator) {
              case "*" -> Arithmetic.MULTIPLY;
              case "/" -> Arithmetic.DIVIDE;
              case "MOD" -> Arithmetic.MODULO;
              default -> Arithmetic.ADD;
            },
            a.typed(),
            b.typed());
    if (Numbers.isCutToEighteen(a.typed(), b.typed(), type, operator)) {
      return null;
    }
    if (operator.equals("*") && a.typed().scale() + b.typed().scale() > Type.MAX_DIGITS) {
      return null;
    }
    if (operator.equals("/") && isScaledBeyond(a, b, type)) {
      return null;
    }
    String ours = operator.equals("MOD") ? "MOD($0, $1)" : "($0 " + operator + " $1)";
    String theirs = operator.equals("/") ? "quotient($0, $1, " + type.scale() + ")" : ours;
    return risk(operator, type, ours, "CAST(" + theirs + " AS " + type.theirs() + ")", a, b);
  }

  /** Whether a dividend with the digits of the quotient may have more than 38: a deviation. */
  private static boolean isScaledBeyond(Node a, Node b, Type quotient) {
    BigDecimal scaled = a.range().limit().movePointRight(quotient.scale() + b.typed().scale());
    return scaled.compareTo(BigDecimal.TEN.pow(Type.MAX_DIGITS)) >= 0;
  }

  private @Nullable Node floating(TableDefinition table) {
    Node a = column(table, Kind.DOUBLE, Kind.REAL);
    if (a == null || a.range().special() || a.range().limit().compareTo(TAME) > 0) {
      return null;
    }
    Node b = column(table, a.kind());
    if (b == null || b.range().special() || !b.range().dyadic()) {
      return null;
    }
    return risk("/", a.typed(), "($0 / $1)", "($0 / $1)", a, b);
  }

  private @Nullable Node ofText(TableDefinition table) {
    Node text = column(table, Kind.TEXT);
    if (text == null) {
      return null;
    }
    Type type =
        switch (random.nextInt(3)) {
          case 0 -> Type.INTEGER;
          case 1 -> Type.BIGINT;
          default -> Type.of(Kind.DATE);
        };
    return random.nextInt(4) == 0
        ? substring(table, text)
        : risk(
            "CAST of TEXT to " + type.kind(),
            type,
            "CAST($0 AS " + type.ours() + ")",
            "CAST($0 AS " + type.theirs() + ")",
            text);
  }

  private @Nullable Node substring(TableDefinition table, Node text) {
    Node length = column(table, Kind.INTEGER);
    String sql = "SUBSTRING($0 FROM 1 FOR MOD($1, 5))";
    return length == null ? null : risk("SUBSTRING", Type.TEXT, sql, sql, text, length);
  }

  /** SUM of the decimals with the largest values, so that some sums overflow. */
  private static @Nullable Node sum(TableDefinition table) {
    Node x =
        columns(table, Kind.DECIMAL).stream()
            .max(Comparator.comparing(Risks::unscaled))
            .orElse(null);
    if (x == null) {
      return null;
    }
    Type type = Type.decimal(Type.MAX_DIGITS, x.typed().scale());
    return risk("SUM", type, "SUM($0)", "CAST(SUM($0) AS " + type.theirs() + ")", x);
  }

  private static BigDecimal unscaled(Node column) {
    return column.range().limit().movePointRight(column.typed().scale());
  }

  private @Nullable Node narrowing(TableDefinition table) {
    Node x = column(table, Kind.BIGINT, Kind.DECIMAL, Kind.DOUBLE, Kind.REAL);
    if (x == null) {
      return null;
    }
    Type type =
        x.kind().isFloating()
            ? List.of(Type.INTEGER, Type.BIGINT).get(random.nextInt(2))
            : List.of(Type.INTEGER, Type.BIGINT, Type.decimal(4, 1), Type.decimal(20, 0))
                .get(random.nextInt(4));
    return risk(
        "CAST to " + type.kind(),
        type,
        "CAST($0 AS " + type.ours() + ")",
        "CAST($0 AS " + type.theirs() + ")",
        x);
  }
}
