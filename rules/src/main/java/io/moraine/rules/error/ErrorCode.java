/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.error;

/**
 * Every way in which a statement can fail: its SQLSTATE, whose fault it is, and whether running the
 * same statement again can succeed. States follow ISO/IEC 9075-2 and, where that is silent,
 * PostgreSQL's; states of our own have a letter in the third place.
 */
public enum ErrorCode {
  /** {@code SELECT FROM}: the text is not SQL. */
  SYNTAX_ERROR("42601", Kind.USER, false),
  /** {@code SELECT 1 + 'x'}: parsed, but the validator refuses it. */
  INVALID_STATEMENT("42000", Kind.USER, false),
  /** {@code SELECT * FROM nowhere}. */
  TABLE_NOT_FOUND("42S02", Kind.USER, false),
  /** {@code CREATE TABLE t (...)} where {@code t} exists. */
  TABLE_EXISTS("42S01", Kind.USER, false),
  /** {@code SELECT nothing FROM t}. */
  COLUMN_NOT_FOUND("42S22", Kind.USER, false),
  /** {@code CREATE TABLE t (a INTEGER, a INTEGER)}. */
  COLUMN_EXISTS("42S21", Kind.USER, false),
  /** {@code SELECT * FROM nowhere.t}. */
  SCHEMA_NOT_FOUND("3F000", Kind.USER, false),
  /** {@code CREATE SCHEMA s} where {@code s} exists. */
  SCHEMA_EXISTS("42P06", Kind.USER, false),
  /** {@code DROP SCHEMA s} where {@code s} holds tables. */
  SCHEMA_NOT_EMPTY("2BP01", Kind.USER, false),
  /** A name that fits two objects without regard to case. */
  AMBIGUOUS_NAME("42702", Kind.USER, false),
  /** A name or location that leaves its catalog's roots, or that no file system can hold. */
  INVALID_NAME("42602", Kind.USER, false),
  /** {@code CAST(3000000000 AS INTEGER)}. */
  NUMERIC_OUT_OF_RANGE("22003", Kind.USER, false),
  /** {@code 1 / 0}. */
  DIVISION_BY_ZERO("22012", Kind.USER, false),
  /** {@code CAST('x' AS DATE)}. */
  INVALID_DATETIME("22007", Kind.USER, false),
  /** A value that this path would have to round: microseconds through a path of milliseconds. */
  DATETIME_FIELD_OVERFLOW("22008", Kind.USER, false),
  /** {@code CAST('x' AS INTEGER)}. */
  INVALID_TEXT("22018", Kind.USER, false),
  /** A fixed(L) or binary value of the wrong length. */
  LENGTH_MISMATCH("22026", Kind.USER, false),
  /** {@code SUBSTRING(s FROM 1 FOR -1)}. */
  SUBSTRING_ERROR("22011", Kind.USER, false),
  /** {@code LN(0)}. */
  LOGARITHM_ERROR("2201E", Kind.USER, false),
  /** {@code SQRT(-1)}, {@code POWER(0, -1)}. */
  POWER_ERROR("2201F", Kind.USER, false),
  /** {@code s LIKE 'a!' ESCAPE '!'}. */
  INVALID_ESCAPE("22025", Kind.USER, false),
  /** A scalar sub-query with more than one row. */
  CARDINALITY_VIOLATION("21000", Kind.USER, false),
  /** NULL for a parameter of a function that takes none. */
  NULL_ARGUMENT("22004", Kind.USER, false),
  /** A function that a model declares threw an exception. */
  FUNCTION_FAILED("38000", Kind.USER, false),
  /** An argument outside of a function's domain. */
  INVALID_ARGUMENT("22023", Kind.USER, false),
  /** {@code INSERT INTO t VALUES (NULL)} on a required column. */
  NOT_NULL_VIOLATION("23502", Kind.USER, false),
  /** A parameter that was not set, or set to a type that its place cannot take. */
  INVALID_PARAMETER("07001", Kind.USER, false),
  /** Legal SQL, or a legal Iceberg table, that is not supported yet. */
  NOT_SUPPORTED("0A000", Kind.USER, false),
  /** A model, operand, URL property or server setting that is missing, unknown or contradictory. */
  INVALID_CONFIGURATION("F0000", Kind.USER, false),
  /** A client property that the server does not allow. */
  PROPERTY_NOT_ALLOWED("42501", Kind.USER, false),
  /** A catalog that cannot be reached or opened. */
  CATALOG_UNAVAILABLE("08001", Kind.EXTERNAL, true),
  /** A database, or another source of a foreign table, that cannot be read. */
  SOURCE_FAILED("HV000", Kind.EXTERNAL, true),
  /** Table metadata, a manifest or a data file that is damaged. */
  CORRUPT_FILE("XX001", Kind.EXTERNAL, false),
  /** A file that metadata names and that is not there. */
  FILE_NOT_FOUND("58P01", Kind.EXTERNAL, false),
  /** Reading or writing a file failed. */
  IO_ERROR("58030", Kind.EXTERNAL, true),
  /** A location that may not be read or written. */
  ACCESS_DENIED("42501", Kind.USER, false),
  /** Another commit won; running the statement again can succeed. */
  COMMIT_CONFLICT("40001", Kind.EXTERNAL, true),
  /** The commit may or may not have been applied; look before running the statement again. */
  COMMIT_UNKNOWN("40003", Kind.EXTERNAL, false),
  /** A schema change since the statement was prepared that it cannot absorb. */
  SCHEMA_CHANGED("0A001", Kind.EXTERNAL, true),
  /** A JDBC call that is not legal in the state of its object, as COMMIT under autocommit. */
  INVALID_STATE("25000", Kind.USER, false),
  /** The statement was cancelled. */
  CANCELLED("57014", Kind.USER, true),
  /** The statement ran into its time limit. */
  TIME_LIMIT("57014", Kind.USER, true),
  /** The memory limit was reached. */
  OUT_OF_MEMORY("53200", Kind.EXTERNAL, true),
  /** What does not fit into memory found no space on disk. */
  DISK_FULL("53100", Kind.EXTERNAL, true),
  /** As many statements run as may run at a time, and none of them has ended for long. */
  TOO_MANY_STATEMENTS("53400", Kind.EXTERNAL, true),
  /** The engine's native library cannot be loaded. */
  ENGINE_UNAVAILABLE("58000", Kind.EXTERNAL, false),
  /** The statement is too long, too deep or too complex. */
  TOO_COMPLEX("54001", Kind.USER, false),
  /** A fault of ours. */
  INTERNAL("XX000", Kind.INTERNAL, false);

  /** Whose fault an error is. */
  public enum Kind {
    /** The statement, its values or the configuration. */
    USER,
    /** A catalog, a file or another client. */
    EXTERNAL,
    /** This software. */
    INTERNAL
  }

  private final String sqlState;
  private final Kind kind;
  private final boolean retryable;

  ErrorCode(String sqlState, Kind kind, boolean retryable) {
    this.sqlState = sqlState;
    this.kind = kind;
    this.retryable = retryable;
  }

  /** The five characters of SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** Whose fault it is. */
  public Kind kind() {
    return kind;
  }

  /** Whether the same statement can succeed when it is run again. */
  public boolean retryable() {
    return retryable;
  }
}
