/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Literals whose meaning the parser changes: a negated floating zero, of which it drops the sign,
 * and {@code U&'…'}, to which it gives a character set that no other string has.
 */
final class WrittenLiterals extends SqlShuttle {
  private static final Pattern CANDIDATE =
      Pattern.compile("U&'|-[\\s(]*[0.]+E", Pattern.CASE_INSENSITIVE);

  private final List<String> lines;

  private WrittenLiterals(String text) {
    this.lines = text.lines().toList();
  }

  static SqlNode in(SqlNode statement, String text) {
    if (!CANDIDATE.matcher(text).find()) {
      return statement;
    }
    SqlNode restored = statement.accept(new WrittenLiterals(text));
    return restored == null ? statement : restored;
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlCharStringLiteral string
        && string.getValue() instanceof NlsString value
        && String.valueOf(value.getCharset()).startsWith("UTF-16")) {
      return SqlLiteral.createCharString(value.getValue(), string.getParserPosition());
    }
    if (literal instanceof SqlNumericLiteral number
        && !number.isExact()
        && number.getValue() instanceof BigDecimal value
        && value.signum() == 0
        && isNegated(number.getParserPosition())) {
      return SqlStdOperatorTable.UNARY_MINUS.createCall(number.getParserPosition(), number);
    }
    return literal;
  }

  private boolean isNegated(SqlParserPos position) {
    int line = position.getLineNum() - 1;
    int column = position.getColumnNum() - 1;
    return line >= 0
        && line < lines.size()
        && column >= 0
        && column < lines.get(line).length()
        && lines.get(line).charAt(column) == '-';
  }
}
