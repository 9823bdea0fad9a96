/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.adapter.verify.FileVerification;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The engine's errors, which are texts, as errors of ours. */
final class DuckErrors {
  private static final Pattern MARKED =
      Pattern.compile(DuckMacros.ERROR_MARK + "(\\w{5}) ([^\\n]*)");
  private static final Pattern INNER = Pattern.compile("\\nError: (.*)", Pattern.DOTALL);
  private static final Pattern LOCATION = Pattern.compile("\\n+LINE \\d+:.*", Pattern.DOTALL);

  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("Out of Memory(?: Error)?: *([^\\n]*)");

  /** The text was a number, so it was its size that did not fit. */
  private static final Pattern NUMBER_TO_INTEGER =
      Pattern.compile("onvert string ['\"]\\s*[-+]?\\d+(\\.\\d*)?\\s*['\"] to (U?INT|DECIMAL)");

  /** A date-time that the engine's type cannot hold. */
  private static final Pattern DATETIME_RANGE =
      Pattern.compile(
          "field value out of range|Date out of range|timestamp range|Interval value .* out of range"
              + "|with value \\S*\\d-\\d\\d-\\d\\d.* can't be cast|convert Timestamp\\(US\\)");

  /** What the engine's reader of Parquet says without the name of the file. */
  private static final Pattern DAMAGED_PAGE =
      Pattern.compile(
          "TProtocolException|don't know what type|invalid TType|Out of buffer|GZIP stream"
              + "|Prefetch registered|Mismatch in parquet read|next power of 2");

  private DuckErrors() {}

  static MoraineException translate(SQLException error) {
    MoraineException function = JavaFunction.failure(String.valueOf(error.getMessage()), error);
    if (function != null) {
      return function;
    }
    String message = readable(error.getMessage());
    Matcher marked = MARKED.matcher(message);
    if (marked.find()) {
      return new MoraineException(marked(marked.group(1)), marked.group(2).strip(), error);
    }
    if (message.contains("More than one row returned by a subquery")) {
      return new MoraineException(
          ErrorCode.CARDINALITY_VIOLATION,
          "A sub-query that stands for one value has more than one row",
          error);
    }
    if (message.contains("non-inner join on subquery")) {
      return new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "A LEFT, RIGHT or FULL join on a sub-query that refers to both sides is not supported:"
              + " use LEFT JOIN LATERAL, or join with the rows of the sub-query",
          error);
    }
    if (message.startsWith("Out of Memory")) {
      return exhausted(message, error);
    }
    if (DAMAGED_PAGE.matcher(message).find()) {
      return new MoraineException(
          ErrorCode.CORRUPT_FILE,
          "A data file is damaged: "
              + message
              + "; start Java with -D"
              + FileVerification.PROPERTY
              + "="
              + FileVerification.CHECKSUMS
              + " to have it named",
          error);
    }
    return new MoraineException(code(message), message, error);
  }

  /** The engine's own advice names settings of its own. */
  private static MoraineException exhausted(String message, SQLException error) {
    Matcher found = FIRST_SENTENCE.matcher(message);
    String detail = found.find() ? found.group(1) : message;
    return message.contains("max_temp_directory_size")
        ? new MoraineException(
            ErrorCode.DISK_FULL,
            "The statement does not fit into memory, nor into the space on disk for what does not: "
                + detail
                + "; free some in the folder for temporary files, allow more (-D"
                + RuntimeLimits.SPILL
                + "=SIZE), or select less at a time",
            error)
        : new MoraineException(
            ErrorCode.OUT_OF_MEMORY,
            "The statement does not fit into the engine's memory: "
                + detail
                + "; select less at a time, run fewer statements at a time, or give the process"
                + " more memory (-D"
                + RuntimeLimits.MEMORY
                + "=SIZE)",
            error);
  }

  private static ErrorCode marked(String sqlState) {
    return switch (sqlState) {
      case "22012" -> ErrorCode.DIVISION_BY_ZERO;
      case "22003" -> ErrorCode.NUMERIC_OUT_OF_RANGE;
      case "22007" -> ErrorCode.INVALID_DATETIME;
      case "22008" -> ErrorCode.DATETIME_FIELD_OVERFLOW;
      case "22011" -> ErrorCode.SUBSTRING_ERROR;
      case "22023" -> ErrorCode.INVALID_ARGUMENT;
      case "2201E" -> ErrorCode.LOGARITHM_ERROR;
      case "2201F" -> ErrorCode.POWER_ERROR;
      default -> throw new IllegalStateException("No macro raises " + sqlState);
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
    if (message.contains("No space left on device")) {
      return ErrorCode.DISK_FULL;
    }
    if (DATETIME_RANGE.matcher(message).find()) {
      return ErrorCode.DATETIME_FIELD_OVERFLOW;
    }
    if (message.startsWith("Out of Range")
        || message.contains("out of range for the destination")) {
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
    if (message.contains("Failed to cast decimal value")) {
      return ErrorCode.NUMERIC_OUT_OF_RANGE;
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
