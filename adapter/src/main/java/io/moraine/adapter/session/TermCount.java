/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the terms of the chains of operators in a text, before it is parsed: the parser's time
 * grows with the square of a chain, and the engine refuses long ones in the end. What is no SQL is
 * left to the parser.
 */
final class TermCount {
  /** What the parser and planner do in a second. */
  private static final int MAX_OPERANDS = 2_000;

  private static final int MAX_CONDITIONS = 10_000;

  /** Texts that are shorter have no chain that is too long. */
  private static final int LEAST_LENGTH = 2 * MAX_OPERANDS;

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<skip>--[^\\n\\r]*+|/\\*.*?\\*/)|(?<value>'[^']*+'|\"[^\"]*+\"|[\\w.$]++)"
              + "|(?<operator>\\|\\||[-+*/%])|[(),;]",
          Pattern.DOTALL);

  private static final Set<String> ENDS =
      Set.of(
          "SELECT",
          "FROM",
          "WHERE",
          "ON",
          "HAVING",
          "QUALIFY",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "END",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "VALUES");

  /** The chains at one level of parentheses. */
  private static final class Level {
    private int operands;
    private int conditions;
    private boolean afterValue;

    void end() {
      operands = 0;
      conditions = 0;
      afterValue = false;
    }
  }

  private final Deque<Level> levels = new ArrayDeque<>();
  private Level level = new Level();

  private TermCount() {}

  /**
   * Checks a statement.
   *
   * @throws MoraineException TOO_COMPLEX that names the limit
   */
  static void check(String sql) {
    if (sql.length() < LEAST_LENGTH) {
      return;
    }
    TermCount count = new TermCount();
    Matcher token = TOKEN.matcher(sql);
    while (token.find()) {
      if (token.start("value") >= 0) {
        count.value(token.group());
      } else if (token.start("operator") >= 0) {
        count.operator();
      } else if (token.start("skip") < 0) {
        count.mark(sql.charAt(token.start()));
      }
    }
  }

  private void value(String text) {
    String word = text.length() > 10 ? text : text.toUpperCase(Locale.ROOT);
    if (word.equals("AND") || word.equals("OR")) {
      level.operands = 0;
      level.afterValue = false;
      if (++level.conditions > MAX_CONDITIONS) {
        throw tooMany(MAX_CONDITIONS, "conditions; IN takes a list of values");
      }
    } else if (ENDS.contains(word)) {
      level.end();
    } else {
      // One value after another is no sum: a keyword is between them.
      level.operands = level.afterValue ? 0 : level.operands;
      level.afterValue = true;
    }
  }

  private void operator() {
    level.afterValue = false;
    if (++level.operands > MAX_OPERANDS) {
      throw tooMany(MAX_OPERANDS, "operands; part it into several expressions");
    }
  }

  private void mark(char mark) {
    if (mark == '(') {
      levels.push(level);
      level = new Level();
    } else if (mark == ')') {
      level = levels.isEmpty() ? new Level() : levels.pop();
      level.afterValue = true;
    } else {
      level.end();
    }
  }

  private static MoraineException tooMany(int limit, String what) {
    return new MoraineException(
        ErrorCode.TOO_COMPLEX, "An expression has more than " + limit + " " + what);
  }
}
