/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import io.moraine.parser.impl.MoraineParserImpl;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Where others get the parser: Calcite's SQL and the DDL of this package. */
public final class MoraineParser {
  private static final int IDENTIFIER_MAX_LENGTH = 255;

  /** Makes the parser; its DDL executor is Calcite's useless one, which refuses every statement. */
  public static final SqlParserImplFactory FACTORY = MoraineParserImpl.FACTORY;

  private MoraineParser() {}

  /**
   * How identifiers are read: double quotes, case kept as written and ignored when names are looked
   * up, at most 255 characters. The conformance is Calcite's default.
   */
  public static SqlParser.Config config() {
    return SqlParser.config()
        .withParserFactory(FACTORY)
        .withQuoting(Quoting.DOUBLE_QUOTE)
        .withUnquotedCasing(Casing.UNCHANGED)
        .withQuotedCasing(Casing.UNCHANGED)
        .withCaseSensitive(false)
        .withIdentifierMaxLength(IDENTIFIER_MAX_LENGTH);
  }

  /**
   * Parses one statement, which may end in a semicolon.
   *
   * @param sql the statement
   * @param config {@link #config()}, perhaps with another conformance
   * @return the statement, neither validated nor executed
   * @throws SqlParseException with the position, if there is a syntax error, no statement, or more
   *     than one
   */
  public static SqlNode parse(String sql, SqlParser.Config config) throws SqlParseException {
    SqlNodeList statements = SqlParser.create(sql, config).parseStmtList();
    if (statements.isEmpty()) {
      throw error(new SqlParserPos(1, 1), "There is no statement to parse");
    }
    if (statements.size() > 1) {
      throw error(
          statements.get(1).getParserPosition(),
          "There is more than one statement: send them one at a time");
    }
    return ProlepticLiterals.in(statements.get(0));
  }

  private static SqlParseException error(SqlParserPos pos, String message) {
    return new SqlParseException(message, pos, null, null, null);
  }
}
