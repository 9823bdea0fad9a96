/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Where the values of a table's column come from in a file. */
sealed interface ColumnSource {
  /** Stands for what was read, in expressions. */
  String READ = "%s";

  /**
   * A column of the file.
   *
   * @param key how the engine finds it: the field id, or the name as a literal
   * @param readType the type as which the engine reads it
   * @param expression the column's value, {@link #READ} standing for what was read
   */
  record InFile(String key, String readType, String expression) implements ColumnSource {}

  /** The file has no such column, and neither has its partition: its initial default. */
  record Absent() implements ColumnSource {}

  /** The file has no such column; the value is that of its partition. */
  record FromPartition() implements ColumnSource {}

  /** The same value in all rows of a file, which follows from what the table knows of the file. */
  record OfFile() implements ColumnSource {}

  /** The row's position in its file, from 0. */
  record Position() implements ColumnSource {}

  /**
   * A number that version 3 gives to rows: what the file says, else what follows from the file.
   *
   * @param inFile the file's own column, if it has one
   * @param position whether the row's position is added to the number of the file
   */
  record Lineage(Optional<InFile> inFile, boolean position) implements ColumnSource {}

  /** A column of the file that the engine would cut: Iceberg's own reader reads the file. */
  record ByLibrary() implements ColumnSource {}

  /**
   * How a column of a file becomes a column of the table; empty if the file holds nanoseconds and
   * the table microseconds.
   *
   * @param fields finds the fields of structs
   */
  static Optional<ColumnSource> of(
      String key, FileColumn inFile, Type type, NestedSource.Fields fields) {
    if (inFile.shape() == FileColumn.Shape.ODD) {
      return Optional.of(new ByLibrary());
    }
    if (type.isNestedType()) {
      return NestedSource.of(key, inFile, type, fields);
    }
    String found = inFile.engineType();
    boolean nanos = Nanos.ENGINE_TYPE.equals(found) || FooterTypes.NANO_INSTANT.equals(found);
    if (type.typeId() == Type.TypeID.TIMESTAMP_NANO) {
      return Optional.of(nanos(key, found));
    }
    return type.typeId() == Type.TypeID.TIMESTAMP && nanos
        ? Optional.empty()
        : Optional.of(inFile(key, inFile, type));
  }

  private static ColumnSource nanos(String key, String found) {
    return switch (found) {
      case FooterTypes.NANO_INSTANT -> new ByLibrary();
      case "DATE" -> new InFile(key, "DATE", "moraine_ns(CAST(%s AS TIMESTAMP), 0)");
      case "TIMESTAMP" -> new InFile(key, "TIMESTAMP", "moraine_ns(%s, 0)");
      case "TIMESTAMP WITH TIME ZONE" -> new InFile(key, "TIMESTAMPTZ", "moraine_ns(%s, 0)");
      default -> new InFile(key, Nanos.ENGINE_TYPE, "%s");
    };
  }

  private static InFile inFile(String key, FileColumn inFile, Type type) {
    String target = DuckTypes.of(type);
    String found = inFile.engineType();
    boolean zoned = "TIMESTAMPTZ".equals(target);
    boolean zonedInFile = "TIMESTAMP WITH TIME ZONE".equals(found);
    if (type.typeId() == Type.TypeID.TIMESTAMP && zoned != zonedInFile) {
      // Both hold the same number; the engine would shift it by the session's zone.
      return new InFile(key, zoned ? "TIMESTAMP" : "TIMESTAMPTZ", "timezone('UTC', %s)");
    }
    if (type.typeId() == Type.TypeID.STRING && "BLOB".equals(found)) {
      return new InFile(key, "BLOB", "decode(%s)");
    }
    if (type.typeId() == Type.TypeID.UUID && "BLOB".equals(found)) {
      return new InFile(key, "BLOB", "CAST(lower(hex(%s)) AS UUID)");
    }
    boolean bytes = type.typeId() == Type.TypeID.BINARY || type instanceof Types.FixedType;
    if (bytes && "VARCHAR".equals(found)) {
      return new InFile(key, "VARCHAR", "encode(%s)");
    }
    return new InFile(key, target, "%s");
  }
}
