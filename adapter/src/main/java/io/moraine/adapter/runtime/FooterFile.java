/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.verify.ParquetCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
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

/**
 * The columns in the footer of one Parquet file, as the engine would tell them, at a tenth of its
 * effort. What is out of the ordinary is left to the engine.
 */
final class FooterFile {
  private FooterFile() {}

  /** The columns; empty where only the engine can tell. */
  static Optional<List<FileColumn>> columns(String path) {
    try (FileChannel file = FileChannel.open(Path.of(path), StandardOpenOption.READ)) {
      byte[] footer = ParquetCheck.footer(file);
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
