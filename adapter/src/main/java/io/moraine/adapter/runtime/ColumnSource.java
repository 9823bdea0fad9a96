/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Where the values of a table's column come from in a file. */
sealed interface ColumnSource {
  /**
   * A column of the file.
   *
   * @param key how the engine finds it: the field id, or the name as a literal
   * @param readType the type as which the engine reads it
   * @param expression the column's value, {@code %s} standing for what was read
   */
  record InFile(String key, String readType, String expression) implements ColumnSource {}

  /** The file has no such column, and neither has its partition: its initial default. */
  record Absent() implements ColumnSource {}

  /** The file has no such column; the value is that of its partition. */
  record FromPartition() implements ColumnSource {}

  /** How a column of a file becomes a column of the table. */
  static InFile inFile(String key, FileColumn inFile, Type type) {
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
