/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.sql.SQLException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBTableFunctionBindInfo;

/** The form in which values enter the engine: of those that Java can write, the nearest one. */
enum Form {
  BOOLEAN(DuckDBColumnType.BOOLEAN),
  INTEGER(DuckDBColumnType.INTEGER),
  BIGINT(DuckDBColumnType.BIGINT),
  FLOAT(DuckDBColumnType.FLOAT),
  DOUBLE(DuckDBColumnType.DOUBLE),
  DECIMAL(DuckDBColumnType.DECIMAL),
  VARCHAR(DuckDBColumnType.VARCHAR);

  /** Decimals of no more digits come as their unscaled values. */
  private static final int MOST_LONG_DIGITS = 18;

  private final DuckDBColumnType engineType;

  Form(DuckDBColumnType engineType) {
    this.engineType = engineType;
  }

  /** The form of a column of this type. */
  static Form of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> BOOLEAN;
      case INTEGER -> INTEGER;
      // Days.
      case DATE -> INTEGER;
      case LONG -> BIGINT;
      // Micro- or nanoseconds.
      case TIME, TIMESTAMP, TIMESTAMP_NANO -> BIGINT;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case DECIMAL -> ((Types.DecimalType) type).precision() > MOST_LONG_DIGITS ? DECIMAL : BIGINT;
      // Text, hexadecimal digits for bytes, and JSON for nested values.
      default -> VARCHAR;
    };
  }

  /** The engine's expression for a value that comes as {@code carried}. */
  static String sql(Type type, String engineType, String carried) {
    return switch (type.typeId()) {
      case DECIMAL -> decimal((Types.DecimalType) type, carried);
      case DATE -> "(DATE '1970-01-01' + " + carried + ")";
      case TIME -> "(TIME '00:00:00' + to_microseconds(" + carried + "))";
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? "timezone('UTC', make_timestamp(" + carried + "))"
              : "make_timestamp(" + carried + ")";
      case TIMESTAMP_NANO -> "make_timestamp_ns(" + carried + ")";
      case FIXED, BINARY -> "unhex(" + carried + ")";
      case UUID -> "CAST(" + carried + " AS UUID)";
      case LIST, MAP, STRUCT -> NestedText.sql(type, engineType, carried);
      default -> carried;
    };
  }

  /**
   * An exact product, which is of the column's scale: the engine has no cheaper way from an
   * unscaled value to a decimal.
   */
  private static String decimal(Types.DecimalType type, String carried) {
    int precision = type.precision();
    int scale = type.scale();
    if (precision > MOST_LONG_DIGITS) {
      return carried;
    }
    String whole = "CAST(" + carried + " AS DECIMAL(" + precision + ", 0))";
    if (scale == 0) {
      return whole;
    }
    String digits = "0." + "0".repeat(scale - 1) + "1";
    String unit = "CAST('" + digits + "' AS DECIMAL(" + scale + ", " + scale + "))";
    return "CAST(" + whole + " * " + unit + " AS DECIMAL(" + precision + ", " + scale + "))";
  }

  /** Declares a column of this form. */
  void declare(DuckDBTableFunctionBindInfo function, String name, Type type) throws SQLException {
    if (this != DECIMAL) {
      function.addResultColumn(name, engineType);
      return;
    }
    Types.DecimalType decimal = (Types.DecimalType) type;
    try (DuckDBLogicalType declared =
        DuckDBLogicalType.decimal(decimal.precision(), decimal.scale())) {
      function.addResultColumn(name, declared);
    }
  }
}
