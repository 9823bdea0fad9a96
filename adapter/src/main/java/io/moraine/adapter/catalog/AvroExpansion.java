/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** How large the blocks of an Avro file get. Avro's reader makes each of them one array. */
final class AvroExpansion {
  /** No stream of deflate has more bytes for each of its own. */
  private static final int MAX_DEFLATE_RATIO = 1_032;

  private static final int CHUNK_BYTES = 32 * 1024;

  /** Blocks that may have any size and any number of records. */
  static final AvroExpansion UNCHECKED = new AvroExpansion("unchecked", Long.MAX_VALUE);

  private final String codec;
  private final long maxBytes;

  private AvroExpansion(String codec, long maxBytes) {
    this.codec = codec;
    this.maxBytes = maxBytes;
  }

  /**
   * Blocks of a codec.
   *
   * @param codec as the file's header has it; null for none
   * @throws IOException if there is no such codec
   * @throws UnsupportedOperationException for one that no writer of Iceberg has
   */
  static AvroExpansion of(@Nullable String codec, long maxBytes) throws IOException {
    String known = codec == null ? "null" : codec;
    return switch (known) {
      case "null", "deflate", "snappy", "zstandard" -> new AvroExpansion(known, maxBytes);
      case "bzip2", "xz" ->
          throw new UnsupportedOperationException(
              "A manifest is compressed by "
                  + known
                  + ", which is not supported: write it again with gzip, snappy, zstd or"
                  + " uncompressed (table property 'write.manifest.compression-codec')");
      default -> throw new IOException("its codec '" + known + "' is not supported");
    };
  }

  /**
   * Reads as much of a block as it needs.
   *
   * @return at least as many bytes as it has when it is expanded
   * @throws IOException if it is too large
   */
  long check(InputStream in, long size) throws IOException {
    long plain =
        switch (codec) {
          case "deflate" ->
              size * MAX_DEFLATE_RATIO <= maxBytes
                  ? size * MAX_DEFLATE_RATIO
                  : inflated(new Part(in, size));
          case "snappy" -> snappy(new Part(in, size));
          case "zstandard" -> count(new ZstdInputStream(new Part(in, size)));
          case "unchecked" -> Long.MAX_VALUE;
          default -> size;
        };
    if (plain > maxBytes) {
      throw new IOException(
          "a block of "
              + size
              + " bytes has more than "
              + (maxBytes >> 20)
              + "MB when it is expanded"
              + MetadataLimits.remedy());
    }
    return plain;
  }

  private long inflated(InputStream block) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      return count(new InflaterInputStream(block, inflater, CHUNK_BYTES));
    } finally {
      inflater.end();
    }
  }

  /** A block begins with the size that it has when it is expanded, seven bits a byte. */
  private static long snappy(InputStream block) throws IOException {
    long size = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = block.read();
      size |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return size;
      }
    }
    throw new IOException("a block does not say its size");
  }

  private long count(InputStream expanded) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long count = 0;
    for (int read = 0; read >= 0 && count <= maxBytes; read = expanded.read(chunk)) {
      count += read;
    }
    return count;
  }

  /** The bytes of one block; closing it leaves the file open. */
  private static final class Part extends InputStream {
    private final InputStream in;
    private long left;

    Part(InputStream in, long size) {
      this.in = in;
      this.left = size;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int read = in.read(bytes, offset, (int) Math.min(count, left));
      left -= Math.max(0, read);
      return read;
    }
  }
}
