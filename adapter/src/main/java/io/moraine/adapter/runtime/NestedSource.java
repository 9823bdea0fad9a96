/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.runtime.FileColumn.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * How a nested column of a file becomes one of a table. The engine finds what is nested by name
 * alone: where a name means another field than in the table, the column is read as it is in the
 * file and rebuilt.
 */
final class NestedSource {
  private static final String READ = ColumnSource.READ;

  private final Fields fields;
  private int variables;

  private NestedSource(Fields fields) {
    this.fields = fields;
  }

  /** Finds a field of a struct among those in a file. */
  @FunctionalInterface
  interface Fields {
    /** The field, or empty if the file does not have it. */
    Optional<FileColumn> find(List<FileColumn> inFile, Types.NestedField field);
  }

  /** A column of which only Iceberg's own reader knows how it is to be read. */
  private static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean holdsNanos;

    Unknown(boolean holdsNanos) {
      super(null, null, false, false);
      this.holdsNanos = holdsNanos;
    }
  }

  /**
   * The source of a column.
   *
   * @param key how the engine finds it
   * @return empty if the file holds nanoseconds and the table microseconds
   */
  static Optional<ColumnSource> of(String key, FileColumn inFile, Type type, Fields fields) {
    try {
      Value value = new NestedSource(fields).value(inFile, type);
      return Optional.of(new ColumnSource.InFile(key, value.readType, value.expression));
    } catch (Unknown e) {
      return e.holdsNanos ? Optional.empty() : Optional.of(new ColumnSource.ByLibrary());
    }
  }

  /**
   * A value at some level.
   *
   * @param readType the type as which the engine reads it
   * @param expression the value, over what was read
   */
  private record Value(String readType, String expression) {
    boolean isAsRead() {
      return expression.equals(READ);
    }

    String over(String read) {
      return expression.replace(READ, read);
    }
  }

  private Value value(FileColumn inFile, Type type) {
    return switch (type.typeId()) {
      case STRUCT -> struct(required(inFile, Shape.STRUCT), type.asStructType());
      case LIST -> list(required(inFile, Shape.LIST), type.asListType());
      case MAP -> map(required(inFile, Shape.MAP), type.asMapType());
      default -> flat(required(inFile, Shape.FLAT), type);
    };
  }

  private static FileColumn required(FileColumn inFile, Shape shape) {
    if (inFile.shape() != shape) {
      throw new Unknown(false);
    }
    return inFile;
  }

  private Value flat(FileColumn inFile, Type type) {
    ColumnSource source =
        ColumnSource.of("", inFile, type, fields).orElseThrow(() -> new Unknown(true));
    if (source instanceof ColumnSource.InFile found) {
      return new Value(found.readType(), found.expression());
    }
    throw new Unknown(false);
  }

  /** A field of the table, with what the file has for it. */
  private record Field(
      Types.NestedField field, Optional<FileColumn> inFile, Optional<Value> value) {
    String name() {
      return identifier(field.name());
    }

    String readType() {
      return value.map(Value::readType).orElseGet(() -> DuckTypes.of(field.type()));
    }

    /** Whether the engine finds it, or that it is not there, by its name. */
    boolean isFoundByName(List<FileColumn> all) {
      return inFile.isPresent()
          ? inFile.get().name().equals(field.name()) && value.orElseThrow().isAsRead()
          : field.initialDefault() == null
              && all.stream().noneMatch(other -> other.name().equalsIgnoreCase(field.name()));
    }

    String expression() {
      return inFile.isPresent()
          ? value
              .orElseThrow()
              .over("struct_extract(" + READ + ", " + literal(inFile.get().name()) + ")")
          : plain(Constants.sql(field.type(), field.initialDefault()));
    }
  }

  private Value struct(FileColumn inFile, Types.StructType struct) {
    List<FileColumn> all = inFile.children();
    List<Field> found = new ArrayList<>();
    for (Types.NestedField field : struct.fields()) {
      Optional<FileColumn> child = fields.find(all, field);
      found.add(new Field(field, child, child.map(c -> value(c, field.type()))));
    }
    boolean none = found.stream().allMatch(field -> field.inFile.isEmpty());
    if (!none && found.stream().allMatch(field -> field.isFoundByName(all))) {
      return new Value(
          struct(found.stream().map(field -> field.name() + " " + field.readType()).toList()),
          READ);
    }
    List<String> read =
        none
            ? all.subList(0, 1).stream().map(c -> declared(c, c.engineType())).toList()
            : found.stream()
                .filter(field -> field.inFile.isPresent())
                .map(field -> declared(field.inFile.get(), field.readType()))
                .toList();
    return new Value(struct(read), rebuilt(found));
  }

  private static String rebuilt(List<Field> fields) {
    return fields.stream()
        .map(field -> field.name() + " := " + field.expression())
        .collect(
            Collectors.joining(
                ", ", "CASE WHEN " + READ + " IS NULL THEN NULL ELSE struct_pack(", ") END"));
  }

  private static String struct(List<String> fields) {
    return "STRUCT(" + String.join(", ", fields) + ")";
  }

  private static String declared(FileColumn column, String type) {
    return identifier(column.name()) + " " + type;
  }

  private Value list(FileColumn inFile, Types.ListType list) {
    Value element = value(inFile.children().get(0), list.elementType());
    return new Value(
        element.readType + "[]",
        element.isAsRead() ? READ : transformed(READ, variable -> element.over(variable)));
  }

  private Value map(FileColumn inFile, Types.MapType map) {
    Value key = value(inFile.children().get(0), map.keyType());
    Value value = value(inFile.children().get(1), map.valueType());
    String type = "MAP(" + key.readType + ", " + value.readType + ")";
    if (key.isAsRead() && value.isAsRead()) {
      return new Value(type, READ);
    }
    String entries =
        transformed(
            "map_entries(" + READ + ")",
            entry ->
                "struct_pack(\"key\" := "
                    + key.over("struct_extract(" + entry + ", 'key')")
                    + ", \"value\" := "
                    + value.over("struct_extract(" + entry + ", 'value')")
                    + ")");
    return new Value(
        type,
        "CASE WHEN " + READ + " IS NULL THEN NULL ELSE map_from_entries(" + entries + ") END");
  }

  /** What is made of an element. */
  private interface Element {
    String of(String variable);
  }

  private String transformed(String list, Element element) {
    String variable = "e" + variables++;
    return "list_transform(" + list + ", lambda " + variable + ": " + element.of(variable) + ")";
  }

  /** Names in an expression must not look like what was read. */
  private static String identifier(String name) {
    requirePlain(name);
    return SqlText.identifier(name);
  }

  private static String literal(String name) {
    requirePlain(name);
    return SqlText.string(name);
  }

  private static String plain(String text) {
    requirePlain(text);
    return text;
  }

  private static void requirePlain(String name) {
    if (name.contains(READ)) {
      throw new Unknown(false);
    }
  }
}
