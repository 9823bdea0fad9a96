/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at their end. */
final class WireBuffer {
  private static final int LONGEST_NUMBER = 20;
  private static final int MOST_DIGITS = 19;
  private static final int TEN = 10;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private byte[] bytes;
  private int size;

  WireBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }

  void put(int one) {
    reserve(1);
    bytes[size++] = (byte) one;
  }

  void put(byte[] some) {
    put(some, some.length);
  }

  void put(WireBuffer other) {
    put(other.bytes, other.size);
  }

  private void put(byte[] some, int length) {
    reserve(length);
    System.arraycopy(some, 0, bytes, size, length);
    size += length;
  }

  /** Characters below 128. */
  void putAscii(String text) {
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      bytes[size + i] = (byte) text.charAt(i);
    }
    size += length;
  }

  /** The decimal digits of a number. */
  void putDigits(long value) {
    if (value == Long.MIN_VALUE) {
      putAscii(Long.toString(value));
      return;
    }
    reserve(LONGEST_NUMBER);
    long left = value;
    if (left < 0) {
      bytes[size++] = '-';
      left = -left;
    }
    int end = size + digits(left);
    for (int i = end - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + left % TEN);
      left /= TEN;
    }
    size = end;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long power = TEN; digits < MOST_DIGITS && value >= power; power *= TEN) {
      digits++;
    }
    return digits;
  }

  /** A number of Protobuf without sign. */
  void putVarint(long value) {
    reserve(TEN);
    long left = value;
    while ((left & -VARINT_MORE) != 0) {
      bytes[size++] = (byte) (left | VARINT_MORE);
      left >>>= VARINT_BITS;
    }
    bytes[size++] = (byte) left;
  }

  /** How many bytes {@link #putVarint} writes. */
  static int varintSize(long value) {
    return Math.max(
        1, (Long.SIZE - Long.numberOfLeadingZeros(value) + VARINT_BITS - 1) / VARINT_BITS);
  }

  /** Eight bytes, the lowest first. */
  void putFixed64(long value) {
    reserve(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size + i] = (byte) (value >>> i * Byte.SIZE);
    }
    size += Long.BYTES;
  }

  /** All of it; the array itself when it is full. */
  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  /** All of it as text in UTF-8. */
  String text() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }
}
