/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a document holds between fences. */
final class DocumentBlocks {
  private static final Pattern FENCED =
      Pattern.compile("^```([^\\n]*)\\n(.*?)^```\\s*$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern TOKEN =
      Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\\n]*|;[^\\n]*|.", Pattern.DOTALL);
  private static final Pattern OUTCOME = Pattern.compile(";\\s*-- (=|error) (.*)");

  private DocumentBlocks() {}

  /**
   * A fenced block.
   *
   * @param info what stands behind the opening fence, as {@code json model}
   * @param text the lines between the fences
   */
  record Block(String info, String text) {
    /** Whether the words of {@link #info} are just these. */
    boolean is(String words) {
      return info.strip().equals(words);
    }
  }

  /**
   * A statement of a document and what the comment behind its semicolon says of it.
   *
   * @param sql the statement without its semicolon
   * @param outcome {@code =} when {@code expected} is the result, {@code error} when it is the
   *     SQLSTATE, empty when the statement has to succeed
   */
  record Statement(String sql, String outcome, String expected) {}

  /** All fenced blocks of a document in their order. */
  static List<Block> of(String document) {
    return FENCED.matcher(document).results().map(m -> new Block(m.group(1), m.group(2))).toList();
  }

  /** The text of a document without its fenced blocks. */
  static String prose(String document) {
    return FENCED.matcher(document).replaceAll("");
  }

  /** The statements of a block of SQL; each ends with a semicolon that is the last on its line. */
  static List<Statement> statements(String sql) {
    List<Statement> statements = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    Matcher token = TOKEN.matcher(sql);
    while (token.find()) {
      if (!token.group().startsWith(";")) {
        text.append(token.group());
        continue;
      }
      Matcher outcome = OUTCOME.matcher(token.group());
      boolean said = outcome.matches();
      statements.add(
          new Statement(
              text.toString().strip(),
              said ? outcome.group(1) : "",
              said ? outcome.group(2).strip() : ""));
      text.setLength(0);
    }
    if (!text.toString().isBlank()) {
      throw new IllegalArgumentException("No semicolon after: " + text);
    }
    return statements;
  }
}
