/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of JDBC metadata: {@code %} any text, {@code _} any character, {@code \} takes both.
 */
final class NamePattern {
  private final @Nullable Pattern pattern;

  /** A pattern; null matches everything. */
  NamePattern(@Nullable String like) {
    this.pattern = like == null ? null : compile(like);
  }

  private static Pattern compile(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      if (c == '\\' && i + 1 < like.length()) {
        i++;
        regex.append(Pattern.quote(String.valueOf(like.charAt(i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(
        regex.toString(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  boolean matches(String name) {
    return pattern == null || pattern.matcher(name).matches();
  }
}
