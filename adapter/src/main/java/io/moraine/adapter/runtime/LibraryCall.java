/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** A call of a {@link LibraryFunction}, seen by what writes its text. */
record LibraryCall(String name, RelDataType type, List<RexNode> operands) {
  static LibraryCall of(RexCall call) {
    return new LibraryCall(call.getOperator().getName(), call.getType(), call.getOperands());
  }

  RelDataType type(int operand) {
    return operands.get(operand).getType();
  }

  /** A date-time as the engine's functions take it, without nanoseconds. */
  String moment(int operand) {
    return Nanos.floor("$" + operand, type(operand));
  }

  boolean isBinary(int operand) {
    return SqlTypeUtil.isBinary(type(operand));
  }

  /** {@code $0, $1, …}. */
  String all() {
    return IntStream.range(0, operands.size())
        .mapToObj(i -> "$" + i)
        .collect(Collectors.joining(", "));
  }

  /** All operands as the type of the result. */
  String allTyped() {
    return IntStream.range(0, operands.size())
        .mapToObj(i -> EngineCalls.typedText("$" + i, type(i), type))
        .collect(Collectors.joining(", "));
  }

  /** An operand as a DOUBLE. */
  String real(int operand) {
    return "CAST($" + operand + " AS DOUBLE)";
  }

  /** A literal integer, or a refusal. */
  int integer(int operand) {
    if (operands.get(operand) instanceof RexLiteral literal && !literal.isNull()) {
      BigDecimal value = literal.getValueAs(BigDecimal.class);
      if (value != null) {
        return value.max(BigDecimal.valueOf(-99)).min(BigDecimal.valueOf(99)).intValue();
      }
    }
    throw refused("with a number of digits that is no literal");
  }

  /** A literal text, or a refusal. */
  String word(int operand) {
    if (operands.get(operand) instanceof RexLiteral literal && !literal.isNull()) {
      return String.valueOf(literal.getValueAs(String.class));
    }
    throw refused("with a unit that is no literal");
  }

  MoraineException refused(String how) {
    return EngineCalls.unsupported(name + " " + how);
  }

  MoraineException invalid(String what) {
    return new MoraineException(ErrorCode.INVALID_ARGUMENT, name + ": " + what);
  }
}
