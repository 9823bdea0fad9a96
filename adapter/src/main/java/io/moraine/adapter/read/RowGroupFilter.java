/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.NamedReference;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What of a filter may select row groups of files by what their footers say of columns. */
final class RowGroupFilter extends ExpressionVisitors.ExpressionVisitor<Expression> {
  private final Schema columns;
  private final boolean plain;

  private RowGroupFilter(Schema columns, boolean plain) {
    this.columns = columns;
    this.plain = plain;
  }

  /**
   * A filter that each row satisfies which satisfies the given one, over columns that are read.
   *
   * @param filter what rows are selected by elsewhere
   * @param plain whether files have columns in forms of which {@link VectorTypes} knows
   */
  static Expression of(Expression filter, Schema columns, boolean plain) {
    return ExpressionVisitors.visit(
        Expressions.rewriteNot(filter), new RowGroupFilter(columns, plain));
  }

  @Override
  public Expression alwaysTrue() {
    return Expressions.alwaysTrue();
  }

  @Override
  public Expression alwaysFalse() {
    return Expressions.alwaysFalse();
  }

  @Override
  public Expression not(Expression result) {
    return Expressions.alwaysTrue();
  }

  @Override
  public Expression and(Expression left, Expression right) {
    return Expressions.and(left, right);
  }

  @Override
  public Expression or(Expression left, Expression right) {
    return Expressions.or(left, right);
  }

  @Override
  public <T> Expression predicate(UnboundPredicate<T> predicate) {
    return predicate.term() instanceof NamedReference<?> reference && isKnown(reference.name())
        ? predicate
        : Expressions.alwaysTrue();
  }

  @Override
  public <T> Expression predicate(BoundPredicate<T> predicate) {
    return Expressions.alwaysTrue();
  }

  /** Of a column that the file lacks, the library thinks that it is null there. */
  private boolean isKnown(String name) {
    Types.NestedField column = columns.asStruct().field(name);
    return column != null && column.initialDefault() == null && isComparable(column.type());
  }

  /**
   * Milliseconds are compared as if they were micros. Texts and bytes are not compared at all:
   * where a file marks the one as the other, the library fails with the file open.
   */
  private boolean isComparable(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DATE, DECIMAL -> true;
      case TIME, TIMESTAMP, TIMESTAMP_NANO -> plain;
      default -> false;
    };
  }
}
