/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.jspecify.annotations.Nullable;

/** A function of which we know the name, the types and the meaning to the engine. */
final class LibraryFunction extends SqlFunction {
  /** How a call becomes the engine's text. */
  private final Writer writer;

  LibraryFunction(
      String name,
      SqlReturnTypeInference type,
      @Nullable SqlOperandTypeChecker operands,
      Writer writer) {
    super(name, SqlKind.OTHER_FUNCTION, type, null, operands, SqlFunctionCategory.SYSTEM);
    this.writer = writer;
  }

  /** A function in place of one of Calcite's, to which the parser gives a syntax of its own. */
  LibraryFunction(
      SqlFunction parsed,
      SqlReturnTypeInference type,
      SqlOperandTypeChecker operands,
      Writer writer) {
    super(parsed.getName(), parsed.getKind(), type, null, operands, parsed.getFunctionType());
    this.writer = writer;
  }

  Writer writer() {
    return writer;
  }

  /** Writes a call's text. */
  @FunctionalInterface
  interface Writer {
    /**
     * The text, in which {@code $0} … stand for operands.
     *
     * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED where it would not be exact
     */
    String text(LibraryCall call);
  }
}
