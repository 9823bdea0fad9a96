/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A function of a model, for arguments of certain types, as a function of the engine. The engine
 * calls it with exact Java values; none of Calcite's generated code is between.
 */
public final class JavaFunction {
  private static final Map<String, JavaFunction> KNOWN = new ConcurrentHashMap<>();

  private final String engineName;
  private final List<ForeignColumn> arguments;
  private final ForeignColumn result;
  private final JavaCall call;
  private final boolean deterministic;

  private JavaFunction(
      String engineName,
      List<ForeignColumn> arguments,
      ForeignColumn result,
      JavaCall call,
      boolean deterministic) {
    this.engineName = engineName;
    this.arguments = arguments;
    this.result = result;
    this.call = call;
    this.deterministic = deterministic;
  }

  /**
   * The function that an operator calls, or null if it is none of a model's.
   *
   * @throws MoraineException NOT_SUPPORTED for a type that does not reach Java exactly
   */
  public static @Nullable JavaFunction of(
      SqlOperator operator, List<RelDataType> arguments, RelDataType result) {
    Method method = method(operator);
    if (method == null) {
      return null;
    }
    String types =
        arguments.stream().map(RelDataType::getFullTypeString).collect(Collectors.joining(", "));
    String key =
        System.identityHashCode(method.getDeclaringClass())
            + method.toGenericString()
            + "("
            + types
            + ")"
            + result.getFullTypeString();
    return KNOWN.computeIfAbsent(
        key,
        k -> create(operator, method, arguments, result, "moraine_java_" + (KNOWN.size() + 1)));
  }

  private static @Nullable Method method(SqlOperator operator) {
    if (!(operator instanceof SqlUserDefinedFunction declared)) {
      return null;
    }
    Function function = declared.getFunction();
    if (function instanceof TypedFunction typed) {
      return typed.declared().method;
    }
    return function instanceof ScalarFunctionImpl scalar ? scalar.method : null;
  }

  private static JavaFunction create(
      SqlOperator operator,
      Method method,
      List<RelDataType> types,
      RelDataType resultType,
      String engineName) {
    String name = operator.getName();
    List<ForeignColumn> arguments = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      arguments.add(ForeignColumn.argument(name, i + 1, types.get(i)));
    }
    ForeignColumn result = ForeignColumn.result(name, resultType);
    result.carrier();
    return new JavaFunction(
        engineName,
        List.copyOf(arguments),
        result,
        JavaCall.of(name, method, arguments),
        operator.isDeterministic());
  }

  /** The engine's expression for a call; {@code $0}, {@code $1} … stand for the arguments. */
  public String template() {
    String carried =
        IntStream.range(0, arguments.size())
            .mapToObj(i -> arguments.get(i).carriedSql("$" + i))
            .collect(Collectors.joining(", ", engineName + "(", ")"));
    return result.sql(carried);
  }

  /** Makes the function known to an instance of the engine, once. */
  public void register(Connection engine) throws SQLException {
    try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
      builder.withName(engineName);
      for (ForeignColumn argument : arguments) {
        argument.carrier().parameter(builder, argument.type());
      }
      result.carrier().returned(builder, result.type());
      if (!deterministic) {
        builder.withVolatile();
      }
      builder
          .withVectorizedFunction((rows, values) -> call.run(rows, values, result))
          .register(engine);
    }
  }

  @Override
  public String toString() {
    return engineName;
  }

  /** What a function failed with, where the engine has only the text of it. */
  public static @Nullable MoraineException failure(String message, Throwable cause) {
    return JavaCall.failure(message, cause);
  }

  static MoraineException unsupported(String function, String what) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED, "Cannot call function " + function + ": " + what);
  }
}
