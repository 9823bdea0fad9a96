/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.spark;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** A value as a text that loses nothing; null stays null. */
final class ExactText {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);

  private ExactText() {}

  /**
   * Timestamps with six digits (an instant with a final {@code Z}), decimals plain, bytes in hex.
   */
  static String of(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Instant instant) {
      return TIMESTAMP.format(instant.atOffset(ZoneOffset.UTC)) + "Z";
    }
    if (value instanceof LocalDateTime timestamp) {
      return TIMESTAMP.format(timestamp);
    }
    if (value instanceof LocalTime time) {
      return TIME.format(time);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return value.toString();
  }
}
