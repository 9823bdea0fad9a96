/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntPredicate;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** A look into a Parquet file before anything reads it that takes its numbers on trust. */
public final class ParquetCheck {
  private static final String MAGIC = "PAR1";

  /** The length of the footer and the magic behind it. */
  private static final int TRAILER_BYTES = 8;

  /** Enough for the whole footer of a small file. */
  private static final int FIRST_READ_BYTES = 16 << 10;

  private ParquetCheck() {}

  /**
   * Checks a file.
   *
   * @param ids which field ids the columns have whose pages are checked; all of a file without ids
   * @return how many rows it has
   * @throws IOException that says what is wrong with it
   */
  public static long rows(Path path, IntPredicate ids) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      byte[] footer = footer(file);
      if (footer == null) {
        throw new IOException("it does not end like a Parquet file");
      }
      CompactThrift.end(footer, 0, footer.length);
      FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer));
      new FileShape(metadata, file.size() - footer.length - TRAILER_BYTES).check(file, ids);
      return metadata.getNum_rows();
    }
  }

  /** The bytes of the footer; null where the file does not end like one of Parquet. */
  public static byte @Nullable [] footer(FileChannel file) throws IOException {
    long size = file.size();
    ByteBuffer tail = read(file, Math.max(0, size - FIRST_READ_BYTES), size);
    int trailer = tail.limit() - TRAILER_BYTES;
    if (trailer < 0 || !MAGIC.equals(text(tail, trailer + 4))) {
      return null;
    }
    int length = tail.getInt(trailer);
    long start = size - TRAILER_BYTES - length;
    if (length <= 0 || start < MAGIC.length()) {
      return null;
    }
    byte[] footer = new byte[length];
    if (length <= trailer) {
      tail.get(trailer - length, footer);
    } else {
      read(file, start, start + length).get(footer);
    }
    return footer;
  }

  private static ByteBuffer read(FileChannel file, long from, long to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) (to - from)).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, from + bytes.position()) < 0) {
        throw new IOException("The file became shorter");
      }
    }
    return bytes.flip();
  }

  private static String text(ByteBuffer bytes, int at) {
    byte[] text = new byte[MAGIC.length()];
    bytes.get(at, text);
    return new String(text, StandardCharsets.US_ASCII);
  }
}
