/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.NamedReference;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Types;

/** What of a filter may select row groups of files by what their footers say of columns. */
final class RowGroupFilter extends ExpressionVisitors.ExpressionVisitor<Expression> {
  private final Schema columns;

  private RowGroupFilter(Schema columns) {
    this.columns = columns;
  }

  /**
   * A filter that each row satisfies which satisfies the given one, over columns that are read.
   *
   * @param filter what rows are selected by elsewhere
   */
  static Expression of(Expression filter, Schema columns) {
    return ExpressionVisitors.visit(Expressions.rewriteNot(filter), new RowGroupFilter(columns));
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
    return column != null && column.type().isPrimitiveType() && column.initialDefault() == null;
  }
}
