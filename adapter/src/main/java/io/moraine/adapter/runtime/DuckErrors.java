/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The engine's errors, which are texts, as errors of ours. */
final class DuckErrors {
  private static final Pattern MARKED = Pattern.compile(DuckMacros.ERROR_MARK + "(\\w{5})");
  private static final Pattern INNER = Pattern.compile("\\nError: (.*)", Pattern.DOTALL);
  private static final Pattern LOCATION = Pattern.compile("\\n+LINE \\d+:.*", Pattern.DOTALL);

  private static final Pattern LONG_NUMBER =
      Pattern.compile("Could not convert string '\\s*[+-]?\\d+\\s*' to INT\\d");

  private DuckErrors() {}

  static MoraineException translate(SQLException error) {
    String message = readable(error.getMessage());
    Matcher marked = MARKED.matcher(message);
    if (marked.find()) {
      return marked(marked.group(1), error);
    }
    return new MoraineException(code(message), message, error);
  }

  private static MoraineException marked(String sqlState, SQLException error) {
    return switch (sqlState) {
      case "22012" -> new MoraineException(ErrorCode.DIVISION_BY_ZERO, "Division by zero", error);
      case "22003" ->
          new MoraineException(
              ErrorCode.NUMERIC_OUT_OF_RANGE, "The sum does not fit into 38 digits", error);
      default ->
          new MoraineException(
              Arrays.stream(ErrorCode.values())
                  .filter(c -> c.sqlState().equals(sqlState))
                  .findFirst()
                  .orElse(ErrorCode.INVALID_ARGUMENT),
              "The length of a substring is negative",
              error);
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
    if (LONG_NUMBER.matcher(message).find()) {
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
