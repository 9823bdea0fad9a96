/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The URI of a SQLite database.
 *
 * @param file the path of the database file, as written; empty text or {@code :memory:} is no file
 * @param parameters what follows the file, from its question mark on
 */
record SqliteUri(String file, String parameters) {
  private static final String PREFIX = "jdbc:sqlite:";
  private static final String JOURNAL = "journal_mode=";
  private static final String TIMEOUT = "busy_timeout=";

  /** The parts of a URI, or empty if it is not one of SQLite. */
  static Optional<SqliteUri> parse(String uri) {
    if (!uri.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String rest = uri.substring(PREFIX.length());
    int question = rest.indexOf('?');
    return Optional.of(
        question < 0
            ? new SqliteUri(rest, "")
            : new SqliteUri(rest.substring(0, question), rest.substring(question)));
  }

  /** The database file, when it is a plain path of one. */
  Optional<Path> path() {
    return isPlainPath() ? Optional.of(Path.of(file)) : Optional.empty();
  }

  /** The URI with its file made absolute. */
  String resolve(UnaryOperator<String> absolute) {
    return PREFIX + (isPlainPath() ? absolute.apply(file) : file) + parameters;
  }

  /** The URI with a write-ahead log and 30 seconds of patience, unless it says otherwise. */
  static String withDefaults(String uri) {
    String result = uri;
    if (!uri.contains(JOURNAL)) {
      result += (result.contains("?") ? "&" : "?") + JOURNAL + "WAL";
    }
    if (!uri.contains(TIMEOUT)) {
      result += (result.contains("?") ? "&" : "?") + TIMEOUT + "30000";
    }
    return result;
  }

  private boolean isPlainPath() {
    return !file.isEmpty() && !file.startsWith(":") && !file.startsWith("file:");
  }
}
