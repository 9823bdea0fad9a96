/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A column to read.
 *
 * @param table the table's full name, for messages
 * @param engineType the engine's name of its type
 */
public record ReadColumn(String table, Types.NestedField field, String engineType) {
  Type type() {
    return field.type();
  }

  Form form() {
    return Form.of(type());
  }

  ColumnBuffer newBuffer(int capacity) {
    return switch (form()) {
      case DECIMAL -> new DecimalBuffer(this, capacity);
      case VARCHAR -> new TextBuffer(this, capacity);
      default -> new NumberBuffer(this, capacity);
    };
  }

  /** The engine's expression for the column that comes as {@code carried}. */
  String sql(String carried) {
    return Form.sql(type(), engineType, carried);
  }

  MoraineException error(ErrorCode code, String what) {
    return new MoraineException(code, "Column " + field.name() + " of table " + table + " " + what);
  }

  /** For a value that the library gave and that is none of the column's type. */
  MoraineException mismatch(Object value) {
    return error(
        ErrorCode.CORRUPT_FILE,
        "is of type "
            + type()
            + ", but a data file has a "
            + value.getClass().getSimpleName()
            + " for it; restore the file or go back to an older snapshot");
  }
}
