/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** A Parquet file of one row group in its parts, each of which can be forged. */
final class ForgedParquet {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final FileMetaData footer;
  private final List<List<Page>> chunks = new ArrayList<>();

  /** A page as it is written. */
  static final class Page {
    final PageHeader header;
    byte[] bytes;

    Page(PageHeader header, byte[] bytes) {
      this.header = header;
      this.bytes = bytes;
    }

    /** Gives the page the checksum of its bytes. */
    void sign() {
      CRC32 crc = new CRC32();
      crc.update(bytes);
      header.setCrc((int) crc.getValue());
    }
  }

  private ForgedParquet(FileMetaData footer) {
    this.footer = footer;
  }

  static ForgedParquet read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ForgedParquet forged = new ForgedParquet(readFooter(file));
    for (ColumnChunk chunk : forged.footer.getRow_groups().get(0).getColumns()) {
      forged.chunks.add(pages(bytes, chunk.getMeta_data()));
    }
    return forged;
  }

  static FileMetaData readFooter(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    return Util.readFileMetaData(
        new ByteArrayInputStream(bytes, bytes.length - 8 - length, length));
  }

  private static List<Page> pages(byte[] bytes, ColumnMetaData chunk) throws IOException {
    long start =
        chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0
            ? chunk.getDictionary_page_offset()
            : chunk.getData_page_offset();
    ByteArrayInputStream in =
        new ByteArrayInputStream(bytes, (int) start, (int) chunk.getTotal_compressed_size());
    List<Page> pages = new ArrayList<>();
    while (in.available() > 0) {
      PageHeader header = Util.readPageHeader(in);
      pages.add(new Page(header, in.readNBytes(header.getCompressed_page_size())));
    }
    return pages;
  }

  FileMetaData footer() {
    return footer;
  }

  RowGroup rowGroup() {
    return footer.getRow_groups().get(0);
  }

  ColumnMetaData chunk(int column) {
    return rowGroup().getColumns().get(column).getMeta_data();
  }

  /** The pages of a column. */
  List<Page> pages(int column) {
    return chunks.get(column);
  }

  /** The last page of a column, which is one of data. */
  Page data(int column) {
    List<Page> pages = chunks.get(column);
    return pages.get(pages.size() - 1);
  }

  /** The file, with the offsets and sizes of its chunks as they come out. */
  byte[] toBytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(MAGIC);
    for (int column = 0; column < chunks.size(); column++) {
      ColumnMetaData chunk = chunk(column);
      long start = out.size();
      boolean dictionary = chunk.isSetDictionary_page_offset();
      for (Page page : chunks.get(column)) {
        if (page.header.isSetDictionary_page_header()) {
          chunk.setDictionary_page_offset(out.size());
        } else if (!dictionary || chunk.getData_page_offset() < start) {
          chunk.setData_page_offset(out.size());
        }
        Util.writePageHeader(page.header, out);
        out.write(page.bytes);
      }
      chunk.setTotal_compressed_size(out.size() - start);
    }
    return finish(out, footer);
  }

  /** Data followed by a footer. */
  static byte[] finish(ByteArrayOutputStream out, FileMetaData footer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, bytes);
    out.write(bytes.toByteArray());
    out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.size()).array());
    out.write(MAGIC);
    return out.toByteArray();
  }

  /** The file's bytes, with its footer changed and nothing else. */
  static byte[] withFooter(Path file, FileMetaData footer) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Arrays.copyOf(bytes, bytes.length - 8 - length));
    return finish(out, footer);
  }
}
