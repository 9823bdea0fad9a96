/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * A column of a foreign table.
 *
 * @param table the table's full name, for messages
 * @param sourceType the source's own name of the type, for messages
 * @param comparable whether the source compares its values as SQL does, so that it may leave out
 *     rows; of strings, this is said of equality alone
 */
public record ForeignColumn(
    String table, String name, RelDataType type, String sourceType, boolean comparable) {
  private static final String FUNCTION = "";

  /** The result of a function. */
  static ForeignColumn result(String function, RelDataType type) {
    return new ForeignColumn(
        FUNCTION, "The result of function " + function, type, type.toString(), false);
  }

  /** An argument of a function, counted from 1. */
  static ForeignColumn argument(String function, int number, RelDataType type) {
    return new ForeignColumn(
        FUNCTION, "Argument " + number + " of function " + function, type, type.toString(), false);
  }

  /** How its values enter the engine. */
  Carrier carrier() {
    return Carrier.of(type)
        .orElseThrow(
            () ->
                error(
                    ErrorCode.NOT_SUPPORTED,
                    "cannot be read: its type "
                        + sourceType
                        + " has no counterpart"
                        + (table.equals(FUNCTION)
                            ? ""
                            : "; read it through a view of the source that casts it")));
  }

  /** Whether it is a timestamp with more digits than microseconds. */
  boolean hasNanos() {
    return SqlTypeUtil.isTimestamp(type) && type.getPrecision() > 6;
  }

  /** The engine's expression for the column of what the function returns as {@code carried}. */
  String sql(String carried) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER ->
          "CAST(" + carried + " AS " + type.getSqlTypeName().getName() + ")";
      case DATE -> "(DATE '1970-01-01' + CAST(" + carried + " AS INTEGER))";
      case TIME -> "(TIME '00:00:00' + to_microseconds(" + carried + "))";
      case TIMESTAMP ->
          hasNanos() ? "make_timestamp_ns(" + carried + ")" : "make_timestamp(" + carried + ")";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          hasNanos()
              ? "make_timestamp_ns(" + carried + ")"
              : "timezone('UTC', make_timestamp(" + carried + "))";
      case BINARY, VARBINARY -> "unhex(" + carried + ")";
      case UUID -> "CAST(" + carried + " AS UUID)";
      default -> carried;
    };
  }

  /** The engine's expression for what is carried of {@code value}: the reverse of the above. */
  String carriedSql(String value) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER -> "CAST(" + value + " AS BIGINT)";
      case DATE -> "CAST(" + value + " - DATE '1970-01-01' AS BIGINT)";
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "epoch_us(" + value + ")";
      case BINARY, VARBINARY -> "hex(" + value + ")";
      case UUID -> "CAST(" + value + " AS VARCHAR)";
      default -> value;
    };
  }

  /** An error about this column. */
  MoraineException error(ErrorCode code, String what) {
    String column = table.equals(FUNCTION) ? name : "Column " + name + " of table " + table;
    return new MoraineException(code, column + " " + what);
  }
}
