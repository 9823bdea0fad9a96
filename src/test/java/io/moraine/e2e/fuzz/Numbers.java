/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Arithmetic;
import io.moraine.e2e.fuzz.Type.Kind;
import java.math.BigDecimal;
import java.util.Random;

/** Random expressions that yield numbers. */
final class Numbers {
  private static final BigDecimal SMALL = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal FLOATING_LIMIT = new BigDecimal("1e30");

  private final Random random;
  private final Expressions all;

  Numbers(Random random, Expressions all) {
    this.random = random;
    this.all = all;
  }

  Node of(Kind kind, Scope scope, int depth) {
    return switch (kind) {
      case INTEGER, BIGINT -> integer(Type.of(kind), scope, depth);
      case DECIMAL -> decimal(scope, depth);
      default -> floating(Type.of(kind), scope, depth);
    };
  }

  private Node integer(Type type, Scope scope, int depth) {
    Node a = all.of(type.kind(), scope, depth);
    return switch (random.nextInt(type.kind() == Kind.INTEGER ? 12 : 10)) {
      case 0, 1 -> binary("+", a, all.of(type.kind(), scope, depth));
      case 2 -> binary("-", a, all.of(type.kind(), scope, depth));
      case 3 -> binary("*", a, all.of(type.kind(), scope, depth));
      case 4 -> binary("/", a, all.of(type.kind(), scope, depth));
      case 5 -> binary("MOD", a, all.of(type.kind(), scope, depth));
      case 6 -> unary(a);
      case 7 -> castTo(type, scope, depth);
      case 8 -> ofTime(type, scope, depth);
      case 9 -> type.kind() == Kind.BIGINT ? mixed(a, scope, depth) : unary(a);
      case 10 -> {
        Node text = all.of(Kind.TEXT, scope, depth);
        yield Node.call("CHAR_LENGTH", type, Range.exact(100_000), "CHAR_LENGTH($0)", text);
      }
      default -> {
        Node part = all.of(Kind.TEXT, scope, depth);
        Node text = all.of(Kind.TEXT, scope, depth);
        yield position(part, text);
      }
    };
  }

  /** The grammar of POSITION takes no expression in parentheses; STRPOS is the same. */
  private static Node position(Node part, Node text) {
    String sql = part.ours().startsWith("(") ? "STRPOS($1, $0)" : "POSITION($0 IN $1)";
    String operator = sql.substring(0, sql.indexOf('('));
    return Node.call(operator, Type.INTEGER, Range.exact(100_000), sql, part, text);
  }

  /** BIGINT with INTEGER. */
  private Node mixed(Node a, Scope scope, int depth) {
    Node b = all.of(Kind.INTEGER, scope, depth);
    return random.nextBoolean() ? binary("+", a, b) : binary("*", b, a);
  }

  private Node ofTime(Type type, Scope scope, int depth) {
    if (type.kind() != Kind.BIGINT) {
      return unary(all.of(type.kind(), scope, depth));
    }
    return Times.extract(all, scope, depth, random);
  }

  /** Integer arithmetic that cannot overflow; its operands are made smaller where it could. */
  private Node binary(String operator, Node left, Node right) {
    Type type =
        left.kind() == Kind.BIGINT || right.kind() == Kind.BIGINT ? Type.BIGINT : Type.INTEGER;
    return switch (operator) {
      case "*" -> {
        Node a = smaller(left, BigDecimal.valueOf(1000));
        Node b = smaller(right, BigDecimal.valueOf(1000));
        Range range = Range.exact(a.range().limit().multiply(b.range().limit()));
        yield Node.call("*", type, range, "($0 * $1)", a, b);
      }
      case "/" -> {
        Node a = smaller(left, type.bound().subtract(BigDecimal.ONE));
        yield Node.call("/", type, a.range(), "($0 / NULLIF($1, 0))", a, right);
      }
      case "MOD" -> {
        Type result = right.typed();
        yield Node.call("MOD", result, right.range(), "MOD($0, NULLIF($1, 0))", left, right);
      }
      default -> {
        Node a = smaller(left, SMALL);
        Node b = smaller(right, SMALL);
        Range range = Range.exact(a.range().limit().add(b.range().limit()));
        yield Node.call(operator, type, range, "($0 " + operator + " $1)", a, b);
      }
    };
  }

  /** A remainder has the type of its divisor, which is to be that of the node. */
  private static Node smaller(Node node, BigDecimal limit) {
    if (node.range().limit().compareTo(limit) <= 0) {
      return node;
    }
    String divisor = "CAST(997 AS " + node.typed().ours() + ")";
    String theirs = "CAST(997 AS " + node.typed().theirs() + ")";
    return Node.call(
        "MOD",
        node.typed(),
        Range.exact(997),
        "MOD($0, " + divisor + ")",
        "MOD($0, " + theirs + ")",
        node);
  }

  private Node unary(Node operand) {
    Type type = operand.typed();
    boolean isLowest = type.kind().isInteger() && !type.bound().equals(operand.range().limit());
    if (type.kind().isInteger() && !isLowest) {
      return smaller(operand, SMALL);
    }
    boolean holdsOne = !type.kind().equals(Kind.DECIMAL) || type.precision() > type.scale();
    return switch (random.nextInt(holdsOne ? 3 : 2)) {
      case 0 -> Node.call("ABS", type, operand.range(), "ABS($0)", operand);
      case 2 ->
          Node.call(
              "SIGN",
              type,
              Range.exact(1),
              "SIGN($0)",
              type.kind() == Kind.DECIMAL ? "sign($0)" : "CAST(sign($0) AS " + type.theirs() + ")",
              operand);
      default -> Node.call("unary -", type, operand.range(), "(- $0)", operand);
    };
  }

  private Node castTo(Type type, Scope scope, int depth) {
    Kind[] kinds = {Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL, Kind.REAL, Kind.DOUBLE, Kind.TEXT};
    Node operand = all.of(kinds[random.nextInt(kinds.length)], scope, depth);
    if (operand.kind() == Kind.TEXT) {
      return operand.range().moderate() && operand.parts().isEmpty()
          ? Expressions.cast(operand, type).within(Range.exact(1000))
          : Node.call(
              "CHAR_LENGTH", Type.INTEGER, Range.exact(100_000), "CHAR_LENGTH($0)", operand);
    }
    boolean fits =
        !operand.range().special()
            && operand.range().limit().compareTo(type.bound().subtract(BigDecimal.TEN)) < 0;
    if (!fits) {
      return all.leaf(type.kind(), scope);
    }
    Range range = Range.exact(operand.range().limit().add(BigDecimal.ONE));
    return Expressions.cast(operand, type).within(range);
  }

  private Node decimal(Scope scope, int depth) {
    Node a = all.of(Kind.DECIMAL, scope, depth);
    Node b = all.of(random.nextInt(3) == 0 ? Kind.INTEGER : Kind.DECIMAL, scope, depth);
    return switch (random.nextInt(9)) {
      case 0, 1 -> decimalSum(random.nextBoolean() ? "+" : "-", a, b);
      case 2 -> decimalProduct(a, b);
      case 3 -> decimalQuotient(a, b);
      case 4 -> decimalRemainder(a, b);
      case 5 -> decimalCast(scope, depth);
      case 6 -> {
        Type type = Type.decimal(a.typed().precision(), 0);
        String name = random.nextBoolean() ? "FLOOR" : "CEIL";
        Range range = Range.exact(a.range().limit().add(BigDecimal.ONE));
        yield a.typed().scale() > 0 && range.fits(type) && a.typed().precision() < Type.MAX_DIGITS
            ? Node.call(name, type, range, name + "($0)", a)
            : a;
      }
      default -> unary(a);
    };
  }

  /**
   * Whether the product of numbers up to 18 digits can be one of more, which is a known deviation:
   * it fails unless it has 18 digits.
   */
  static boolean isCutToEighteen(Type a, Type b, Type result, String operator) {
    return operator.equals("*")
        && result.precision() > 18
        && a.precision() <= 18
        && b.precision() <= 18;
  }

  private static Node decimalSum(String operator, Node a, Node b) {
    Type type = Type.derive(Arithmetic.ADD, a.typed(), b.typed());
    Range range = Range.exact(a.range().limit().add(b.range().limit()));
    return range.fits(type) && fitsEngine(a, b, type, range, operator)
        ? Node.call(operator, type, range, "($0 " + operator + " $1)", a, b)
        : a;
  }

  private static boolean fitsEngine(Node a, Node b, Type type, Range range, String operator) {
    return !isCutToEighteen(a.typed(), b.typed(), type, operator)
        || type.scale() <= 18 && range.limit().compareTo(BigDecimal.TEN.pow(18 - type.scale())) < 0;
  }

  private static Node decimalProduct(Node a, Node b) {
    Type type = Type.derive(Arithmetic.MULTIPLY, a.typed(), b.typed());
    Range range = Range.exact(a.range().limit().multiply(b.range().limit()));
    return range.fits(type)
            && a.typed().scale() + b.typed().scale() == type.scale()
            && fitsEngine(a, b, type, range, "*")
        ? Node.call("*", type, range, "($0 * $1)", a, b)
        : a;
  }

  /** PostgreSQL's own quotient has a scale of its own choice: its digits are counted out. */
  private static Node decimalQuotient(Node a, Node b) {
    Type type = Type.derive(Arithmetic.DIVIDE, a.typed(), b.typed());
    BigDecimal limit = a.range().limit().multiply(BigDecimal.TEN.pow(b.typed().scale()));
    Range range = Range.exact(limit.add(BigDecimal.ONE));
    return range.fits(type)
        ? Node.call(
            "/",
            type,
            range,
            "($0 / NULLIF($1, 0))",
            "quotient($0, NULLIF($1, 0), " + type.scale() + ")",
            a,
            b)
        : a;
  }

  private static Node decimalRemainder(Node a, Node b) {
    Type type = Type.derive(Arithmetic.MODULO, a.typed(), b.typed());
    Range range = b.range();
    boolean fits =
        a.range().limit().compareTo(BigDecimal.TEN.pow(Type.MAX_DIGITS - type.scale() - 1)) < 0
            && range.limit().compareTo(BigDecimal.TEN.pow(Type.MAX_DIGITS - type.scale() - 1)) < 0;
    if (!fits || !range.fits(type)) {
      return a;
    }
    if (b.kind().isInteger() && a.typed().scale() == 0) {
      // Of whole numbers it has the divisor's type, as the standard says.
      String text = "MOD($0, NULLIF($1, 0))";
      return Expressions.cast(Node.call("MOD", b.typed(), range, text, a, b), type).within(range);
    }
    return Node.call("MOD", type, range, "MOD($0, NULLIF($1, 0))", a, b);
  }

  private Node decimalCast(Scope scope, int depth) {
    Kind[] kinds = {Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL};
    Node operand = all.of(kinds[random.nextInt(kinds.length)], scope, depth);
    Type[] types = {
      Type.decimal(12, 1), Type.decimal(20, 0), Type.decimal(24, 4), Type.decimal(38, 9)
    };
    Type type = types[random.nextInt(types.length)];
    Range range = Range.exact(operand.range().limit().add(BigDecimal.ONE));
    return range.fits(type)
        ? Expressions.cast(operand, type).within(range)
        : all.leaf(Kind.DECIMAL, scope);
  }

  private Node floating(Type type, Scope scope, int depth) {
    Node a = all.of(type.kind(), scope, depth);
    Node b = all.of(type.kind(), scope, depth);
    return switch (random.nextInt(9)) {
      case 0, 1 -> floatingSum(random.nextBoolean() ? "+" : "-", a, b);
      case 2 -> floatingProduct(a, b);
      case 3 ->
          b.range().dyadic()
              ? floatingResult("/", a, b, "($0 / NULLIF($1, 0))", BigDecimal.valueOf(8))
              : a;
      case 4 ->
          type.kind() == Kind.DOUBLE
              ? Node.call(
                  "SQRT",
                  type,
                  Range.floating(a.range().limit().add(BigDecimal.ONE), a.range().special(), false),
                  "SQRT(ABS($0))",
                  a)
              : Node.call("ABS", type, a.range(), "ABS($0)", a);
      case 5 -> Node.call("unary -", type, a.range(), "(- $0)", a);
      case 6 -> {
        String name = random.nextBoolean() ? "FLOOR" : "CEIL";
        Range range =
            Range.floating(
                a.range().limit().add(BigDecimal.ONE),
                a.range().special(),
                a.range().sumsExactly());
        // PostgreSQL has both for DOUBLE alone.
        String theirs = "CAST(" + name + "($0) AS " + type.theirs() + ")";
        yield Node.call(name, type, range, name + "($0)", theirs, a);
      }
      default -> floatingCast(type, scope, depth);
    };
  }

  private Node floatingCast(Type type, Scope scope, int depth) {
    Kind[] kinds = {Kind.INTEGER, Kind.BIGINT, Kind.REAL};
    Node operand = all.of(kinds[random.nextInt(type.kind() == Kind.DOUBLE ? 3 : 2)], scope, depth);
    Range range =
        operand.kind().isInteger()
            ? Range.floating(
                operand.range().limit(), false, operand.range().limit().compareTo(SMALL) < 0)
            : operand.range();
    return Expressions.cast(operand, type).within(range);
  }

  private static Node floatingSum(String operator, Node a, Node b) {
    BigDecimal limit = a.range().limit().add(b.range().limit());
    Range range =
        Range.floating(
            limit,
            a.range().special() || b.range().special(),
            a.range().sumsExactly() && b.range().sumsExactly());
    return limit.compareTo(FLOATING_LIMIT) < 0
        ? Node.call(operator, a.typed(), range, "($0 " + operator + " $1)", a, b)
        : a;
  }

  private static Node floatingProduct(Node a, Node b) {
    return a.range().dyadic() && b.range().dyadic()
        ? floatingResult("*", a, b, "($0 * $1)", b.range().limit())
        : a;
  }

  private static Node floatingResult(
      String operator, Node a, Node b, String text, BigDecimal factor) {
    BigDecimal limit = a.range().limit().multiply(factor);
    boolean special = a.range().special() || b.range().special();
    return limit.compareTo(FLOATING_LIMIT) < 0 && a.range().dyadic()
        ? Node.call(operator, a.typed(), Range.floating(limit, special, false), text, a, b)
        : a;
  }
}
