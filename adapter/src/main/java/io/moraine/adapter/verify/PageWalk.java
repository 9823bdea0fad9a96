/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;

/**
 * The pages of one chunk of a column, one after the other: whether their sizes and counts fit, and
 * their bytes the checksums.
 */
final class PageWalk {
  /** More than any header has that is not of a page full of statistics. */
  private static final int HEADER_BYTES = 512;

  private static final int MOST_HEADER_BYTES = 16 << 20;

  /** The largest that the engine can expand. */
  private static final int MOST_PAGE_BYTES = 1 << 30;

  private static final int CHUNK_BYTES = 1 << 20;

  private final FileChannel file;
  private final boolean checksums;
  private final long end;
  private long position;
  private long values;

  private PageWalk(FileChannel file, boolean checksums, long start, long end) {
    this.file = file;
    this.checksums = checksums;
    this.position = start;
    this.end = end;
  }

  /**
   * Walks over a chunk.
   *
   * @param limit where the data of the file ends
   * @param checksums whether the bytes of pages are read
   * @throws IOException that says what is wrong
   */
  static void check(FileChannel file, ColumnMetaData chunk, long limit, boolean checksums)
      throws IOException {
    long start = start(chunk);
    long size = chunk.getTotal_compressed_size();
    if (start < 4 || size < 0 || size > limit - start) {
      throw new IOException(
          "it has a chunk of " + size + " bytes at byte " + start + " of " + limit);
    }
    PageWalk walk = new PageWalk(file, checksums, start, start + size);
    while (walk.position < walk.end) {
      walk.page();
    }
    if (walk.values != chunk.getNum_values()) {
      throw new IOException(
          "its pages have " + walk.values + " values of " + chunk.getNum_values());
    }
  }

  private static long start(ColumnMetaData chunk) {
    long data = chunk.getData_page_offset();
    // Some writers say 0 where there is no dictionary.
    boolean dictionary =
        chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0;
    return dictionary ? Math.min(data, chunk.getDictionary_page_offset()) : data;
  }

  private void page() throws IOException {
    long start = position;
    PageHeader header = header();
    int stored = header.getCompressed_page_size();
    int plain = header.getUncompressed_page_size();
    int count = count(header);
    if (stored < 0
        || stored > end - position
        || plain < 0
        || plain > MOST_PAGE_BYTES
        || count < 0) {
      throw new IOException(
          "its page at byte "
              + start
              + " has "
              + count
              + " values in "
              + stored
              + " bytes, which are "
              + plain
              + " when they are expanded");
    }
    values += header.isSetDictionary_page_header() ? 0 : count;
    if (checksums && header.isSetCrc() && header.getCrc() != crc(stored)) {
      throw new IOException("the checksum of its page at byte " + start + " is another one");
    }
    position += stored;
  }

  private static int count(PageHeader header) {
    if (header.isSetData_page_header()) {
      return header.getData_page_header().getNum_values();
    }
    if (header.isSetData_page_header_v2()) {
      return header.getData_page_header_v2().getNum_values();
    }
    return header.isSetDictionary_page_header()
        ? header.getDictionary_page_header().getNum_values()
        : 0;
  }

  private PageHeader header() throws IOException {
    long left = end - position;
    for (long size = Math.min(left, HEADER_BYTES); ; size = Math.min(left, 8 * size)) {
      byte[] bytes = read((int) size).array();
      try {
        int length = CompactThrift.end(bytes, 0, bytes.length);
        position += length;
        return Util.readPageHeader(new ByteArrayInputStream(bytes, 0, length));
      } catch (IOException e) {
        if (size == left || size > MOST_HEADER_BYTES) {
          throw new IOException(
              "the header of its page at byte " + position + " is none: " + e.getMessage(), e);
        }
      }
    }
  }

  private int crc(int size) throws IOException {
    CRC32 crc = new CRC32();
    long from = position;
    for (int left = size; left > 0; ) {
      ByteBuffer bytes = read(from, Math.min(left, CHUNK_BYTES));
      from += bytes.remaining();
      left -= bytes.remaining();
      crc.update(bytes);
    }
    return (int) crc.getValue();
  }

  private ByteBuffer read(int size) throws IOException {
    return read(position, size);
  }

  private ByteBuffer read(long from, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, from + bytes.position()) < 0) {
        throw new IOException("it ends before byte " + (from + size));
      }
    }
    return bytes.flip();
  }
}
