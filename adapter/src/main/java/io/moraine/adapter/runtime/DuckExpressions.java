/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/**
 * Rewrites row expressions so that their text means to the engine what they mean in SQL, and
 * refuses, by name, each operator whose meaning there was not established.
 */
final class DuckExpressions extends RexShuttle {
  private static final String UTF_8 = "UTF-8";

  private final RexBuilder rexBuilder;
  private final UnaryOperator<RelNode> subQueries;
  private final Set<JavaFunction> functions = new LinkedHashSet<>();

  /**
   * A rewriting.
   *
   * @param subQueries rewrites the tree of a sub-query
   */
  DuckExpressions(RexBuilder rexBuilder, UnaryOperator<RelNode> subQueries) {
    this.rexBuilder = rexBuilder;
    this.subQueries = subQueries;
  }

  /** The functions of models that the expressions call. */
  Set<JavaFunction> functions() {
    return functions;
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subQuery) {
    RexSubQuery rewritten = (RexSubQuery) super.visitSubQuery(subQuery);
    return rewritten.clone(subQueries.apply(subQuery.rel));
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    if (literal.isNull()) {
      return literal;
    }
    RelDataType type = literal.getType();
    if (SqlTypeUtil.isInterval(type)) {
      return verbatim(literal, Intervals.sql(literal));
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          // The engine would take the smallest type that holds the value, and overflow in it.
          isPlainInteger(literal)
              ? literal
              : verbatim(
                  literal,
                  "CAST('"
                      + Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).toPlainString()
                      + "' AS "
                      + DuckTypes.of(type)
                      + ")");
      case BINARY, VARBINARY ->
          verbatim(
              literal,
              SqlText.blob(
                  Objects.requireNonNull(literal.getValueAs(ByteString.class)).getBytes()));
      case CHAR, VARCHAR ->
          // The engine has no character sets.
          UTF_8.equals(String.valueOf(type.getCharset()))
              ? literal
              : verbatim(
                  literal,
                  SqlText.string(Objects.requireNonNull(literal.getValueAs(String.class))));
      case TIME -> {
        if (type.getPrecision() > 6) {
          throw new MoraineException(
              ErrorCode.DATETIME_FIELD_OVERFLOW,
              "The literal " + literal + " is finer than microseconds, which TIME cannot hold");
        }
        yield literal;
      }
      case TIMESTAMP ->
          type.getPrecision() > 6
              ? verbatim(
                  literal,
                  "CAST('" + literal.getValueAs(TimestampString.class) + "' AS TIMESTAMP_NS)")
              : literal;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          // The literal's value is the instant, written in UTC.
          verbatim(literal, "TIMESTAMPTZ '" + literal.getValueAs(TimestampString.class) + "+00'");
      case REAL, FLOAT, DOUBLE ->
          verbatim(
              literal,
              "CAST('" + literal.getValue() + "' AS " + DuckTypes.of(literal.getType()) + ")");
      default -> literal;
    };
  }

  private static boolean isPlainInteger(RexLiteral literal) {
    return literal.getType().getSqlTypeName() == SqlTypeName.INTEGER
        && Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).signum() >= 0;
  }

  private RexNode verbatim(RexNode node, String text) {
    return rexBuilder.makeCall(node.getType(), Template.verbatim(text), List.of());
  }

  @Override
  public RexNode visitOver(RexOver over) {
    RexNode rewritten = super.visitOver(over);
    return switch (over.getAggOperator().getKind()) {
      case ROW_NUMBER, RANK, DENSE_RANK, COUNT, MIN, MAX, LAG, LEAD, FIRST_VALUE, LAST_VALUE ->
          rewritten;
      case SUM, SUM0 -> {
        if (SqlTypeUtil.isApproximateNumeric(over.getType()) || isNarrow(over.getOperands())) {
          yield call(over.getType(), "CAST($0 AS " + DuckTypes.of(over.getType()) + ")", rewritten);
        }
        throw unsupported("SUM of DECIMAL over a window");
      }
      case AVG -> {
        if (SqlTypeUtil.isApproximateNumeric(over.getType())) {
          yield rewritten;
        }
        throw unsupported("AVG of an exact number over a window");
      }
      default -> throw unsupported(over.getAggOperator().getName() + " over a window");
    };
  }

  /** Whether the engine's 128-bit sum of these cannot wrap around. */
  private static boolean isNarrow(List<RexNode> operands) {
    RelDataType type = operands.get(0).getType();
    return type.getSqlTypeName() != SqlTypeName.DECIMAL || type.getPrecision() <= 18;
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (call.getKind() == SqlKind.SEARCH) {
      return RexUtil.expandSearch(rexBuilder, null, call).accept(this);
    }
    RexCall rewritten = (RexCall) super.visitCall(call);
    return translate(call, rewritten.getOperands(), rewritten);
  }

  private RexNode translate(RexCall call, List<RexNode> operands, RexCall rewritten) {
    SqlOperator operator = call.getOperator();
    RelDataType type = call.getType();
    return switch (call.getKind()) {
      case DIVIDE, CHECKED_DIVIDE -> divide(call, operands);
      case MOD ->
          call(
              type,
              SqlTypeUtil.isIntType(type) ? "moraine_imod($0, $1)" : "moraine_mod($0, $1)",
              operands);
      case EXTRACT -> extract(call, operands, rewritten);
      case POSITION -> {
        if (operands.size() > 2) {
          throw unsupported("POSITION with a start");
        }
        yield rewritten;
      }
      case PLUS, CHECKED_PLUS, MINUS, CHECKED_MINUS -> additive(call, operands, rewritten);
      case TIMES, CHECKED_TIMES -> times(call, operands, rewritten);
      case CAST -> cast(call, operands.get(0));
      case FLOOR, CEIL -> rounded(call, operands, rewritten);
      case AND, OR -> new InLists(rexBuilder).of(rewritten);
      case MINUS_PREFIX,
          PLUS_PREFIX,
          EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM,
          NOT,
          IS_NULL,
          IS_NOT_NULL,
          IS_TRUE,
          IS_FALSE,
          IS_NOT_TRUE,
          IS_NOT_FALSE,
          IS_UNKNOWN,
          CASE,
          COALESCE,
          NULLIF,
          LIKE,
          TRIM,
          CHAR_LENGTH,
          ROW ->
          rewritten;
      case CHECKED_MINUS_PREFIX ->
          rexBuilder.makeCall(type, SqlStdOperatorTable.UNARY_MINUS, operands);
      default -> named(operator, type, operands, rewritten);
    };
  }

  private RexNode named(
      SqlOperator operator, RelDataType type, List<RexNode> operands, RexCall rewritten) {
    return switch (operator.getName()) {
      case "UPPER", "LOWER", "||", "ABS", "SQRT", "EXP", "LN", "POWER", "SIGN", "REPLACE" ->
          rewritten;
      case "CHAR_LENGTH", "CHARACTER_LENGTH" -> call(type, "length($0)", operands);
      case "SUBSTRING" ->
          operands.size() == 2
              ? call(type, "moraine_substring($0, $1)", operands)
              : call(type, "moraine_substring_for($0, $1, $2)", operands);
      case "CURRENT_DATE" -> verbatim(rewritten, "CAST(now() AS DATE)");
      case "CURRENT_TIMESTAMP" -> verbatim(rewritten, "now()");
      case "LOCALTIMESTAMP" -> verbatim(rewritten, "CAST(now() AS TIMESTAMP)");
      default -> {
        if (operator instanceof Template) {
          yield rewritten;
        }
        JavaFunction function =
            JavaFunction.of(operator, operands.stream().map(RexNode::getType).toList(), type);
        if (function != null) {
          functions.add(function);
          yield call(type, function.template(), operands);
        }
        throw unsupported(operator.getName());
      }
    };
  }

  /** Days of the week count from 1, a Sunday; the engine's from 0. */
  private RexNode extract(RexCall call, List<RexNode> operands, RexCall rewritten) {
    return "DOW".equals(String.valueOf(((RexLiteral) operands.get(0)).getValue()))
        ? call(call.getType(), "(date_part('dow', $0) + 1)", operands.get(1))
        : rewritten;
  }

  private RexNode divide(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> call(type, "moraine_idiv($0, $1)", operands);
      case DECIMAL ->
          rexBuilder.makeCall(
              type,
              Decimals.divide(
                  call.getOperands().get(0).getType(), call.getOperands().get(1).getType(), type),
              operands);
      case REAL, FLOAT, DOUBLE -> call(type, "moraine_fdiv($0, $1)", operands);
      default -> throw unsupported("division yielding " + type);
    };
  }

  /** Adding an interval to a date yields a timestamp in the engine, a date in SQL. */
  private RexNode additive(RexCall call, List<RexNode> operands, RexCall rewritten) {
    RelDataType type = call.getType();
    if (SqlTypeUtil.isInterval(type)) {
      throw unsupported("arithmetic yielding an interval");
    }
    SqlOperator sign =
        call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.CHECKED_PLUS
            ? SqlStdOperatorTable.PLUS
            : SqlStdOperatorTable.MINUS;
    if (!SqlTypeUtil.isDatetime(type)) {
      return rewritten.getOperator() == sign
          ? rewritten
          : rexBuilder.makeCall(type, sign, operands);
    }
    String text = sign == SqlStdOperatorTable.PLUS ? "$0 + $1" : "$0 - $1";
    return call(type, "CAST((" + text + ") AS " + DuckTypes.of(type) + ")", operands);
  }

  private RexNode times(RexCall call, List<RexNode> operands, RexCall rewritten) {
    if (SqlTypeUtil.isInterval(call.getType())) {
      throw unsupported("arithmetic yielding an interval");
    }
    return call.getKind() == SqlKind.TIMES
        ? rewritten
        : rexBuilder.makeCall(call.getType(), SqlStdOperatorTable.MULTIPLY, operands);
  }

  private RexNode cast(RexCall call, RexNode operand) {
    RelDataType type = call.getType();
    RelDataType from = call.getOperands().get(0).getType();
    if (SqlTypeUtil.isInterval(type) || SqlTypeUtil.isInterval(from)) {
      throw unsupported("a cast of an interval");
    }
    String text = "CAST($0 AS " + DuckTypes.of(type) + ")";
    if (losesFraction(from, type)) {
      if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
        throw unsupported("a cast from " + from + " to " + type);
      }
      long unit = (long) Math.pow(10, 6 - type.getPrecision());
      text = "moraine_round_timestamp(" + text + ", CAST(" + unit + " AS BIGINT))";
    }
    if (SqlTypeUtil.isCharacter(type)) {
      text = textOf(from);
    }
    boolean bounded = SqlTypeUtil.isCharacter(type) && type.getPrecision() >= 0;
    if (bounded && !(SqlTypeUtil.isCharacter(from) && fits(from, type))) {
      text = "left(" + text + ", " + type.getPrecision() + ")";
    }
    return call(type, text, operand);
  }

  /** Text as {@code getString} gives it, where the engine's own differs. */
  private static String textOf(RelDataType from) {
    if (SqlTypeUtil.isBinary(from)) {
      return "lower(hex($0))";
    }
    if (SqlTypeUtil.isApproximateNumeric(from)) {
      return "moraine_float_text($0)";
    }
    return "CAST($0 AS VARCHAR)";
  }

  private static boolean losesFraction(RelDataType from, RelDataType to) {
    return (SqlTypeUtil.isTimestamp(to) || to.getSqlTypeName() == SqlTypeName.TIME)
        && to.getPrecision() < 6
        && !(from.getSqlTypeName() == SqlTypeName.DATE)
        && !(SqlTypeUtil.isDatetime(from) && from.getPrecision() <= to.getPrecision());
  }

  private static boolean fits(RelDataType from, RelDataType to) {
    return from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision();
  }

  private RexNode rounded(RexCall call, List<RexNode> operands, RexCall rewritten) {
    if (operands.size() == 1) {
      return rewritten;
    }
    if (call.getKind() == SqlKind.CEIL) {
      throw unsupported("CEIL of a date-time");
    }
    Object unit = ((RexLiteral) call.getOperands().get(1)).getValue();
    String text = "date_trunc('" + String.valueOf(unit).toLowerCase(Locale.ROOT) + "', $0)";
    return call(
        call.getType(),
        "CAST(" + text + " AS " + DuckTypes.of(call.getType()) + ")",
        operands.get(0));
  }

  private RexNode call(RelDataType type, String text, RexNode operand) {
    return call(type, text, List.of(operand));
  }

  private RexNode call(RelDataType type, String text, List<RexNode> operands) {
    return rexBuilder.makeCall(type, Template.of(text), operands);
  }

  static MoraineException unsupported(String what) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED, "Cannot execute the statement: " + what + " is not supported yet");
  }
}
