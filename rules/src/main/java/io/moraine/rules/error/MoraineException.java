/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.error;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The one exception that leaves this project's code. Its message says what was being done, to which
 * table, column, file or snapshot, what was found, and what to do; it never holds a secret.
 */
public final class MoraineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** An error without a cause of its own. */
  public MoraineException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** An error that another one led to. */
  public MoraineException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What went wrong, as a code. */
  public ErrorCode code() {
    return code;
  }

  /** The same error as JDBC callers receive it, with this exception as its cause. */
  public SQLException toSqlException() {
    return code == ErrorCode.TIME_LIMIT
        ? new SQLTimeoutException(getMessage(), code.sqlState(), this)
        : new SQLException(getMessage(), code.sqlState(), this);
  }

  /** The first exception of this type among {@code thrown} and its causes, or null. */
  public static @Nullable MoraineException findIn(@Nullable Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof MoraineException found) {
        return found;
      }
      if (t.getCause() == t) {
        return null;
      }
    }
    return null;
  }
}
