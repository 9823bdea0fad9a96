/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.apache.calcite.avatica.AvaticaSeverity;

/** Errors in the form in which their SQLSTATE passes through the stock driver. */
final class JdbcErrors {
  private JdbcErrors() {}

  /**
   * An error while a statement is prepared or started: of all unchecked exceptions the driver takes
   * SQLSTATE from this one.
   */
  static RuntimeException starting(Throwable thrown) {
    MoraineException error = SqlErrors.invalid(thrown);
    AvaticaClientRuntimeException carrier =
        new AvaticaClientRuntimeException(
            String.valueOf(error.getMessage()),
            0,
            error.code().sqlState(),
            AvaticaSeverity.ERROR,
            List.of(),
            null);
    carrier.initCause(error);
    return carrier;
  }

  /**
   * Throws an error between rows. The driver passes it on as it is, so that it must be what JDBC
   * declares, although the interfaces on the way declare nothing. Never returns.
   */
  static RuntimeException fetching(Throwable thrown) {
    throw JdbcErrors.<RuntimeException>unchecked(SqlErrors.invalid(thrown).toSqlException());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> E unchecked(SQLException e) throws E {
    throw (E) e;
  }
}
