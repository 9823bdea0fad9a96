/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A piece of SQL in both dialects.
 *
 * @param operator what it is, for the counts; empty for what is not counted
 * @param type the type of an expression, else null
 * @param ours the text for Moraine, in which {@code $0} is the first part
 * @param theirs the same for PostgreSQL
 * @param parameter the value of a literal that may as well be a parameter, else null
 */
record Node(
    String operator,
    Role role,
    @Nullable Type type,
    Range range,
    String ours,
    String theirs,
    List<Node> parts,
    @Nullable Object parameter) {
  /** What may take the place of a piece when a failing query is made smaller. */
  enum Role {
    /** Another expression of its type. */
    EXPRESSION,
    /** Nothing. */
    CLAUSE,
    /** Fewer parts, separated by the text. */
    LIST,
    /** One of its parts that is a query. */
    QUERY,
    /** Only what its parts become. */
    FIXED
  }

  static final Node NOTHING =
      new Node("", Role.FIXED, null, Range.UNKNOWN, "", "", List.of(), null);

  /** An expression that both dialects write alike. */
  static Node call(String operator, Type type, Range range, String text, Node... parts) {
    return call(operator, type, range, text, text, parts);
  }

  static Node call(
      String operator, Type type, Range range, String ours, String theirs, Node... parts) {
    return new Node(operator, Role.EXPRESSION, type, range, ours, theirs, List.of(parts), null);
  }

  /** An expression that both dialects write alike and that is not a number. */
  static Node call(String operator, Type type, String text, Node... parts) {
    return call(operator, type, Range.UNKNOWN, text, text, parts);
  }

  static Node clause(String operator, String text, Node... parts) {
    return new Node(operator, Role.CLAUSE, null, Range.UNKNOWN, text, text, List.of(parts), null);
  }

  static Node list(String separator, List<Node> parts) {
    return new Node(
        "", Role.LIST, null, Range.UNKNOWN, separator, separator, List.copyOf(parts), null);
  }

  static Node query(String operator, String text, Node... parts) {
    return new Node(operator, Role.QUERY, null, Range.UNKNOWN, text, text, List.of(parts), null);
  }

  static Node fixed(String operator, String text, Node... parts) {
    return fixed(operator, text, text, parts);
  }

  static Node fixed(String operator, String ours, String theirs, Node... parts) {
    return new Node(operator, Role.FIXED, null, Range.UNKNOWN, ours, theirs, List.of(parts), null);
  }

  /** The type of an expression. */
  Type typed() {
    if (type == null) {
      throw new IllegalStateException("No expression: " + ours);
    }
    return type;
  }

  Type.Kind kind() {
    return typed().kind();
  }

  Node with(List<Node> others) {
    return new Node(operator, role, type, range, ours, theirs, List.copyOf(others), parameter);
  }

  Node with(int part, Node other) {
    List<Node> others = new ArrayList<>(parts);
    others.set(part, other);
    return with(others);
  }

  Node within(Range known) {
    return new Node(operator, role, type, known, ours, theirs, parts, parameter);
  }

  /** The same to PostgreSQL, another text to Moraine. */
  Node saying(String text) {
    return new Node(operator, role, type, range, text, theirs, parts, parameter);
  }

  /** This node and all below it. */
  void visit(Consumer<Node> visitor) {
    visitor.accept(this);
    parts.forEach(part -> part.visit(visitor));
  }

  /** The number of nodes. */
  int size() {
    return 1 + parts.stream().mapToInt(Node::size).sum();
  }

  boolean has(String wanted) {
    return operator.equals(wanted) || parts.stream().anyMatch(part -> part.has(wanted));
  }

  /** The types of the columns of a query. */
  List<Type> columns() {
    return switch (operator) {
      case "SELECT" ->
          parts.get(1).parts().stream().map(item -> item.parts().get(0).typed()).toList();
      case "WITH" -> parts.get(1).columns();
      default -> parts.get(0).columns();
    };
  }
}
