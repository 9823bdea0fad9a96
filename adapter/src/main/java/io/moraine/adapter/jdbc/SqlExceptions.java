/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;

/** Whatever was thrown, as JDBC callers receive it. */
final class SqlExceptions {
  private SqlExceptions() {}

  static SQLException of(Throwable thrown) {
    MoraineException ours = MoraineException.findIn(thrown);
    if (ours != null) {
      return ours.toSqlException();
    }
    if (thrown instanceof SQLException sql) {
      return sql;
    }
    if (thrown instanceof OutOfMemoryError) {
      return new SQLException(
          "The process ran out of memory: " + thrown.getMessage(),
          ErrorCode.OUT_OF_MEMORY.sqlState(),
          thrown);
    }
    return new SQLException("Unexpected failure: " + thrown, ErrorCode.INTERNAL.sqlState(), thrown);
  }

  static void requireOpen(Statement statement) throws SQLException {
    if (statement.isClosed()) {
      throw new SQLException("The statement is closed", "26000");
    }
  }

  static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(
        what + " is not supported", ErrorCode.NOT_SUPPORTED.sqlState());
  }
}
