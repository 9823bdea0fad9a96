/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitor;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** {@code + - * /} and MOD of numbers, date-times and intervals. */
final class DuckArithmetic {
  private final EngineCalls calls;
  private final Products products;

  DuckArithmetic(EngineCalls calls, Products products) {
    this.calls = calls;
    this.products = products;
  }

  /** Whether a call is {@code + - *} or a sign whose result is a REAL or DOUBLE. */
  static boolean isFloating(RexCall call) {
    return SqlTypeUtil.isApproximateNumeric(call.getType()) && !sign(call.getKind()).isEmpty();
  }

  private static String sign(SqlKind kind) {
    return switch (kind) {
      case PLUS, CHECKED_PLUS -> " + ";
      case MINUS, CHECKED_MINUS -> " - ";
      case TIMES, CHECKED_TIMES -> " * ";
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> "-";
      default -> "";
    };
  }

  /**
   * A whole tree of floating {@code + - *}, which ends in an infinity or NaN where any step of it
   * leaves the range; that is an error unless an operand was no finite number.
   */
  RexNode floating(RexCall root, RexVisitor<RexNode> operands) {
    List<RexNode> leaves = new ArrayList<>();
    String text = floatingText(root, operands, leaves);
    if (root.getOperands().size() == 1 && leaves.size() == 1) {
      return calls.call(root.getType(), text, leaves);
    }
    StringBuilder finite = new StringBuilder();
    for (int i = 0; i < leaves.size(); i++) {
      if (SqlTypeUtil.isApproximateNumeric(leaves.get(i).getType())) {
        finite.append(" AND isfinite($").append(i).append(')');
      }
    }
    return calls.call(
        root.getType(),
        "CASE WHEN NOT isfinite("
            + text
            + ")"
            + finite
            + " THEN moraine_overflow() ELSE "
            + text
            + " END",
        leaves);
  }

  private static String floatingText(
      RexNode node, RexVisitor<RexNode> operands, List<RexNode> leaves) {
    RexCall call = (RexCall) node;
    List<String> texts = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      if (operand instanceof RexCall inner && isFloating(inner)) {
        String text = floatingText(inner, operands, leaves);
        texts.add(EngineCalls.typedText(text, inner.getType(), call.getType()));
      } else {
        texts.add(EngineCalls.typedText("$" + leaves.size(), operand.getType(), call.getType()));
        leaves.add(operand.accept(operands));
      }
    }
    String sign = sign(call.getKind());
    return texts.size() == 1
        ? "(" + sign + texts.get(0) + ")"
        : "(" + texts.get(0) + sign + texts.get(1) + ")";
  }

  RexNode divide(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    RelDataType dividend = call.getOperands().get(0).getType();
    RelDataType divisor = call.getOperands().get(1).getType();
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> calls.call(type, "moraine_idiv($0, $1)", operands);
      case DECIMAL -> calls.call(type, Decimals.divide(dividend, divisor, type), operands);
      case REAL, FLOAT, DOUBLE ->
          calls.call(
              type,
              "moraine_fdiv("
                  + EngineCalls.typedText("$0", dividend, type)
                  + ", "
                  + EngineCalls.typedText("$1", divisor, type)
                  + ")",
              operands);
      default -> throw EngineCalls.unsupported("division yielding " + type);
    };
  }

  RexNode modulo(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    boolean integers = SqlTypeUtil.isIntType(type);
    RelDataType left = call.getOperands().get(0).getType();
    RelDataType right = call.getOperands().get(1).getType();
    return calls.call(
        type, integers ? "moraine_imod($0, $1)" : Decimals.modulo(left, right, type), operands);
  }

  /** {@code + -}; adding an interval to a date yields a timestamp in the engine, a date in SQL. */
  RexNode additive(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    boolean plus = call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.CHECKED_PLUS;
    if (DuckNanos.concerns(call)) {
      return new DuckNanos(calls).additive(call, operands, plus);
    }
    if (SqlTypeUtil.isInterval(type)) {
      return interval(call, operands, plus);
    }
    if (!SqlTypeUtil.isDatetime(type)) {
      SqlOperator sign = plus ? SqlStdOperatorTable.PLUS : SqlStdOperatorTable.MINUS;
      return calls.rexBuilder().makeCall(type, sign, wide(call, operands));
    }
    String text = plus ? "$0 + $1" : "$0 - $1";
    return calls.call(type, "CAST((" + text + ") AS " + DuckTypes.of(type) + ")", operands);
  }

  /** Sums of decimals up to 18 digits would fail in the engine where they need 19. */
  private List<RexNode> wide(RexCall call, List<RexNode> operands) {
    return Products.widens(call)
        ? List.of(calls.typed(call.getType(), operands.get(0)), operands.get(1))
        : operands;
  }

  private RexNode interval(RexCall call, List<RexNode> operands, boolean plus) {
    RelDataType type = call.getType();
    RelDataType left = call.getOperands().get(0).getType();
    RelDataType right = call.getOperands().get(1).getType();
    if (SqlTypeUtil.isInterval(left) && SqlTypeUtil.isInterval(right)) {
      return calls.call(type, plus ? "($0 + $1)" : "($0 - $1)", operands);
    }
    boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName());
    if (plus || months || !SqlTypeUtil.isDatetime(left) || !SqlTypeUtil.isDatetime(right)) {
      throw EngineCalls.unsupported("a difference in years or months; use TIMESTAMPDIFF, or this");
    }
    return calls.call(
        type, "to_microseconds(" + micros(left, 0) + " - " + micros(right, 1) + ")", operands);
  }

  private static String micros(RelDataType type, int operand) {
    return type.getSqlTypeName() == SqlTypeName.DATE
        ? "epoch_us(CAST($" + operand + " AS TIMESTAMP))"
        : "epoch_us($" + operand + ")";
  }

  RexNode times(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    if (!SqlTypeUtil.isInterval(type)) {
      return calls
          .rexBuilder()
          .makeCall(type, SqlStdOperatorTable.MULTIPLY, products.operands(call, operands, calls));
    }
    boolean whole =
        call.getOperands().stream()
            .allMatch(
                o -> SqlTypeUtil.isInterval(o.getType()) || SqlTypeUtil.isIntType(o.getType()));
    if (!whole) {
      throw EngineCalls.unsupported("an interval times a number with a fraction");
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (SqlTypeUtil.isInterval(left.getType()) && isLiteral(left)) {
      return calls.call(type, Intervals.times((RexLiteral) left, "$0"), operands.get(1));
    }
    return SqlTypeUtil.isInterval(right.getType()) && isLiteral(right)
        ? calls.call(type, Intervals.times((RexLiteral) right, "$0"), operands.get(0))
        : calls.call(type, "($0 * $1)", operands);
  }

  /** A sign of an exact number or an interval. */
  RexNode negate(RexCall call, List<RexNode> operands) {
    return SqlTypeUtil.isInterval(call.getType())
        ? calls.call(call.getType(), "($0 * -1)", operands)
        : calls.rexBuilder().makeCall(call.getType(), SqlStdOperatorTable.UNARY_MINUS, operands);
  }

  /** FLOOR or CEIL of a number; the engine makes floating-point numbers of integers. */
  RexNode wholeNumber(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    RelDataType from = call.getOperands().get(0).getType();
    String name = call.getKind() == SqlKind.FLOOR ? "floor" : "ceil";
    String text = SqlTypeUtil.isIntType(from) ? "$0" : name + "($0)";
    return calls.call(type, "CAST(" + text + " AS " + DuckTypes.of(type) + ")", operands);
  }

  static boolean isLiteral(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull();
  }
}
