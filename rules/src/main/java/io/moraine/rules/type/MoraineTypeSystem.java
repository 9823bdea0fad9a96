/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type system under which no Iceberg value loses a digit: DECIMAL to 38 digits, date-times to
 * nanoseconds, and aggregates whose result types cannot overflow silently.
 *
 * <p>Names it by the connection property {@code typeSystem} on the stock Calcite driver.
 */
public final class MoraineTypeSystem extends RelDataTypeSystemImpl {
  /** The precision of Iceberg's {@code decimal}, in digits. */
  public static final int MAX_DECIMAL_PRECISION = 38;

  private static final int MAX_DATETIME_PRECISION = 9;
  private static final int DEFAULT_DATETIME_PRECISION = 6;
  private static final int AVG_SCALE = 16;

  /** The only instance that matters; the type system has no state. */
  public static final MoraineTypeSystem INSTANCE = new MoraineTypeSystem();

  /** For Calcite, which makes its type system by reflection. */
  public MoraineTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> MAX_DECIMAL_PRECISION;
      case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> MAX_DATETIME_PRECISION;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> MAX_DATETIME_PRECISION;
      // A long literal has its own length as its type; a limit would cut the value.
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> DEFAULT_DATETIME_PRECISION;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> DEFAULT_DATETIME_PRECISION;
      case DECIMAL -> MAX_DECIMAL_PRECISION;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL ? MAX_DECIMAL_PRECISION : super.getMaxScale(typeName);
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
    RelDataType sum =
        switch (argumentType.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> typeFactory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> decimal(typeFactory, 0);
          case DECIMAL -> decimal(typeFactory, argumentType.getScale());
          case REAL, FLOAT -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
          default -> argumentType;
        };
    return typeFactory.createTypeWithNullability(sum, argumentType.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
    RelDataType avg =
        switch (argumentType.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> decimal(typeFactory, AVG_SCALE);
          case DECIMAL -> decimal(typeFactory, averageScale(argumentType));
          case REAL, FLOAT -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
          default -> argumentType;
        };
    return typeFactory.createTypeWithNullability(avg, argumentType.isNullable());
  }

  /** As many fraction digits as fit beside all integer digits of the argument, at most 16. */
  private static int averageScale(RelDataType argument) {
    int integerDigits = argument.getPrecision() - argument.getScale();
    return Math.max(
        argument.getScale(), Math.min(AVG_SCALE, MAX_DECIMAL_PRECISION - integerDigits));
  }

  private static RelDataType decimal(RelDataTypeFactory typeFactory, int scale) {
    return typeFactory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_PRECISION, scale);
  }

  /** Casts of literals, which the planner folds, must round as the engine rounds columns. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Generated SQL runs on an engine that folds case, so derived names must differ without it. */
  @Override
  public boolean isSchemaCaseSensitive() {
    return false;
  }
}
