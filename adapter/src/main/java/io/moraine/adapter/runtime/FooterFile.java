/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The columns in the footer of one Parquet file, as the engine would tell them, at a tenth of its
 * effort. What is out of the ordinary is left to the engine.
 */
final class FooterFile {
  private static final String MAGIC = "PAR1";
  private static final int TRAILER_BYTES = 8;

  /** Enough for the whole footer of a small file. */
  private static final int FIRST_READ_BYTES = 16 << 10;

  private FooterFile() {}

  /** The columns; empty where only the engine can tell. */
  static Optional<List<FileColumn>> columns(String path) {
    try {
      byte[] footer = footer(Path.of(path));
      if (footer == null) {
        return Optional.empty();
      }
      FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer), true);
      return columns(metadata.getSchema());
    } catch (IOException | RuntimeException e) {
      // The engine names the file and what is wrong with it.
      return Optional.empty();
    }
  }

  private static byte @Nullable [] footer(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
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

  private static Optional<List<FileColumn>> columns(List<SchemaElement> schema) {
    Iterator<SchemaElement> elements = schema.iterator();
    return children(elements.next(), elements)
        .map(top -> top.stream().map(FooterElement::column).toList());
  }

  /** The elements below one, which follow it; empty if any is unusual. */
  private static Optional<List<FooterElement>> children(
      SchemaElement parent, Iterator<SchemaElement> elements) {
    List<FooterElement> children = new ArrayList<>();
    boolean usual = true;
    for (int i = 0; i < parent.getNum_children(); i++) {
      SchemaElement element = elements.next();
      Optional<String> type = FooterTypes.of(element);
      Optional<List<FooterElement>> below = children(element, elements);
      usual &= type.isPresent() && below.isPresent();
      if (usual) {
        children.add(element(element, type.get(), below.get()));
      }
    }
    return usual ? Optional.of(children) : Optional.empty();
  }

  private static FooterElement element(
      SchemaElement element, String type, List<FooterElement> children) {
    return new FooterElement(
        element.getName(),
        element.isSetField_id() ? element.getField_id() : null,
        element.getRepetition_type() == FieldRepetitionType.REPEATED,
        element.isSetConverted_type() ? element.getConverted_type().name() : "",
        type,
        children);
  }
}
