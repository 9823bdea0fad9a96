/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Many comparisons of one value as an IN list, which the engine plans in one go, and for which it
 * computes the value once. {@code x = a OR x = b} becomes {@code x IN (a, b)}, {@code x <> a AND x
 * <> b} becomes {@code x NOT IN (a, b)}.
 */
final class InLists {
  private static final SqlOperator IN = new ListOperator("IN");
  private static final SqlOperator NOT_IN = new ListOperator("NOT IN");

  private final RexBuilder rexBuilder;

  InLists(RexBuilder rexBuilder) {
    this.rexBuilder = rexBuilder;
  }

  /** The same condition. */
  RexNode of(RexCall condition) {
    boolean any = condition.getKind() == SqlKind.OR;
    SqlKind comparison = any ? SqlKind.EQUALS : SqlKind.NOT_EQUALS;
    Map<RexNode, List<RexNode>> values = new LinkedHashMap<>();
    List<RexNode> terms = new ArrayList<>();
    for (RexNode term : condition.getOperands()) {
      if (isComparison(term, comparison)) {
        RexCall call = (RexCall) term;
        RexNode value = call.getOperands().get(0);
        List<RexNode> list = values.get(value);
        if (list == null) {
          list = new ArrayList<>();
          values.put(value, list);
          terms.add(value);
        }
        list.add(call.getOperands().get(1));
      } else {
        terms.add(term);
      }
    }
    if (values.values().stream().noneMatch(list -> list.size() > 1)) {
      return condition;
    }
    SqlOperator operator = any ? IN : NOT_IN;
    List<RexNode> fewer =
        terms.stream()
            .map(
                term ->
                    values.containsKey(term)
                        ? list(condition.getType(), operator, term, values.get(term), comparison)
                        : term)
            .toList();
    return fewer.size() == 1
        ? fewer.get(0)
        : rexBuilder.makeCall(condition.getType(), condition.getOperator(), fewer);
  }

  private RexNode list(
      RelDataType type,
      SqlOperator operator,
      RexNode value,
      List<RexNode> list,
      SqlKind comparison) {
    List<RexNode> operands = new ArrayList<>();
    operands.add(value);
    operands.addAll(list);
    if (list.size() > 1) {
      return rexBuilder.makeCall(type, operator, operands);
    }
    return rexBuilder.makeCall(type, comparisonOperator(comparison), operands);
  }

  private static SqlOperator comparisonOperator(SqlKind comparison) {
    return comparison == SqlKind.EQUALS
        ? SqlStdOperatorTable.EQUALS
        : SqlStdOperatorTable.NOT_EQUALS;
  }

  private static boolean isComparison(RexNode term, SqlKind comparison) {
    return term instanceof RexCall call
        && call.getKind() == comparison
        && RexUtil.isDeterministic(call)
        && RexUtil.SubQueryFinder.find(call) == null
        && isOneType(call.getOperands().get(0).getType(), call.getOperands().get(1).getType());
  }

  /** Whether the engine compares values of the two in their common type, however many there are. */
  private static boolean isOneType(RelDataType a, RelDataType b) {
    if (SqlTypeUtil.isIntType(a) && SqlTypeUtil.isIntType(b)) {
      return true;
    }
    if (SqlTypeUtil.isCharacter(a) && SqlTypeUtil.isCharacter(b)) {
      return true;
    }
    SqlTypeName name = a.getSqlTypeName();
    return name == b.getSqlTypeName()
        && switch (name) {
          case DATE, BOOLEAN, UUID -> true;
          case DECIMAL -> a.getPrecision() == b.getPrecision() && a.getScale() == b.getScale();
          default -> false;
        };
  }

  /** The first operand against the others. */
  private static final class ListOperator extends SqlSpecialOperator {
    ListOperator(String name) {
      super(
          name,
          SqlKind.OTHER,
          0,
          true,
          ReturnTypes.BOOLEAN_NULLABLE,
          InferTypes.FIRST_KNOWN,
          OperandTypes.VARIADIC);
    }

    @Override
    public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      SqlWriter.Frame all = writer.startList("(", ")");
      // A comparison, for one, would take the list for part of its own second operand.
      SqlWriter.Frame value = writer.startList("(", ")");
      call.operand(0).unparse(writer, 0, 0);
      writer.endList(value);
      writer.keyword(getName());
      SqlWriter.Frame list = writer.startList("(", ")");
      for (int i = 1; i < call.operandCount(); i++) {
        writer.sep(",");
        call.operand(i).unparse(writer, 0, 0);
      }
      writer.endList(list);
      writer.endList(all);
    }
  }
}
