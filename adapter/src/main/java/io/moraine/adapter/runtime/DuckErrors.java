/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The engine's errors, which are texts, as errors of ours. */
final class DuckErrors {
  private static final Pattern MARKED = Pattern.compile(DuckMacros.ERROR_MARK + "(\\w{5})");
  private static final Pattern INNER = Pattern.compile("\\nError: (.*)", Pattern.DOTALL);
  private static final Pattern LOCATION = Pattern.compile("\\n+LINE \\d+:.*", Pattern.DOTALL);

  /** The text was a number, so it was its size that did not fit. */
  private static final Pattern NUMBER_TO_INTEGER =
      Pattern.compile("onvert string ['\"]\\s*[-+]?\\d+(\\.\\d*)?\\s*['\"] to (U?INT|DECIMAL)");

  private DuckErrors() {}

  static MoraineException translate(SQLException error) {
    MoraineException function = JavaFunction.failure(String.valueOf(error.getMessage()), error);
    if (function != null) {
      return function;
    }
    String message = readable(error.getMessage());
    Matcher marked = MARKED.matcher(message);
    if (marked.find()) {
      return marked(marked.group(1), error);
    }
    if (message.contains("More than one row returned by a subquery")) {
      return new MoraineException(
          ErrorCode.CARDINALITY_VIOLATION,
          "A sub-query that stands for one value has more than one row",
          error);
    }
    return new MoraineException(code(message), message, error);
  }

  private static MoraineException marked(String sqlState, SQLException error) {
    return switch (sqlState) {
      case "22012" -> new MoraineException(ErrorCode.DIVISION_BY_ZERO, "Division by zero", error);
      case "22003" ->
          new MoraineException(
              ErrorCode.NUMERIC_OUT_OF_RANGE, "The sum does not fit into 38 digits", error);
      case "22011" ->
          new MoraineException(
              ErrorCode.SUBSTRING_ERROR, "The length of a substring is negative", error);
      default -> throw new IllegalStateException("No macro raises " + sqlState, error);
    };
  }

  /** The message without the engine's own wrapping and without the generated SQL. */
  private static String readable(String raw) {
    String message = raw == null ? "unknown error of the engine" : raw;
    Matcher inner = INNER.matcher(message);
    if (inner.find()) {
      message = inner.group(1);
    }
    return LOCATION.matcher(message).replaceAll("").strip();
  }

  private static ErrorCode code(String message) {
    if (message.contains("expression depth limit")) {
      return ErrorCode.TOO_COMPLEX;
    }
    if (message.startsWith("INTERRUPT")) {
      return ErrorCode.CANCELLED;
    }
    if (message.startsWith("Out of Memory")) {
      return ErrorCode.OUT_OF_MEMORY;
    }
    if (message.startsWith("Out of Range")) {
      return ErrorCode.NUMERIC_OUT_OF_RANGE;
    }
    if (message.startsWith("Conversion Error")) {
      return conversion(message);
    }
    if (message.contains("escape character") || message.contains("escape string")) {
      return ErrorCode.INVALID_ESCAPE;
    }
    if (message.contains("No files found") || message.contains("No such file")) {
      return ErrorCode.FILE_NOT_FOUND;
    }
    if (message.startsWith("IO Error") || message.contains("arquet")) {
      return ErrorCode.CORRUPT_FILE;
    }
    if (message.startsWith("Invalid Input Error")) {
      return ErrorCode.INVALID_ARGUMENT;
    }
    return ErrorCode.INTERNAL;
  }

  private static ErrorCode conversion(String message) {
    if (message.contains("field value out of range")) {
      return ErrorCode.DATETIME_FIELD_OVERFLOW;
    }
    if (NUMBER_TO_INTEGER.matcher(message).find()) {
      return ErrorCode.NUMERIC_OUT_OF_RANGE;
    }
    if (message.contains("out of range") && !message.contains("timestamp")
        || message.contains("to DECIMAL")) {
      return message.contains("convert string") && !message.contains("out of range")
          ? ErrorCode.INVALID_TEXT
          : ErrorCode.NUMERIC_OUT_OF_RANGE;
    }
    if (message.contains("date") || message.contains("time")) {
      return ErrorCode.INVALID_DATETIME;
    }
    return ErrorCode.INVALID_TEXT;
  }
}
