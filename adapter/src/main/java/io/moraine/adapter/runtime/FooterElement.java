/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.runtime.FileColumn.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of a Parquet file's schema, with those below it.
 *
 * @param fieldId its Iceberg field id, or null
 * @param annotation what it is declared to be: {@code LIST}, {@code MAP}, another word, or empty
 * @param engineType the type as which the engine reads it, empty for a group
 */
record FooterElement(
    String name,
    @Nullable Integer fieldId,
    boolean isRepeated,
    String annotation,
    String engineType,
    List<FooterElement> children) {
  private boolean isGroup() {
    return engineType.isEmpty();
  }

  /** The column that it declares. */
  FileColumn column() {
    if (isRepeated || isGroup() && children.isEmpty()) {
      return odd();
    }
    if (!isGroup()) {
      return new FileColumn(name, fieldId, engineType);
    }
    return switch (annotation) {
      case "" -> nested(Shape.STRUCT, children);
      case "LIST" -> repeated(Shape.LIST, 1);
      case "MAP", "MAP_KEY_VALUE" -> repeated(Shape.MAP, 2);
      default -> odd();
    };
  }

  /** A group of one repeated group, in which there are the element, or the key and the value. */
  private FileColumn repeated(Shape shape, int columns) {
    if (children.size() != 1) {
      return odd();
    }
    FooterElement entries = children.get(0);
    boolean usual =
        entries.isRepeated
            && entries.isGroup()
            && entries.annotation.isEmpty()
            && entries.children.size() == columns
            && !(shape == Shape.LIST && isElement(entries.name));
    return usual ? nested(shape, entries.children) : odd();
  }

  /** Lists of structs with one field were once written without a level between. */
  private boolean isElement(String repeated) {
    return "array".equals(repeated) || (name + "_tuple").equals(repeated);
  }

  private FileColumn nested(Shape shape, List<FooterElement> elements) {
    return FileColumn.nested(
        name, fieldId, shape, elements.stream().map(FooterElement::column).toList());
  }

  private FileColumn odd() {
    return new FileColumn(name, fieldId, Shape.ODD, "", List.of());
  }
}
