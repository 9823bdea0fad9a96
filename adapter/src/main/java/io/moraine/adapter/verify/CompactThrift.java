/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import java.io.IOException;

/**
 * Walks over a structure of Thrift's compact protocol, and keeps nothing: the lengths of its texts
 * and lists must fit into the bytes that are there. Readers make arrays of those lengths before
 * they find that out.
 */
final class CompactThrift {
  private static final int MAX_DEPTH = 32;

  private final byte[] bytes;
  private final int end;
  private int at;

  private CompactThrift(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /**
   * Walks over one structure.
   *
   * @return where it ends
   * @throws IOException if it does not end within the bytes
   */
  static int end(byte[] bytes, int from, int end) throws IOException {
    CompactThrift walk = new CompactThrift(bytes, from, end);
    walk.structure(0);
    return walk.at;
  }

  private void structure(int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("it is nested more than " + MAX_DEPTH + " levels deep");
    }
    for (int head = next(); head != 0; head = next()) {
      if (head >>> 4 == 0) {
        number();
      }
      int type = head & 0x0f;
      if (type == 0) {
        throw new IOException("it has a field of no type");
      }
      // True and false are types of their own.
      if (type > 2) {
        value(type, depth);
      }
    }
  }

  private void value(int type, int depth) throws IOException {
    switch (type) {
      case 1, 2, 3 -> skip(1);
      case 4, 5, 6 -> number();
      case 7 -> skip(Double.BYTES);
      case 8 -> skip(number());
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      case 12 -> structure(depth + 1);
      default -> throw new IOException("it has a value of the unknown type " + type);
    }
  }

  private void list(int depth) throws IOException {
    int head = next();
    long size = head >>> 4 == 15 ? number() : head >>> 4;
    elements(size, head & 0x0f, depth);
  }

  private void elements(long size, int type, int depth) throws IOException {
    require(size);
    for (long i = 0; i < size; i++) {
      value(type, depth + 1);
    }
  }

  private void map(int depth) throws IOException {
    long size = number();
    if (size == 0) {
      return;
    }
    int types = next();
    require(size);
    for (long i = 0; i < size; i++) {
      value(types >>> 4, depth + 1);
      value(types & 0x0f, depth + 1);
    }
  }

  private long number() throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = next();
      number |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return number;
      }
    }
    throw new IOException("it has a number of more than ten bytes");
  }

  private void skip(long count) throws IOException {
    require(count);
    at += (int) count;
  }

  private void require(long count) throws IOException {
    if (count < 0 || count > end - at) {
      throw new IOException(
          "it has a part of " + count + " bytes where " + (end - at) + " are left");
    }
  }

  private int next() throws IOException {
    require(1);
    return bytes[at++] & 0xff;
  }
}
