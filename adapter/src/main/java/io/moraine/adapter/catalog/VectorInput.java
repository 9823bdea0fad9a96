/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * The part of a Puffin file that is one deletion vector. Iceberg's reader checks how many positions
 * it has, but first makes an array of any size, as many bitmaps as the vector says, and one for
 * each key that it skips.
 */
final class VectorInput implements InputFile {
  /** A length, a magic, a number of bitmaps, a checksum. */
  private static final int LEAST_BYTES = 20;

  private static final int MAGIC = 1681511377;
  private static final int BEFORE_COUNT = 8;
  private static final int CHECKSUM_BYTES = 4;

  /** A key stands for 2^32 rows; no data file has more than 2^40. */
  private static final int KEYS = 1 << 8;

  private static final int COOKIE = 12346;
  private static final int COOKIE_OF_RUNS = 12347;
  private static final int PARTS_WITHOUT_OFFSETS = 4;
  private static final int MOST_IN_ARRAY = 4096;
  private static final int BYTES_OF_BITS = 8192;

  private final InputFile stored;
  private final long offset;
  private final byte[] bytes;

  private VectorInput(InputFile stored, long offset, byte[] bytes) {
    this.stored = stored;
    this.offset = offset;
    this.bytes = bytes;
  }

  /**
   * Reads a vector and checks its structure.
   *
   * @throws IOException that says what is wrong with it
   */
  static VectorInput of(InputFile stored, DeleteFile vector) throws IOException {
    Long offset = vector.contentOffset();
    Long size = vector.contentSizeInBytes();
    long length = stored.getLength();
    if (offset == null
        || size == null
        || offset < 0
        || size < LEAST_BYTES
        || size > MetadataLimits.bytes()
        || offset > length - size) {
      throw new IOException(
          "its vector has " + size + " bytes at byte " + offset + " of " + length);
    }
    byte[] bytes = new byte[size.intValue()];
    try (SeekableInputStream stream = stored.newStream()) {
      stream.seek(offset);
      if (stream.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        throw new EOFException("it ends before its time");
      }
    }
    requireWhole(ByteBuffer.wrap(bytes));
    check(
        ByteBuffer.wrap(bytes, BEFORE_COUNT, bytes.length - BEFORE_COUNT - CHECKSUM_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN));
    return new VectorInput(stored, offset, bytes);
  }

  private static void requireWhole(ByteBuffer vector) throws IOException {
    int size = vector.limit();
    CRC32 crc = new CRC32();
    crc.update(vector.array(), 4, size - 4 - CHECKSUM_BYTES);
    if (vector.getInt(0) != size - 4 - CHECKSUM_BYTES
        || Integer.reverseBytes(vector.getInt(4)) != MAGIC
        || vector.getInt(size - CHECKSUM_BYTES) != (int) crc.getValue()) {
      throw new IOException("the length, the magic or the checksum of its vector is another one");
    }
  }

  private static void check(ByteBuffer bitmaps) throws IOException {
    try {
      long count = bitmaps.getLong();
      int last = -1;
      for (long i = 0; i < count || i < 0; i++) {
        int key = bitmaps.getInt();
        if (key <= last || key >= KEYS) {
          throw new IOException("its vector has bitmap " + key + " behind bitmap " + last);
        }
        last = key;
        skip(bitmaps);
      }
      if (count < 0 || bitmaps.hasRemaining()) {
        throw new IOException(
            "its vector has " + count + " bitmaps and " + bitmaps.remaining() + " bytes behind");
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("the bitmaps of its vector are longer than the vector", e);
    }
  }

  /** A bitmap in the format that all implementations of Roaring share. */
  private static void skip(ByteBuffer bitmap) throws IOException {
    int cookie = bitmap.getInt();
    boolean runs = (cookie & 0xffff) == COOKIE_OF_RUNS;
    if (!runs && cookie != COOKIE) {
      throw new IOException("a bitmap of its vector begins with " + cookie);
    }
    int parts = runs ? (cookie >>> 16) + 1 : bitmap.getInt();
    if (parts < 0 || parts > 1 << 16) {
      throw new IOException("a bitmap of its vector has " + parts + " parts");
    }
    byte[] areRuns = new byte[(parts + 7) / 8];
    if (runs) {
      bitmap.get(areRuns);
    }
    int[] sizes = new int[parts];
    for (int i = 0; i < parts; i++) {
      bitmap.getShort();
      sizes[i] = (bitmap.getShort() & 0xffff) + 1;
    }
    if (!runs || parts >= PARTS_WITHOUT_OFFSETS) {
      advance(bitmap, 4 * parts);
    }
    for (int i = 0; i < parts; i++) {
      boolean isRun = (areRuns[i / 8] >> (i % 8) & 1) == 1;
      advance(
          bitmap,
          isRun
              ? 4 * (bitmap.getShort() & 0xffff)
              : sizes[i] > MOST_IN_ARRAY ? BYTES_OF_BITS : 2 * sizes[i]);
    }
  }

  private static void advance(ByteBuffer bitmap, int bytes) {
    bitmap.position(bitmap.position() + bytes);
  }

  @Override
  public long getLength() {
    return stored.getLength();
  }

  @Override
  public String location() {
    return stored.location();
  }

  @Override
  public boolean exists() {
    return stored.exists();
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream();
  }

  /** Has no bytes but those of the vector. */
  private final class Stream extends SeekableInputStream {
    private long position;

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long to) {
      position = to;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int count) {
      long from = position - offset;
      if (from < 0 || from >= bytes.length) {
        return -1;
      }
      int read = (int) Math.min(count, bytes.length - from);
      System.arraycopy(bytes, (int) from, into, at, read);
      position += read;
      return read;
    }
  }
}
