/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much of the heap the metadata of one table may take while it is read. */
public final class MetadataLimits {
  /** The system property that sets it, as {@code 512MB}. */
  public static final String PROPERTY = "moraine.metadata";

  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,8})\\s*([KMGT])I?B?");
  private static final long BYTES = bytes(System.getProperty(PROPERTY));

  private MetadataLimits() {}

  /** The bytes; a quarter of the heap where nothing else was said. */
  public static long bytes() {
    return BYTES;
  }

  /** What to do about a limit that was reached, as the end of a message. */
  public static String remedy() {
    return "; where the file is as it should be, give the process more heap (-Xmx), or set -D"
        + PROPERTY
        + "=SIZE (now "
        + (BYTES >> 20)
        + "MB)";
  }

  static long bytes(String text) {
    if (text == null) {
      return Runtime.getRuntime().maxMemory() / 4;
    }
    Matcher size = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!size.matches()) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "'" + PROPERTY + "' is '" + text + "', not a size such as 512MB or 2GB");
    }
    return Long.parseLong(size.group(1)) << (10 * (1 + "KMGT".indexOf(size.group(2))));
  }
}
