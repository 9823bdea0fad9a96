/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Iceberg location strings of the local file system. They are {@code /path}, {@code file:/path} or
 * {@code file:///path}; unlike URIs they are never percent-encoded, so {@code file:/a b#c} names
 * the file {@code /a b#c}.
 */
public final class LocalPaths {
  // At least two characters: C:\ is a drive, not a scheme.
  private static final Pattern SCHEME =
      Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);
  private static final String FILE = "file:";

  private LocalPaths() {}

  /**
   * The path that a location names, as written (neither normalized nor resolved), or empty when the
   * location is of another file system.
   *
   * @throws java.nio.file.InvalidPathException if no path can be made of it
   */
  public static Optional<Path> of(String location) {
    if (!location.regionMatches(true, 0, FILE, 0, FILE.length())) {
      return hasScheme(location) ? Optional.empty() : Optional.of(Path.of(location));
    }
    String rest = location.substring(FILE.length());
    if (!rest.startsWith("//")) {
      return Optional.of(Path.of(rest));
    }
    int pathStart = rest.indexOf('/', 2);
    if (pathStart < 0) {
      return Optional.empty();
    }
    String host = rest.substring(2, pathStart);
    return host.isEmpty() || host.equalsIgnoreCase("localhost")
        ? Optional.of(Path.of(rest.substring(pathStart)))
        : Optional.empty();
  }

  /**
   * Whether the text starts with a scheme, as {@code s3://bucket} does and {@code /path} does not.
   */
  static boolean hasScheme(String location) {
    return SCHEME.matcher(location).matches();
  }

  /** Whether the location names an absolute path of the local file system. */
  static boolean isAbsoluteLocal(String location) {
    return of(location).map(Path::isAbsolute).orElse(false);
  }
}
