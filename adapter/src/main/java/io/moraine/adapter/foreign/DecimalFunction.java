/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A function that returns decimals. Java does not say how many digits; Calcite would take it for
 * none behind the point.
 */
public final class DecimalFunction implements ScalarFunction {
  private static final int PRECISION = 38;
  private static final int SCALE = 10;

  private final ScalarFunctionImpl declared;

  private DecimalFunction(ScalarFunctionImpl declared) {
    this.declared = declared;
  }

  /** The function itself, or with a result type that has digits behind the point. */
  public static Function of(Function function) {
    return function instanceof ScalarFunctionImpl declared
            && declared.method.getReturnType() == BigDecimal.class
        ? new DecimalFunction(declared)
        : function;
  }

  ScalarFunctionImpl declared() {
    return declared;
  }

  @Override
  public RelDataType getReturnType(RelDataTypeFactory types) {
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, PRECISION, SCALE), true);
  }

  @Override
  public List<FunctionParameter> getParameters() {
    return declared.getParameters();
  }
}
