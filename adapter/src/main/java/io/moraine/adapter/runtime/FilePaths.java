/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.LocalPaths;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;

/** Locations of data files as the engine is given them. */
final class FilePaths {
  private FilePaths() {}

  /**
   * The local path of a location.
   *
   * @throws MoraineException NOT_SUPPORTED for a location in an object store
   */
  static String local(String location, String table) {
    return LocalPaths.of(location)
        .map(Path::toString)
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.NOT_SUPPORTED,
                    "Cannot read table "
                        + table
                        + ": its data file "
                        + location
                        + " is not on a local file system, and others are not supported yet"));
  }

  /** The engine takes paths for patterns; this pattern matches {@code path} alone. */
  static String pattern(String path) {
    StringBuilder pattern = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '*' || c == '?' || c == '[') {
        pattern.append('[').append(c).append(']');
      } else {
        pattern.append(c);
      }
    }
    return pattern.toString();
  }
}
