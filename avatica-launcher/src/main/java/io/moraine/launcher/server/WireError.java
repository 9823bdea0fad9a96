/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An error as a client sees it: SQLSTATE, code and message, and no stack trace. A fault that
 * carries no SQLSTATE is ours: it is logged under an identifier, and only the identifier is sent.
 */
record WireError(String sqlState, int code, String message) {
  private static final Logger LOG = LoggerFactory.getLogger(WireError.class);
  private static final int MAX_CAUSES = 50;

  /** The error that {@code thrown} stands for. */
  static WireError of(Throwable thrown) {
    SQLException first = null;
    Throwable current = thrown;
    for (int depth = 0; current != null && depth < MAX_CAUSES; depth++) {
      if (current instanceof NoSuchConnectionException) {
        return new WireError(
            "08003",
            ErrorResponse.MISSING_CONNECTION_ERROR_CODE,
            "The connection is not open on this server: it was closed, it was idle for too long, or"
                + " the server was started again");
      }
      if (current instanceof StackOverflowError) {
        return new WireError("54001", -1, "The statement is nested too deeply");
      }
      if (current instanceof SQLException sql) {
        if (sql.getSQLState() != null && !sql.getSQLState().isBlank()) {
          return new WireError(sql.getSQLState(), sql.getErrorCode(), text(sql));
        }
        first = first == null ? sql : first;
      }
      current = current.getCause();
    }
    return first == null ? internal(thrown) : new WireError("HY000", -1, text(first));
  }

  private static String text(SQLException e) {
    return e.getMessage() == null ? "No message" : e.getMessage();
  }

  private static WireError internal(Throwable thrown) {
    String id = String.format(Locale.ROOT, "%08x", ThreadLocalRandom.current().nextInt());
    LOG.error("Request failed [{}]", id, thrown);
    return new WireError(
        "XX000",
        -1,
        "Internal error " + id + "; the server's log has the details under this number");
  }

  /** The message of Avatica's protocol. */
  ErrorResponse toResponse(@Nullable RpcMetadataResponse metadata) {
    return new ErrorResponse(List.of(), message, code, sqlState, AvaticaSeverity.ERROR, metadata);
  }
}
