/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.iceberg.io.InputFile;

/**
 * The frames of an Avro file of metadata: its header, and of each block the numbers before and the
 * marker behind it. Avro's reader takes them on trust: a file that is cut between two numbers ends
 * there without an error, and a block of a few kilobytes may hold gigabytes.
 */
final class AvroFrames {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int SYNC_BYTES = 16;
  private static final int MAX_META_ENTRIES = 1_000;

  /** Each entry names a file of its own, which no codec makes shorter than this. */
  private static final int LEAST_ENTRY_BYTES = 2;

  private static final long SOME_ENTRIES = 100_000;

  private final long length;
  private final long maxBytes;
  private final InputStream in;
  private final BinaryDecoder decoder;
  private byte[] sync = new byte[0];
  private long position;

  private AvroFrames(InputStream stream, long length, long maxBytes) {
    this.in = new Counted(new BufferedInputStream(stream, BUFFER_BYTES));
    this.decoder = DecoderFactory.get().directBinaryDecoder(in, null);
    this.length = length;
    this.maxBytes = maxBytes;
  }

  /**
   * Reads the frames of a file.
   *
   * @param maxBytes how much memory the file's metadata may take
   * @throws IOException that says what is wrong with them
   */
  static void check(InputFile file, long maxBytes) throws IOException {
    try (InputStream stream = file.newStream()) {
      new AvroFrames(stream, file.getLength(), maxBytes).check();
    } catch (EOFException e) {
      throw new IOException("it ends before its time", e);
    }
  }

  /**
   * Reads the frames of a file of rows, whose schema and blocks Avro's reader looks at.
   *
   * @return how many records it has
   * @throws IOException that says what is wrong with them
   */
  static long records(InputFile file) throws IOException {
    try (InputStream stream = file.newStream()) {
      AvroFrames frames = new AvroFrames(stream, file.getLength(), MetadataLimits.bytes());
      frames.header();
      return frames.blocks(AvroExpansion.UNCHECKED);
    } catch (EOFException e) {
      throw new IOException("it ends before its time", e);
    }
  }

  private Map<String, byte[]> header() throws IOException {
    if (!Arrays.equals(MAGIC, bytes(MAGIC.length))) {
      throw new IOException("it is not an Avro data file");
    }
    Map<String, byte[]> meta = meta();
    sync = bytes(SYNC_BYTES);
    return meta;
  }

  private void check() throws IOException {
    Map<String, byte[]> meta = header();
    Schema schema = schema(meta);
    AvroShape.check(schema);
    long records = blocks(AvroExpansion.of(text(meta, "avro.codec"), maxBytes / 4));
    boolean metadata =
        schema.getField("data_file") != null || schema.getField("manifest_path") != null;
    if (metadata && records > SOME_ENTRIES && records * LEAST_ENTRY_BYTES > length) {
      throw new IOException("it has " + records + " entries in " + length + " bytes");
    }
  }

  private long blocks(AvroExpansion expansion) throws IOException {
    long records = 0;
    while (position < length) {
      records += block(expansion);
    }
    return records;
  }

  private long block(AvroExpansion expansion) throws IOException {
    long start = position;
    long records = decoder.readLong();
    long size = decoder.readLong();
    if (records < 0 || size < 0 || size > length - position - SYNC_BYTES) {
      throw new IOException(
          "its block at byte " + start + " has " + records + " entries and " + size + " bytes");
    }
    long end = position + size;
    long plain = expansion.check(in, size);
    if (records > plain) {
      throw new IOException(
          "its block at byte " + start + " has " + records + " entries in " + plain + " bytes");
    }
    in.skipNBytes(end - position);
    if (!Arrays.equals(sync, bytes(SYNC_BYTES))) {
      throw new IOException("the marker behind its block at byte " + start + " is another one");
    }
    return records;
  }

  private Map<String, byte[]> meta() throws IOException {
    Map<String, byte[]> meta = new HashMap<>();
    for (long count = decoder.readMapStart(); count != 0; count = decoder.mapNext()) {
      for (long i = 0; i < count; i++) {
        String key = new String(sized(), StandardCharsets.UTF_8);
        meta.put(key, sized());
        if (meta.size() > MAX_META_ENTRIES || i > MAX_META_ENTRIES) {
          throw new IOException("its header has more than " + MAX_META_ENTRIES + " entries");
        }
      }
    }
    return meta;
  }

  private byte[] sized() throws IOException {
    long size = decoder.readLong();
    if (size < 0 || size > Math.min(length - position, maxBytes / 16)) {
      throw new IOException("its header has an entry of " + size + " bytes");
    }
    return bytes((int) size);
  }

  private byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }

  private static Schema schema(Map<String, byte[]> meta) throws IOException {
    String text = text(meta, "avro.schema");
    if (text == null) {
      throw new IOException("it has no schema");
    }
    try {
      return new Schema.Parser().parse(text);
    } catch (SchemaParseException | org.apache.avro.AvroTypeException e) {
      throw new IOException("its schema is none: " + e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw new IOException("its schema is too deep", e);
    }
  }

  private static String text(Map<String, byte[]> meta, String key) {
    byte[] bytes = meta.get(key);
    return bytes == null ? null : StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes)).toString();
  }

  /** Knows how far the file was read. */
  private final class Counted extends InputStream {
    private final InputStream stream;

    Counted(InputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      int read = stream.read();
      position += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int read = stream.read(bytes, offset, count);
      position += Math.max(0, read);
      return read;
    }

    @Override
    public long skip(long count) throws IOException {
      long skipped = stream.skip(count);
      position += skipped;
      return skipped;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
