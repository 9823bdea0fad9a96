/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Finds the column under an operand, through casts and functions that keep its order. */
final class Columns {
  private final List<Types.NestedField> columns;

  Columns(Schema schema) {
    this.columns = schema.columns();
  }

  /** The column or function of a column that an operand is; empty if it is anything else. */
  Optional<Term> term(RexNode node) {
    if (node instanceof RexInputRef ref) {
      Types.NestedField column = columns.get(ref.getIndex());
      return isPushable(column) ? Optional.of(Term.of(column)) : Optional.empty();
    }
    if (!(node instanceof RexCall call)) {
      return Optional.empty();
    }
    return switch (call.getKind()) {
      case CAST -> cast(call);
      case FLOOR -> term(call.getOperands().get(0)).flatMap(of -> TimeTerms.floor(call, of));
      case EXTRACT -> term(call.getOperands().get(1)).flatMap(of -> TimeTerms.year(call, of));
      case OTHER_FUNCTION ->
          call.getOperands().size() == 2
              ? term(call.getOperands().get(1)).flatMap(of -> TimeTerms.truncation(call, of))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /**
   * Iceberg orders UUIDs as signed numbers but keeps unsigned bounds, and takes a column that a
   * file lacks for NULL where it has an initial default: both would prune files that match.
   */
  private static boolean isPushable(Types.NestedField column) {
    if (column.initialDefault() != null) {
      return false;
    }
    return switch (column.type().typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DECIMAL -> true;
      case DATE, TIME, TIMESTAMP, TIMESTAMP_NANO, STRING, FIXED, BINARY -> true;
      default -> false;
    };
  }

  private Optional<Term> cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType target = call.getType();
    if (call.getOperands().size() > 1) {
      return Optional.empty(); // CAST … FORMAT
    }
    return term(operand)
        .flatMap(
            term -> {
              if (SqlTypeUtil.equalSansNullability(operand.getType(), target)
                  || (term.isColumn() && keepsValues(operand.getType(), target))) {
                return Optional.of(term);
              }
              return TimeTerms.cast(term, operand.getType(), target)
                  .or(() -> term.isColumn() ? asDouble(term.column(), target) : Optional.empty());
            });
  }

  private static Optional<Term> asDouble(Types.NestedField column, RelDataType target) {
    boolean isInteger =
        column.type().typeId() == Type.TypeID.INTEGER || column.type().typeId() == Type.TypeID.LONG;
    return isInteger && target.getSqlTypeName() == SqlTypeName.DOUBLE
        ? Optional.of(new Term(column, Term.Function.DOUBLE, Granularity.UNIT))
        : Optional.empty();
  }

  /** Whether a cast keeps every value of the type exactly, so that comparisons do not change. */
  private static boolean keepsValues(RelDataType from, RelDataType to) {
    SqlTypeName target = to.getSqlTypeName();
    return switch (from.getSqlTypeName()) {
      case INTEGER -> target == SqlTypeName.BIGINT || holds(to, 10, 0);
      case BIGINT -> holds(to, 19, 0);
      case REAL -> target == SqlTypeName.DOUBLE || target == SqlTypeName.FLOAT;
      case DECIMAL -> holds(to, from.getPrecision() - from.getScale(), from.getScale());
      case DATE -> target == SqlTypeName.TIMESTAMP;
      case TIME, TIMESTAMP ->
          target == from.getSqlTypeName() && to.getPrecision() >= from.getPrecision();
      case VARCHAR ->
          target == SqlTypeName.VARCHAR && to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
      default -> false;
    };
  }

  private static boolean holds(RelDataType to, int integerDigits, int scale) {
    return to.getSqlTypeName() == SqlTypeName.DECIMAL
        && to.getScale() >= scale
        && to.getPrecision() - to.getScale() >= integerDigits;
  }
}
