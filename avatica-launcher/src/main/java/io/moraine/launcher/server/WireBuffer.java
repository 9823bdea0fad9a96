/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at their end. */
final class WireBuffer {
  private static final int LONGEST_NUMBER = 20;
  private static final int MOST_DIGITS = 19;
  private static final int TEN = 10;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private static final int HUNDRED = 100;
  private static final long[] POWERS = powers();
  private static final short[] PAIR = pairs();
  private static final VarHandle PAIRS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

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
    put(some, 0, some.length);
  }

  /** Bytes between quotes, and a byte behind them. */
  void putQuoted(byte[] some, int start, int length, int behind) {
    reserve(length + 3);
    byte[] target = bytes;
    int end = size + 1 + length;
    target[size] = '"';
    System.arraycopy(some, start, target, size + 1, length);
    target[end] = '"';
    target[end + 1] = (byte) behind;
    size = end + 2;
  }

  /** Puts a byte in the place of the last one. */
  void replaceLast(int one) {
    bytes[size - 1] = (byte) one;
  }

  void put(WireBuffer other) {
    put(other.bytes, 0, other.size);
  }

  void put(byte[] some, int start, int length) {
    reserve(length);
    System.arraycopy(some, start, bytes, size, length);
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

  /** The decimal digits of a number, and a byte behind them. */
  void putDigits(long value, int behind) {
    if (value == Long.MIN_VALUE) {
      putAscii(Long.toString(value));
      put(behind);
      return;
    }
    reserve(LONGEST_NUMBER + 1);
    long left = putSign(value);
    int end = size + digits(left);
    putDigits(left, size, end);
    bytes[end] = (byte) behind;
    size = end + 1;
  }

  /**
   * A decimal number in digits alone, as {@code BigDecimal.toString} writes it unless it takes an
   * exponent.
   *
   * @param unscaled of 18 digits at most
   * @param scale how many of the digits, 1 to 18, are behind the point
   * @param behind a byte behind the number
   */
  void putDecimal(long unscaled, int scale, int behind) {
    reserve(LONGEST_NUMBER + 2);
    long left = putSign(unscaled);
    int end = size + Math.max(digits(left), scale + 1);
    putDigits(left, size, end);
    int point = end - scale;
    // Not by System.arraycopy, which costs more than so few bytes.
    for (int i = end; i > point; i--) {
      bytes[i] = bytes[i - 1];
    }
    bytes[point] = '.';
    bytes[end + 1] = (byte) behind;
    size = end + 2;
  }

  private long putSign(long value) {
    if (value < 0) {
      bytes[size++] = '-';
    }
    return Math.abs(value);
  }

  /** The last digits of a number, from {@code start} to before {@code end}. */
  private void putDigits(long value, int start, int end) {
    byte[] target = bytes;
    long left = value;
    int i = end;
    while (i - start >= 2) {
      long hundreds = left / HUNDRED;
      i -= 2;
      PAIRS.set(target, i, PAIR[(int) (left - hundreds * HUNDRED)]);
      left = hundreds;
    }
    if (i > start) {
      target[start] = (byte) ('0' + left);
    }
  }

  private static int digits(long value) {
    // A bit is 0.301 digits, and 1233 / 4096 just above that; of 0 there is one digit, too.
    int digits = (Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233 >> 12;
    return digits < POWERS.length && value >= POWERS[digits] ? digits + 1 : Math.max(1, digits);
  }

  private static long[] powers() {
    long[] powers = new long[MOST_DIGITS];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * TEN;
    }
    return powers;
  }

  /** The two digits of each number below a hundred, as they lie in memory. */
  private static short[] pairs() {
    short[] pairs = new short[HUNDRED];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (short) ('0' + i / TEN | '0' + i % TEN << Byte.SIZE);
    }
    return pairs;
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

  /** All of it where it is; nothing may be put behind it any more. */
  ByteBuffer toBuffer() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  /** What is written to the stream is put here. */
  OutputStream asStream() {
    return new OutputStream() {
      @Override
      public void write(int one) {
        put(one);
      }

      @Override
      public void write(byte[] some, int start, int length) {
        put(some, start, length);
      }
    };
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  /** All of it as text in UTF-8. */
  String text() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }
}
