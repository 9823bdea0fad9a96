/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Makes expressions whose text is given, of the types that they have in SQL. */
record EngineCalls(RexBuilder rexBuilder) {
  /** A text in which {@code $0}, {@code $1} … stand for operands. */
  RexNode call(RelDataType type, String text, List<RexNode> operands) {
    return rexBuilder.makeCall(type, Template.of(Repetition.bounded(text, operands)), operands);
  }

  RexNode call(RelDataType type, String text, RexNode operand) {
    return call(type, text, List.of(operand));
  }

  /** A text without operands. */
  RexNode verbatim(RelDataType type, String text) {
    return rexBuilder.makeCall(type, Template.verbatim(text), List.of());
  }

  /**
   * An operand of exactly this type. The engine would choose a common type of its own, with fewer
   * fraction digits where decimals are long.
   */
  RexNode typed(RelDataType type, RexNode operand) {
    SqlTypeName from = operand.getType().getSqlTypeName();
    boolean same =
        from == SqlTypeName.NULL
            || type.getSqlTypeName() == SqlTypeName.NULL
            || SqlTypeUtil.isInterval(type)
            || isSame(operand.getType(), type);
    if (!same && (DuckNested.isNested(operand.getType()) || DuckNested.isNested(type))) {
      return DuckNested.cast(type, operand.getType(), operand);
    }
    return same ? operand : call(type, typedText("$0", operand.getType(), type), operand);
  }

  /** The text that casts an operand, unless it has the type already. */
  static String typedText(String operand, RelDataType from, RelDataType to) {
    return isSame(from, to)
        ? operand
        : Nanos.cast(operand, from, to)
            .orElseGet(() -> "CAST(" + operand + " AS " + DuckTypes.of(to) + ")");
  }

  private static boolean isSame(RelDataType from, RelDataType to) {
    if (DuckNested.isNested(from) || DuckNested.isNested(to)) {
      return DuckNested.isSame(from, to);
    }
    boolean zoned = Nanos.isNano(from) && Nanos.isInstant(from) != Nanos.isInstant(to);
    return !zoned && DuckTypes.of(from).equals(DuckTypes.of(to));
  }

  static MoraineException unsupported(String what) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED, "Cannot execute the statement: " + what + " is not supported yet");
  }
}
