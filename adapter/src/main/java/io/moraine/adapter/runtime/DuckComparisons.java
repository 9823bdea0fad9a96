/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.type.MoraineTypeFactory;
import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Comparisons that the engine would fail in, for want of a type that holds both sides. */
final class DuckComparisons {
  private final EngineCalls calls;

  DuckComparisons(EngineCalls calls) {
    this.calls = calls;
  }

  /** The comparison as it is, where the engine is exact. */
  RexNode translate(RexCall call, List<RexNode> operands, RexNode rewritten) {
    RelDataType left = call.getOperands().get(0).getType();
    RelDataType right = call.getOperands().get(1).getType();
    if (!MoraineTypeFactory.lackCommonDecimal(List.of(left, right))) {
      return isTestOfTests(call)
          ? calls.call(call.getType(), "(($0) " + call.getOperator().getName() + " ($1))", operands)
          : rewritten;
    }
    boolean fineFirst = left.getScale() > right.getScale();
    return switch (call.getKind()) {
      case LESS_THAN, GREATER_THAN_OR_EQUAL -> ordered(call, operands, fineFirst, !fineFirst);
      case GREATER_THAN, LESS_THAN_OR_EQUAL -> ordered(call, operands, fineFirst, fineFirst);
      default -> {
        int scale = Math.max(left.getScale(), right.getScale());
        String text =
            fineFirst
                ? text("$1", right, "$0", call.getKind(), scale, true)
                : text("$0", left, "$1", call.getKind(), scale, false);
        yield calls.call(call.getType(), text, operands);
      }
    };
  }

  /** The engine reads IS [NOT] DISTINCT FROM before or after another test from the right. */
  private static boolean isTestOfTests(RexCall call) {
    return call.getOperands().stream()
        .anyMatch(
            operand ->
                operand instanceof RexCall
                    && operand.getType().getSqlTypeName() == SqlTypeName.BOOLEAN);
  }

  /**
   * Values with few fraction digits are above one with more if they are above what is left when its
   * further digits are cut off, towards minus infinity; below it if below what is left when they
   * are cut off upward.
   *
   * @param up whether they are cut off upward
   */
  private RexNode ordered(RexCall call, List<RexNode> operands, boolean fineFirst, boolean up) {
    int fine = fineFirst ? 0 : 1;
    RelDataType coarse = call.getOperands().get(1 - fine).getType();
    int scale = SqlTypeUtil.isIntType(coarse) ? 0 : coarse.getScale();
    String unit = Decimals.unit(scale);
    String cut =
        String.format(
            Locale.ROOT,
            "(trunc($0, %d) %s CASE WHEN $0 %s 0 AND $0 %% %s <> 0 THEN %s ELSE 0 END)",
            scale,
            up ? "+" : "-",
            up ? ">" : "<",
            unit,
            unit);
    List<RexNode> sides = new ArrayList<>(operands);
    sides.set(fine, calls.call(call.getOperands().get(fine).getType(), cut, operands.get(fine)));
    return calls.call(call.getType(), "(($0) " + call.getKind().sql + " ($1))", List.copyOf(sides));
  }

  /**
   * The side with fewer fraction digits gets as many as the other; where its integer digits then do
   * not fit, it is farther from zero than any value of the other side.
   */
  private static String text(
      String coarse, RelDataType type, String fine, SqlKind kind, int scale, boolean fineFirst) {
    String limit =
        "CAST('"
            + BigDecimal.TEN.pow(MoraineTypeSystem.MAX_DECIMAL_PRECISION - scale).toPlainString()
            + "' AS HUGEINT)";
    String whole =
        SqlTypeUtil.isIntType(type)
            ? "CAST(" + coarse + " AS HUGEINT)"
            : "CAST(trunc(" + coarse + ") AS HUGEINT)";
    String same = "CAST(" + coarse + " AS DECIMAL(38, " + scale + "))";
    String zero = "CASE WHEN " + fine + " IS NULL THEN NULL ELSE 0 END";
    return "CASE WHEN "
        + whole
        + " >= "
        + limit
        + " OR "
        + whole
        + " <= -"
        + limit
        + " THEN "
        + compared(coarse, zero, kind, fineFirst)
        + " ELSE "
        + compared(same, fine, kind, fineFirst)
        + " END";
  }

  private static String compared(String coarse, String fine, SqlKind kind, boolean fineFirst) {
    String left = fineFirst ? fine : coarse;
    String right = fineFirst ? coarse : fine;
    return "((" + left + ") " + kind.sql.replace('_', ' ') + " (" + right + "))";
  }
}
