/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBWritableVector;

/** The form in which a column's values enter the engine, which has no other forms for Java. */
enum Carrier {
  BOOLEAN(DuckDBColumnType.BOOLEAN) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setBoolean(row, (Boolean) value);
    }
  },
  BIGINT(DuckDBColumnType.BIGINT) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setLong(row, (Long) value);
    }
  },
  FLOAT(DuckDBColumnType.FLOAT) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setFloat(row, (Float) value);
    }
  },
  DOUBLE(DuckDBColumnType.DOUBLE) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setDouble(row, (Double) value);
    }
  },
  DECIMAL(DuckDBColumnType.DECIMAL) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setBigDecimal(row, (BigDecimal) value);
    }
  },
  VARCHAR(DuckDBColumnType.VARCHAR) {
    @Override
    void write(DuckDBWritableVector vector, long row, Object value) {
      vector.setString(row, (String) value);
    }
  };

  private final DuckDBColumnType engineType;

  Carrier(DuckDBColumnType engineType) {
    this.engineType = engineType;
  }

  /** Writes a value that is not NULL, of this carrier's Java class. */
  abstract void write(DuckDBWritableVector vector, long row, Object value);

  /** Declares a column of this form. */
  void declare(DuckDBTableFunctionBindInfo function, String name, RelDataType type)
      throws SQLException {
    if (this != DECIMAL) {
      function.addResultColumn(name, engineType);
      return;
    }
    try (DuckDBLogicalType decimal =
        DuckDBLogicalType.decimal(type.getPrecision(), type.getScale())) {
      function.addResultColumn(name, decimal);
    }
  }

  /** Declares a parameter of a function. */
  void parameter(DuckDBScalarFunctionBuilder function, RelDataType type) throws SQLException {
    if (this != DECIMAL) {
      function.withParameter(engineType);
      return;
    }
    try (DuckDBLogicalType decimal =
        DuckDBLogicalType.decimal(type.getPrecision(), type.getScale())) {
      function.withParameter(decimal);
    }
  }

  /** Declares a function's result. */
  void returned(DuckDBScalarFunctionBuilder function, RelDataType type) throws SQLException {
    if (this != DECIMAL) {
      function.withReturnType(engineType);
      return;
    }
    try (DuckDBLogicalType decimal =
        DuckDBLogicalType.decimal(type.getPrecision(), type.getScale())) {
      function.withReturnType(decimal);
    }
  }

  /** The form for a type, or empty if its values cannot be carried. */
  static Optional<Carrier> of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Optional.of(BOOLEAN);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> Optional.of(BIGINT);
      case REAL -> Optional.of(FLOAT);
      case FLOAT, DOUBLE -> Optional.of(DOUBLE);
      case DECIMAL -> Optional.of(DECIMAL);
      // Days, or micro- or nanoseconds.
      case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Optional.of(BIGINT);
      // Bytes as hexadecimal digits.
      case CHAR, VARCHAR, BINARY, VARBINARY, UUID -> Optional.of(VARCHAR);
      default -> Optional.empty();
    };
  }
}
