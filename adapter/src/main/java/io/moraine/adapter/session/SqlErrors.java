/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.parser.ProlepticLiterals;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What Calcite says of a statement, as errors of ours with the place in the statement. */
final class SqlErrors {
  private static final Pattern COLUMN = Pattern.compile("^Column '.*' not found");
  private static final Pattern OBJECT = Pattern.compile("^(Object|Table) '.*' not found");
  private static final Pattern EXPECTED = Pattern.compile("\\s*\\nWas expecting.*", Pattern.DOTALL);

  private static final Pattern AT_WORD = Pattern.compile("Encountered \"[^\"]*?[A-Za-z_]+\"");

  private static final Pattern DIFFERENCE =
      Pattern.compile("^Cannot apply '-' to arguments of type '<(DATE|TIME).*> - <(DATE|TIME).*>'");

  private static final String NO_DIFFERENCE =
      "Cannot subtract a date-time from another without a unit: TIMESTAMPDIFF(SECOND, b, a) is the"
          + " number of whole seconds, and (a - b) DAY TO SECOND is an interval";

  private SqlErrors() {}

  static MoraineException syntax(SqlParseException e) {
    if (overflowed(e)) {
      return tooDeep(e);
    }
    if (e.getCause() instanceof ProlepticLiterals.YearOutOfRange) {
      return new MoraineException(
          ErrorCode.DATETIME_FIELD_OVERFLOW, String.valueOf(e.getMessage()), e);
    }
    String message = e.getMessage() == null ? "not SQL" : e.getMessage();
    SqlParserPos at = e.getPos();
    String first = EXPECTED.matcher(message).replaceAll("").strip();
    if (AT_WORD.matcher(first).find()) {
      first += "; a name that is a word of SQL must be in double quotes";
    }
    return new MoraineException(
        ErrorCode.SYNTAX_ERROR,
        at == null || first.contains("line ")
            ? "Syntax error: " + first
            : "Syntax error at line "
                + at.getLineNum()
                + ", column "
                + at.getColumnNum()
                + ": "
                + first,
        e);
  }

  static MoraineException invalid(Throwable thrown) {
    MoraineException ours = MoraineException.findIn(thrown);
    if (ours != null) {
      return ours;
    }
    if (overflowed(thrown)) {
      return tooDeep(thrown);
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof CalciteContextException context) {
        return at(context);
      }
      if (String.valueOf(t.getMessage()).endsWith("due to overflow")) {
        return new MoraineException(
            ErrorCode.NUMERIC_OUT_OF_RANGE, "A value is out of range: " + t.getMessage(), thrown);
      }
    }
    if (thrown.getMessage() != null && thrown.getMessage().endsWith("due to overflow")) {
      return new MoraineException(ErrorCode.NUMERIC_OUT_OF_RANGE, thrown.getMessage(), thrown);
    }
    return ErrorTranslation.translate("plan the statement", thrown);
  }

  private static boolean overflowed(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof StackOverflowError) {
        return true;
      }
    }
    return false;
  }

  private static MoraineException tooDeep(Throwable thrown) {
    return new MoraineException(
        ErrorCode.TOO_COMPLEX,
        "The statement is nested too deeply; write it with fewer levels",
        thrown);
  }

  private static MoraineException at(CalciteContextException context) {
    Throwable cause = context.getCause() == null ? context : context.getCause();
    String message = String.valueOf(cause.getMessage());
    String place =
        context.getPosLine() > 0
            ? "At line " + context.getPosLine() + ", column " + context.getPosColumn() + ": "
            : "";
    return new MoraineException(
        code(message),
        DIFFERENCE.matcher(message).find() ? place + NO_DIFFERENCE : place + message,
        context);
  }

  private static ErrorCode code(String message) {
    if (COLUMN.matcher(message).find() || message.startsWith("Unknown target column")) {
      return ErrorCode.COLUMN_NOT_FOUND;
    }
    if (OBJECT.matcher(message).find()) {
      return ErrorCode.TABLE_NOT_FOUND;
    }
    if (message.endsWith("is ambiguous")) {
      return ErrorCode.AMBIGUOUS_NAME;
    }
    if (message.endsWith("does not allow NULLs")) {
      return ErrorCode.NOT_NULL_VIOLATION;
    }
    return ErrorCode.INVALID_STATEMENT;
  }
}
