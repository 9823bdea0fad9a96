/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * One walk over a predicate: for each node the rows of one truth value, by three-valued logic. IS
 * UNKNOWN asks for a node more than once, so nested ones are bounded by a number of visits.
 */
final class TruthRows {
  private static final int MAX_VISITS = 200_000;

  private final LeafPredicates leaves;
  private int budget = MAX_VISITS;

  TruthRows(LeafPredicates leaves) {
    this.leaves = leaves;
  }

  /** The rows for which a predicate has the given truth value. */
  Pushdown rows(RexNode node, Truth truth) {
    if (--budget < 0) {
      return Pushdown.unsupported();
    }
    return switch (node.getKind()) {
      case AND -> connected((RexCall) node, truth, Truth.FALSE);
      case OR -> connected((RexCall) node, truth, Truth.TRUE);
      case NOT -> rows(operand(node), truth.negated());
      case IS_TRUE -> is(operand(node), Truth.TRUE, truth);
      case IS_FALSE -> is(operand(node), Truth.FALSE, truth);
      case IS_NOT_TRUE -> is(operand(node), Truth.TRUE, truth.negated());
      case IS_NOT_FALSE -> is(operand(node), Truth.FALSE, truth.negated());
      case IS_NULL -> isNull(operand(node), truth);
      case IS_NOT_NULL -> isNull(operand(node), truth.negated());
      case IS_NOT_DISTINCT_FROM -> leaves.notDistinct((RexCall) node, truth);
      case IS_DISTINCT_FROM -> leaves.notDistinct((RexCall) node, truth.negated());
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL -> leaves.compare(node, truth);
      case GREATER_THAN, GREATER_THAN_OR_EQUAL -> leaves.compare(node, truth);
      case LIKE -> leaves.like((RexCall) node, truth);
      case SEARCH -> leaves.search((RexCall) node, truth);
      default -> leaves.flag(node, truth);
    };
  }

  private static RexNode operand(RexNode call) {
    return ((RexCall) call).getOperands().get(0);
  }

  /**
   * AND and OR: {@code dominant} is the value that one operand alone gives to the whole. The whole
   * is unknown where no operand is dominant and at least one is unknown.
   */
  private Pushdown connected(RexCall call, Truth truth, Truth dominant) {
    List<RexNode> operands = call.getOperands();
    if (truth == dominant) {
      return Pushdown.any(each(operands, truth));
    }
    if (truth == dominant.negated()) {
      return Pushdown.all(each(operands, truth));
    }
    List<Pushdown> notDominant =
        operands.stream().map(operand -> rowsWithout(operand, dominant)).toList();
    return Pushdown.all(
        List.of(Pushdown.all(notDominant), Pushdown.any(each(operands, Truth.UNKNOWN))));
  }

  private List<Pushdown> each(List<RexNode> operands, Truth truth) {
    return operands.stream().map(operand -> rows(operand, truth)).toList();
  }

  private Pushdown rowsWithout(RexNode node, Truth excluded) {
    return Pushdown.any(
        Arrays.stream(Truth.values())
            .filter(truth -> truth != excluded)
            .map(truth -> rows(node, truth))
            .toList());
  }

  /** {@code node IS wanted}, a predicate that is never unknown. */
  private Pushdown is(RexNode node, Truth wanted, Truth truth) {
    return switch (truth) {
      case TRUE -> rows(node, wanted);
      case FALSE -> rowsWithout(node, wanted);
      case UNKNOWN -> Pushdown.constant(false);
    };
  }

  /** {@code node IS NULL}, of a column or constant, or of a predicate. */
  private Pushdown isNull(RexNode node, Truth truth) {
    Optional<Pushdown> known = leaves.isNull(node, truth);
    if (known.isPresent()) {
      return known.get();
    }
    return node.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
        ? is(node, Truth.UNKNOWN, truth)
        : Pushdown.unsupported();
  }
}
