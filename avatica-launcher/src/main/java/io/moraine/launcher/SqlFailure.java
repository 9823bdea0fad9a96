/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.apache.calcite.avatica.AvaticaSqlException;
import org.jspecify.annotations.Nullable;

/**
 * What a failed statement is reported as. A remote client of Avatica wraps the server's message in
 * words of its own, and throws some errors unchecked; here they look as the embedded driver's do.
 *
 * @param sqlState the five characters of SQLSTATE
 * @param message the message
 */
public record SqlFailure(String sqlState, String message) {
  private static final String UNKNOWN_STATE = "HY000";
  private static final String REMOTE = "Remote driver error: ";

  /** The failure that {@code thrown} stands for. */
  public static SqlFailure of(Exception thrown) {
    if (thrown instanceof AvaticaSqlException e) {
      return of(e.getSQLState(), e.getErrorMessage(), e);
    }
    if (thrown instanceof SQLException e) {
      return of(e.getSQLState(), e.getMessage(), e);
    }
    if (thrown instanceof AvaticaClientRuntimeException e) {
      return of(e.getSqlState(), e.getMessage(), e);
    }
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return of(null, root.getMessage(), thrown);
  }

  private static SqlFailure of(@Nullable String state, @Nullable String message, Exception thrown) {
    String text = message == null ? thrown.getClass().getSimpleName() : message;
    int wrapped = text.indexOf(REMOTE);
    return new SqlFailure(
        state == null || state.isBlank() ? UNKNOWN_STATE : state,
        wrapped < 0 ? text : text.substring(wrapped + REMOTE.length()));
  }

  /** {@code SQLSTATE: message}. */
  @Override
  public String toString() {
    return sqlState + ": " + message;
  }
}
