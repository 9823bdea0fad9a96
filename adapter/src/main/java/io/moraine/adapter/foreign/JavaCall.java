/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.calcite.linq4j.function.SemiStrict;
import org.apache.calcite.linq4j.function.Strict;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Calls of a Java method for the rows of a vector. */
final class JavaCall {
  private static final String MARK = "moraine-function:";
  private static final Pattern MARKED =
      Pattern.compile(MARK + "(\\w+):(.*?)" + MARK, Pattern.DOTALL);

  private final String name;
  private final MethodHandle method;
  private final @Nullable Constructor<?> constructor;
  private final List<JavaArgument> arguments;
  private final boolean strict;

  private JavaCall(
      String name,
      MethodHandle method,
      @Nullable Constructor<?> constructor,
      List<JavaArgument> arguments,
      boolean strict) {
    this.name = name;
    this.method = method;
    this.constructor = constructor;
    this.arguments = arguments;
    this.strict = strict;
  }

  static JavaCall of(String name, Method method, List<ForeignColumn> arguments) {
    Class<?>[] classes = method.getParameterTypes();
    if (classes.length != arguments.size()) {
      throw JavaFunction.unsupported(name, "optional parameters are not supported");
    }
    try {
      boolean isStatic = Modifier.isStatic(method.getModifiers());
      return new JavaCall(
          name,
          MethodHandles.publicLookup().unreflect(method),
          isStatic ? null : method.getDeclaringClass().getConstructor(),
          IntStream.range(0, classes.length)
              .mapToObj(i -> JavaArgument.of(name, arguments.get(i), classes[i]))
              .toList(),
          isStrict(method));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw JavaFunction.unsupported(
          name, "its class is not public, or has no constructor without parameters");
    }
  }

  private static boolean isStrict(Method method) {
    return method.isAnnotationPresent(Strict.class)
        || method.isAnnotationPresent(SemiStrict.class)
        || method.getDeclaringClass().isAnnotationPresent(Strict.class)
        || method.getDeclaringClass().isAnnotationPresent(SemiStrict.class);
  }

  /** Computes the values of all rows. */
  void run(DuckDBDataChunkReader rows, DuckDBWritableVector values, ForeignColumn result) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(JavaCall.class.getClassLoader());
    try {
      Object target = constructor == null ? null : constructor.newInstance();
      DuckDBReadableVector[] vectors = new DuckDBReadableVector[arguments.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = rows.vector(i);
      }
      for (long row = 0; row < rows.rowCount(); row++) {
        Object value = ForeignValues.carried(result, value(target, vectors, row));
        if (value == null) {
          values.setNull(row);
        } else {
          result.carrier().write(values, row, value);
        }
      }
    } catch (MoraineException e) {
      throw marked(e.code(), String.valueOf(e.getMessage()), e);
    } catch (Throwable e) {
      throw marked(ErrorCode.FUNCTION_FAILED, "Function " + name + " failed: " + e, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private @Nullable Object value(@Nullable Object target, DuckDBReadableVector[] vectors, long row)
      throws Throwable {
    int offset = target == null ? 0 : 1;
    @Nullable Object[] values = new Object[vectors.length + offset];
    for (int i = 0; i < vectors.length; i++) {
      Object value = vectors[i].isNull(row) ? null : arguments.get(i).value(vectors[i], row);
      if (value == null && strict) {
        return null;
      }
      if (value == null && arguments.get(i).isPrimitive()) {
        throw new MoraineException(
            ErrorCode.NULL_ARGUMENT,
            "Function "
                + name
                + " takes no NULL as its argument "
                + (i + 1)
                + ": its parameter is a primitive; give it a class, or annotate the function with"
                + " @Strict");
      }
      values[i + offset] = value;
    }
    if (target != null) {
      values[0] = target;
    }
    return method.invokeWithArguments(values);
  }

  /** The engine passes on the text alone. */
  private static RuntimeException marked(ErrorCode code, String message, Throwable cause) {
    return new IllegalStateException(MARK + code.name() + ":" + message + MARK, cause);
  }

  static @Nullable MoraineException failure(String message, Throwable cause) {
    Matcher matcher = MARKED.matcher(message);
    return matcher.find()
        ? new MoraineException(ErrorCode.valueOf(matcher.group(1)), matcher.group(2), cause)
        : null;
  }
}
