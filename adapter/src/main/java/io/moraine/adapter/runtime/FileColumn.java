/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column of a Parquet file, or a column within one.
 *
 * @param name its name in the file
 * @param fieldId its Iceberg field id, or null if the file has none
 * @param shape how it is made
 * @param engineType the type as which the engine reads it by itself; empty for an odd one
 * @param children the fields of a struct, the element of a list, or the key and value of a map
 */
record FileColumn(
    String name,
    @Nullable Integer fieldId,
    Shape shape,
    String engineType,
    List<FileColumn> children) {
  /** How a column is made. */
  enum Shape {
    FLAT,
    STRUCT,
    LIST,
    MAP,
    /** Nested in a way that older writers had, and readers understand differently. */
    ODD
  }

  /** A column without others in it. */
  FileColumn(String name, @Nullable Integer fieldId, String engineType) {
    this(name, fieldId, Shape.FLAT, engineType, List.of());
  }

  /** A nested column; an odd one if anything in it is. */
  static FileColumn nested(
      String name, @Nullable Integer fieldId, Shape shape, List<FileColumn> children) {
    boolean odd =
        children.stream().anyMatch(child -> child.shape == Shape.ODD)
            || shape == Shape.STRUCT && !haveDistinctNames(children);
    return odd
        ? new FileColumn(name, fieldId, Shape.ODD, "", List.of())
        : new FileColumn(name, fieldId, shape, type(shape, children), List.copyOf(children));
  }

  private static boolean haveDistinctNames(List<FileColumn> children) {
    Set<String> names = new HashSet<>();
    return children.stream().allMatch(child -> names.add(child.name.toLowerCase(Locale.ROOT)));
  }

  private static String type(Shape shape, List<FileColumn> children) {
    return switch (shape) {
      case STRUCT ->
          children.stream()
              .map(child -> SqlText.identifier(child.name) + " " + child.engineType)
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
      case LIST -> children.get(0).engineType + "[]";
      case MAP -> "MAP(" + children.get(0).engineType + ", " + children.get(1).engineType + ")";
      case FLAT, ODD -> "";
    };
  }

  /** Whether it, or anything in it, has a field id. */
  boolean hasId() {
    return fieldId != null || children.stream().anyMatch(FileColumn::hasId);
  }
}
