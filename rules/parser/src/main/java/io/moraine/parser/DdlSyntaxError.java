/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Errors that the grammar alone cannot express; the parser turns them into SqlParseException. */
public final class DdlSyntaxError {
  private DdlSyntaxError() {}

  /**
   * An error to throw while parsing.
   *
   * @param pos where in the statement
   * @param message what is wrong and what to write instead
   */
  public static CalciteContextException at(SqlParserPos pos, String message) {
    return new CalciteContextException(
        message,
        new CalciteException(message, null),
        pos.getLineNum(),
        pos.getColumnNum(),
        pos.getEndLineNum(),
        pos.getEndColumnNum());
  }
}
