/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;

/**
 * Errors as they pass through the stock driver. It takes SQLSTATE from an {@link SQLException} alone,
 * and lets what is thrown between rows through as it is; but the interfaces on the way declare no
 * checked exception.
 */
final class JdbcErrors {
  private JdbcErrors() {}

  /** Throws {@code error} as JDBC callers expect it. Never returns. */
  static RuntimeException raise(MoraineException error) {
    throw JdbcErrors.<RuntimeException>unchecked(error.toSqlException());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> E unchecked(SQLException e) throws E {
    throw (E) e;
  }
}
