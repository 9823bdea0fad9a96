/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;

/** Conversions to Iceberg's boolean, string, uuid, fixed and binary. */
final class PlainConversions {
  private PlainConversions() {}

  static Boolean toBoolean(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw ValueRefusal.wrongClass("booleans");
  }

  static UUID toUuid(Object value) {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    throw ValueRefusal.wrongClass("UUIDs");
  }

  /** Refuses half surrogate pairs, which UTF-8 cannot hold: an encoder would write "?" instead. */
  static String toText(Object value) {
    if (!(value instanceof String text)) {
      throw ValueRefusal.wrongClass("character strings");
    }
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == length
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new ValueRefusal(
              ErrorCode.INVALID_TEXT,
              "its character " + (i + 1) + " is half of a surrogate pair; correct the text");
        }
        i++;
      }
    }
    return text;
  }

  static byte[] toFixed(Object value, int length) {
    byte[] bytes = bytes(value);
    if (bytes.length != length) {
      throw new ValueRefusal(
          ErrorCode.LENGTH_MISMATCH,
          "the column takes exactly " + length + " bytes; write a value of that length");
    }
    return bytes;
  }

  static ByteBuffer toBinary(Object value) {
    return value instanceof ByteBuffer buffer ? buffer.duplicate() : ByteBuffer.wrap(bytes(value));
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof ByteString bytes) {
      return bytes.getBytes();
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    throw ValueRefusal.wrongClass("binary strings");
  }
}
