/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.shell;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into statements at semicolons outside of quotes and comments. Comments and quoted
 * text stay part of their statement; a statement of nothing but comments is skipped. Reads as it
 * goes, so that a script may be longer than memory.
 */
final class StatementSplitter {
  private static final int END = -1;

  private final Reader reader;
  private int pushedBack = Integer.MIN_VALUE;

  StatementSplitter(Reader reader) {
    this.reader = reader;
  }

  /** The next statement without its semicolon and surrounding space, or null after the last. */
  @Nullable String next() throws IOException {
    StringBuilder text = new StringBuilder();
    boolean content = false;
    for (int c = read(); c != END; c = read()) {
      if (c == ';') {
        if (content) {
          return text.toString().strip();
        }
        text.setLength(0);
        continue;
      }
      text.append((char) c);
      if (c == '\'' || c == '"' || c == '`') {
        content = true;
        copyQuoted(text, c);
      } else if (c == '-' && peek() == '-') {
        copyLineComment(text);
      } else if (c == '/' && peek() == '*') {
        copyBlockComment(text);
      } else {
        content |= !Character.isWhitespace(c);
      }
    }
    return content ? text.toString().strip() : null;
  }

  /** A doubled quote inside closes and opens again, which comes to the same. */
  private void copyQuoted(StringBuilder text, int quote) throws IOException {
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == quote) {
        return;
      }
    }
  }

  private void copyLineComment(StringBuilder text) throws IOException {
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == '\n') {
        return;
      }
    }
  }

  private void copyBlockComment(StringBuilder text) throws IOException {
    text.append((char) read());
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == '*' && peek() == '/') {
        text.append((char) read());
        return;
      }
    }
  }

  private int read() throws IOException {
    if (pushedBack != Integer.MIN_VALUE) {
      int c = pushedBack;
      pushedBack = Integer.MIN_VALUE;
      return c;
    }
    return reader.read();
  }

  private int peek() throws IOException {
    if (pushedBack == Integer.MIN_VALUE) {
      pushedBack = reader.read();
    }
    return pushedBack;
  }
}
