/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A function with SQL types for the Java classes for which Calcite has none, or too small ones: of
 * a decimal that a function returns, Java does not say how many digits it has.
 */
public final class TypedFunction implements ScalarFunction {
  private static final int PRECISION = 38;
  private static final int SCALE = 10;
  private static final int MICROS = 6;

  private final ScalarFunctionImpl declared;

  private TypedFunction(ScalarFunctionImpl declared) {
    this.declared = declared;
  }

  /** The function itself, or with types of its own. */
  public static Function of(Function function) {
    return function instanceof ScalarFunctionImpl declared
            && (isOurs(declared.method.getReturnType())
                || declared.method.getReturnType() == BigDecimal.class
                || Arrays.stream(declared.method.getParameterTypes())
                    .anyMatch(TypedFunction::isOurs))
        ? new TypedFunction(declared)
        : function;
  }

  ScalarFunctionImpl declared() {
    return declared;
  }

  private static boolean isOurs(Class<?> type) {
    return type == UUID.class
        || type == BigInteger.class
        || type == LocalDate.class
        || type == LocalTime.class
        || type == LocalDateTime.class
        || type == Instant.class
        || type == OffsetDateTime.class;
  }

  private static @Nullable RelDataType type(RelDataTypeFactory types, Class<?> type) {
    if (!isOurs(type)) {
      return null;
    }
    RelDataType sql =
        switch (type.getSimpleName()) {
          case "UUID" -> types.createSqlType(SqlTypeName.UUID);
          case "BigInteger" -> types.createSqlType(SqlTypeName.DECIMAL, PRECISION, 0);
          case "LocalDate" -> types.createSqlType(SqlTypeName.DATE);
          case "LocalTime" -> types.createSqlType(SqlTypeName.TIME, MICROS);
          case "LocalDateTime" -> types.createSqlType(SqlTypeName.TIMESTAMP, MICROS);
          default -> types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, MICROS);
        };
    return types.createTypeWithNullability(sql, true);
  }

  @Override
  public RelDataType getReturnType(RelDataTypeFactory types) {
    Class<?> returned = declared.method.getReturnType();
    if (returned == BigDecimal.class) {
      return types.createTypeWithNullability(
          types.createSqlType(SqlTypeName.DECIMAL, PRECISION, SCALE), true);
    }
    RelDataType ours = type(types, returned);
    return ours == null ? declared.getReturnType(types) : ours;
  }

  @Override
  public List<FunctionParameter> getParameters() {
    Class<?>[] classes = declared.method.getParameterTypes();
    return declared.getParameters().stream()
        .<FunctionParameter>map(
            parameter -> new Parameter(parameter, classes[parameter.getOrdinal()]))
        .toList();
  }

  private record Parameter(FunctionParameter declared, Class<?> type) implements FunctionParameter {
    @Override
    public int getOrdinal() {
      return declared.getOrdinal();
    }

    @Override
    public String getName() {
      return declared.getName();
    }

    @Override
    public RelDataType getType(RelDataTypeFactory types) {
      RelDataType ours = TypedFunction.type(types, type);
      return ours == null ? declared.getType(types) : ours;
    }

    @Override
    public boolean isOptional() {
      return declared.isOptional();
    }
  }
}
