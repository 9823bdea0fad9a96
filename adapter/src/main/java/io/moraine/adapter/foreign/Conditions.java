/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.expr.ParameterValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Row expressions as conditions for a source: those alone that any source decides as SQL does, or
 * with more rows. What is not among them is left to the engine.
 */
final class Conditions {
  private final RexBuilder rexBuilder;
  private final List<ForeignColumn> columns;
  private final ParameterValues parameters;

  /** Conditions over the columns of a table, with the values of an execution's parameters. */
  Conditions(RexBuilder rexBuilder, List<ForeignColumn> columns, ParameterValues parameters) {
    this.rexBuilder = rexBuilder;
    this.columns = columns;
    this.parameters = parameters;
  }

  /** The condition, or one with more rows, or empty. */
  Optional<PushedCondition> of(RexNode expression) {
    return switch (expression.getKind()) {
      case SEARCH -> of(RexUtil.expandSearch(rexBuilder, null, expression));
      case AND -> and(((RexCall) expression).getOperands());
      case OR -> or(((RexCall) expression).getOperands());
      case IS_NULL, IS_NOT_NULL ->
          column(((RexCall) expression).getOperands().get(0))
              .map(c -> new PushedCondition.NullTest(c, expression.getKind() == SqlKind.IS_NULL));
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison((RexCall) expression);
      default -> Optional.empty();
    };
  }

  private Optional<PushedCondition> and(List<RexNode> operands) {
    List<PushedCondition> parts =
        operands.stream().map(this::of).flatMap(Optional::stream).toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new PushedCondition.Composition(true, parts));
  }

  private Optional<PushedCondition> or(List<RexNode> operands) {
    List<PushedCondition> parts = new ArrayList<>();
    for (RexNode operand : operands) {
      Optional<PushedCondition> part = of(operand);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      parts.add(part.get());
    }
    return Optional.of(new PushedCondition.Composition(false, parts));
  }

  private Optional<PushedCondition> comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    return column(left).isPresent()
        ? compare(column(left), call.getKind(), right)
        : compare(column(right), call.getKind().reverse(), left);
  }

  private Optional<PushedCondition> compare(
      Optional<Integer> column, SqlKind operator, RexNode constant) {
    if (column.isEmpty()) {
      return Optional.empty();
    }
    ForeignColumn compared = columns.get(column.get());
    boolean text = SqlTypeName.CHAR_TYPES.contains(compared.type().getSqlTypeName());
    if (!compared.comparable() || (text && operator != SqlKind.EQUALS)) {
      return Optional.empty();
    }
    return Optional.ofNullable(value(compared.type(), constant))
        .map(value -> new PushedCondition.Comparison(column.get(), operator, value));
  }

  /** A column, also one of integers that is widened. */
  private static Optional<Integer> column(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return Optional.of(ref.getIndex());
    }
    if (node.getKind() == SqlKind.CAST) {
      RexNode operand = ((RexCall) node).getOperands().get(0);
      boolean integers =
          SqlTypeName.INT_TYPES.contains(node.getType().getSqlTypeName())
              && SqlTypeName.INT_TYPES.contains(operand.getType().getSqlTypeName());
      boolean widens =
          node.getType().getSqlTypeName().compareTo(operand.getType().getSqlTypeName()) >= 0;
      return integers && widens && operand instanceof RexInputRef ref
          ? Optional.of(ref.getIndex())
          : Optional.empty();
    }
    return Optional.empty();
  }

  private @Nullable Object value(RelDataType type, RexNode constant) {
    if (constant instanceof RexDynamicParam parameter) {
      return parameters.isBound(parameter.getIndex())
          ? converted(type.getSqlTypeName(), parameters.value(parameter.getIndex()))
          : null;
    }
    if (!(constant instanceof RexLiteral literal) || literal.isNull()) {
      return null;
    }
    SqlTypeName literalType = literal.getType().getSqlTypeName();
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          SqlTypeName.EXACT_TYPES.contains(literalType)
              ? converted(type.getSqlTypeName(), literal.getValueAs(BigDecimal.class))
              : null;
      case CHAR, VARCHAR ->
          SqlTypeName.CHAR_TYPES.contains(literalType) ? literal.getValueAs(String.class) : null;
      case DATE ->
          literalType == SqlTypeName.DATE
              ? LocalDate.parse(
                  Objects.requireNonNull(literal.getValueAs(DateString.class)).toString())
              : null;
      case TIMESTAMP ->
          literalType == SqlTypeName.TIMESTAMP
              ? LocalDateTime.parse(
                  Objects.requireNonNull(literal.getValueAs(TimestampString.class))
                      .toString()
                      .replace(' ', 'T'))
              : null;
      default -> null;
    };
  }

  /** A value in the class that the column's type is compared in, or null if it has another. */
  private static @Nullable Object converted(SqlTypeName type, @Nullable Object value) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> {
        BigDecimal number = number(value);
        boolean isLong =
            number != null
                && number.stripTrailingZeros().scale() <= 0
                && number.toBigInteger().bitLength() < Long.SIZE;
        yield isLong ? (Object) number.longValue() : number;
      }
      case DECIMAL -> number(value);
      case CHAR, VARCHAR -> value instanceof String ? value : null;
      case DATE ->
          value instanceof Date date
              ? date.toLocalDate()
              : value instanceof LocalDate ? value : null;
      case TIMESTAMP ->
          value instanceof Timestamp timestamp
              ? timestamp.toLocalDateTime()
              : value instanceof LocalDateTime ? value : null;
      default -> null;
    };
  }

  private static @Nullable BigDecimal number(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    boolean integer =
        value instanceof Long
            || value instanceof Integer
            || value instanceof Short
            || value instanceof Byte;
    return integer ? BigDecimal.valueOf(((Number) value).longValue()) : null;
  }
}
