/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import com.google.common.collect.Sets;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Calcite from evaluating casts of date-time literals while it converts a statement, which
 * would drop the digits below milliseconds before any rule of ours is asked.
 */
final class ExactCasts extends SqlShuttle {
  private static final Pattern FINE = Pattern.compile("\\.\\d{3}\\d*[1-9]");

  private static final Set<SqlKind> COMPARISONS =
      Sets.union(
          SqlKind.COMPARISON,
          Set.of(SqlKind.BETWEEN, SqlKind.IN, SqlKind.NOT_IN, SqlKind.IS_DISTINCT_FROM));

  private int comparisons;

  private ExactCasts() {}

  static SqlNode in(SqlNode statement) {
    SqlNode exact = statement.accept(new ExactCasts());
    return exact == null ? statement : exact;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind() == SqlKind.CAST && isFine(call.operand(0))) {
      SqlNode value = call.operand(0);
      if (isDateTimeLiteral(value)) {
        throw new MoraineException(
            ErrorCode.NOT_SUPPORTED,
            "Cannot cast the literal "
                + value
                + " on jdbc:calcite:, which would drop its digits below milliseconds; write it as the type that you want");
      }
      if (isDateTime(call.operand(1))) {
        // Not a literal any more, and the same text: it has no letters that matter.
        SqlNode opaque = SqlStdOperatorTable.UPPER.createCall(value.getParserPosition(), value);
        return call.getOperator().createCall(call.getParserPosition(), opaque, call.operand(1));
      }
    }
    if (!COMPARISONS.contains(call.getKind())) {
      return super.visit(call);
    }
    comparisons++;
    SqlNode visited = super.visit(call);
    comparisons--;
    return visited;
  }

  /** Constants that Calcite would order otherwise when it merges comparisons with them. */
  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (comparisons == 0) {
      return literal;
    }
    SqlParserPos position = literal.getParserPosition();
    if (literal instanceof SqlUnknownLiteral unknown && "UUID".equals(unknown.tag)) {
      // As signed numbers.
      SqlNode text =
          SqlStdOperatorTable.UPPER.createCall(
              position, SqlLiteral.createCharString(unknown.getValue(), position));
      SqlDataTypeSpec uuid =
          new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.UUID, position), position);
      return SqlStdOperatorTable.CAST.createCall(position, text, uuid);
    }
    if (literal instanceof SqlCharStringLiteral text
        && text.toValue().chars().anyMatch(c -> c >= Character.MIN_SURROGATE)) {
      // By UTF-16 unit.
      return SqlStdOperatorTable.CONCAT.createCall(
          position, SqlLiteral.createCharString("", position), literal);
    }
    return literal;
  }

  private static boolean isFine(SqlNode value) {
    return (value instanceof SqlCharStringLiteral || isDateTimeLiteral(value))
        && FINE.matcher(value.toString()).find();
  }

  private static boolean isDateTimeLiteral(SqlNode value) {
    return value instanceof SqlAbstractDateTimeLiteral
        || value instanceof SqlUnknownLiteral unknown && unknown.tag.startsWith("TIME");
  }

  private static boolean isDateTime(SqlNode type) {
    return type instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && basic.getTypeName().getSimple().startsWith("TIME");
  }
}
