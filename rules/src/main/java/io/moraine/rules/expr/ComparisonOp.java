/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import org.apache.iceberg.expressions.Expression;

/** The six comparisons over a total order: what each becomes negated, and with sides swapped. */
enum ComparisonOp {
  EQ(SqlKind.EQUALS, Expression.Operation.EQ),
  NE(SqlKind.NOT_EQUALS, Expression.Operation.NOT_EQ),
  LT(SqlKind.LESS_THAN, Expression.Operation.LT),
  LE(SqlKind.LESS_THAN_OR_EQUAL, Expression.Operation.LT_EQ),
  GT(SqlKind.GREATER_THAN, Expression.Operation.GT),
  GE(SqlKind.GREATER_THAN_OR_EQUAL, Expression.Operation.GT_EQ);

  private final SqlKind kind;
  private final Expression.Operation iceberg;

  ComparisonOp(SqlKind kind, Expression.Operation iceberg) {
    this.kind = kind;
    this.iceberg = iceberg;
  }

  static Optional<ComparisonOp> of(SqlKind kind) {
    for (ComparisonOp op : values()) {
      if (op.kind == kind) {
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  /** The operation of the same name in Iceberg, whose treatment of NULL and NaN differs. */
  Expression.Operation iceberg() {
    return iceberg;
  }

  /** The comparison that is true where this one is false. */
  ComparisonOp negated() {
    return switch (this) {
      case EQ -> NE;
      case NE -> EQ;
      case LT -> GE;
      case LE -> GT;
      case GT -> LE;
      case GE -> LT;
    };
  }

  /** The comparison with its operands exchanged. */
  ComparisonOp swapped() {
    return switch (this) {
      case EQ -> EQ;
      case NE -> NE;
      case LT -> GT;
      case LE -> GE;
      case GT -> LT;
      case GE -> LE;
    };
  }

  /** Whether values below the constant satisfy it. */
  boolean isBelow() {
    return this == LT || this == LE;
  }
}
