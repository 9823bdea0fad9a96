/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many bytes the copies of data files may have. */
final class CacheSize {
  static final String CACHE = "moraine.cache";

  private static final long USUAL = 10L << 30;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([KMGT]?)I?B?");

  private CacheSize() {}

  /**
   * What the system property says; else 10 GB, or half of what is free where that is less.
   *
   * @throws MoraineException INVALID_CONFIGURATION if it is no size
   */
  static long ofProcess(Path folder) throws IOException {
    String asked = System.getProperty(CACHE);
    return asked == null
        ? Math.min(USUAL, Files.getFileStore(folder).getUsableSpace() / 2)
        : bytes(asked);
  }

  static long bytes(String size) {
    Matcher matcher = SIZE.matcher(size.strip().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "'" + CACHE + "' is '" + size + "', not a size such as 512MB or 8GB, or 0 for no cache");
    }
    int exponent = matcher.group(2).isEmpty() ? 0 : 1 + "KMGT".indexOf(matcher.group(2));
    return Long.parseLong(matcher.group(1)) << (10 * exponent);
  }
}
