/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A look at both ends of an ORC file. Its reader takes a file of no bytes for one of no rows, and
 * makes arrays of the sizes that the last part of a file, its postscript, gives.
 */
public final class OrcCheck {
  private static final byte[] MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);

  /** The length of the postscript in its last byte. */
  private static final int MOST_POSTSCRIPT_BYTES = 256;

  /** Where a block has three bytes for its size, of which one bit says that it is compressed. */
  private static final long MOST_BLOCK_BYTES = 1 << 23;

  private static final int FOOTER_LENGTH = 1;
  private static final int BLOCK_SIZE = 3;
  private static final int METADATA_LENGTH = 5;
  private static final int STRIPE_STATISTICS_LENGTH = 7;

  private final ByteBuffer postscript;
  private long footer;
  private long metadata;
  private long statistics;
  private long block;

  private OrcCheck(ByteBuffer postscript) {
    this.postscript = postscript;
  }

  /**
   * Checks a file.
   *
   * @throws IOException that says what is wrong with it
   */
  public static void check(InputFile file) throws IOException {
    long length = file.getLength();
    if (length <= MAGIC.length) {
      throw new IOException("it has " + length + " bytes, too few for an ORC file");
    }
    try (SeekableInputStream stream = file.newStream()) {
      if (!Arrays.equals(stream.readNBytes(MAGIC.length), MAGIC)) {
        throw new IOException("it does not begin like an ORC file");
      }
      long from = Math.max(0, length - MOST_POSTSCRIPT_BYTES);
      stream.seek(from);
      byte[] tail = stream.readNBytes((int) (length - from));
      int size = tail.length == 0 ? 0 : tail[tail.length - 1] & 0xff;
      if (size == 0 || size >= tail.length) {
        throw new IOException("it does not end like an ORC file");
      }
      ByteBuffer postscript = ByteBuffer.wrap(tail, tail.length - 1 - size, size);
      new OrcCheck(postscript).check(length - size - 1);
    }
  }

  private void check(long before) throws IOException {
    try {
      while (postscript.hasRemaining()) {
        field();
      }
    } catch (RuntimeException e) {
      throw new IOException("its postscript is none", e);
    }
    if (isNoLength(footer, before)
        || isNoLength(metadata, before - footer)
        || isNoLength(statistics, before - footer - metadata)
        || block < 0
        || block > MOST_BLOCK_BYTES) {
      throw new IOException(
          "its postscript says that it has a footer of "
              + footer
              + ", metadata of "
              + metadata
              + " and blocks of "
              + block
              + " bytes");
    }
  }

  private static boolean isNoLength(long length, long limit) {
    return length < 0 || length > limit;
  }

  /** A field of a message of Protocol Buffers. */
  private void field() {
    long tag = number();
    if ((tag & 7) == 2) {
      int size = Math.toIntExact(number());
      postscript.position(postscript.position() + size);
      return;
    }
    if ((tag & 7) != 0) {
      throw new IllegalArgumentException("type " + (tag & 7));
    }
    long value = number();
    switch ((int) (tag >>> 3)) {
      case FOOTER_LENGTH -> footer = value;
      case BLOCK_SIZE -> block = value;
      case METADATA_LENGTH -> metadata = value;
      case STRIPE_STATISTICS_LENGTH -> statistics = value;
      default -> {}
    }
  }

  private long number() {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = postscript.get();
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IllegalArgumentException("A number of more than ten bytes");
  }
}
