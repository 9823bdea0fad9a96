/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.util.Optional;

/**
 * What a LIKE pattern says about the start of a string.
 *
 * @param prefix the characters before the first wildcard, escapes resolved
 * @param rest what follows them
 */
record LikePattern(String prefix, Rest rest) {
  /** What follows the prefix. */
  enum Rest {
    /** Nothing: LIKE is equality. */
    NOTHING,
    /** Anything: LIKE is the test of a prefix. */
    ANYTHING,
    /** Something that only the engine can check. */
    PATTERN
  }

  /** A backslash without an ESCAPE clause means different things to different engines. */
  static Optional<LikePattern> of(String pattern) {
    return pattern.indexOf('\\') >= 0 ? Optional.empty() : parse(pattern, Optional.empty());
  }

  /** A pattern with its ESCAPE character; empty if that is not one character, or is misused. */
  static Optional<LikePattern> of(String pattern, String escape) {
    boolean single = escape.length() == 1 && !Character.isSurrogate(escape.charAt(0));
    return single ? parse(pattern, Optional.of(escape.charAt(0))) : Optional.empty();
  }

  private static Optional<LikePattern> parse(String pattern, Optional<Character> escape) {
    StringBuilder prefix = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (escape.isPresent() && c == escape.get()) {
        i++;
        if (i == pattern.length() || !isEscapable(pattern.charAt(i), escape.get())) {
          return Optional.empty();
        }
        prefix.append(pattern.charAt(i));
      } else if (c == '%' || c == '_') {
        boolean anything = pattern.substring(i).chars().allMatch(rest -> rest == '%');
        Rest rest = anything ? Rest.ANYTHING : Rest.PATTERN;
        return Optional.of(new LikePattern(prefix.toString(), rest));
      } else {
        prefix.append(c);
      }
    }
    return Optional.of(new LikePattern(prefix.toString(), Rest.NOTHING));
  }

  private static boolean isEscapable(char c, char escape) {
    return c == '%' || c == '_' || c == escape;
  }
}
