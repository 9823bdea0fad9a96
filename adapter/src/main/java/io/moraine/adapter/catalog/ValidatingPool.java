/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.apache.iceberg.jdbc.JdbcClientPool;
import org.apache.iceberg.jdbc.UncheckedSQLException;

/**
 * Connections of a JDBC catalog that are checked before they are used, and never run a statement
 * twice. Iceberg's own pool repeats a statement whose answer was lost; when that statement was a
 * commit that had succeeded, the repetition fails and Iceberg then takes back what another client
 * committed in between.
 */
final class ValidatingPool extends JdbcClientPool {
  private static final int VALID_WITHIN_SECONDS = 3;

  private final ConcurrentLinkedDeque<Connection> unused = new ConcurrentLinkedDeque<>();
  private final Semaphore permits;

  ValidatingPool(String uri, Map<String, String> properties) {
    super(uri, properties);
    permits = new Semaphore(poolSize(), true);
  }

  @Override
  protected boolean isConnectionException(Exception e) {
    return false;
  }

  @Override
  public <R> R run(Action<R, Connection, SQLException> action)
      throws SQLException, InterruptedException {
    return run(action, false);
  }

  @Override
  public <R> R run(Action<R, Connection, SQLException> action, boolean retry)
      throws SQLException, InterruptedException {
    permits.acquire();
    try {
      if (isClosed()) {
        throw new IllegalStateException("The catalog is closed");
      }
      Connection connection = validConnection();
      try {
        return action.run(connection);
      } finally {
        unused.addFirst(connection);
      }
    } finally {
      permits.release();
    }
  }

  /** Waits for the statements that run, then closes all connections. */
  @Override
  public void close() {
    permits.acquireUninterruptibly(poolSize());
    try {
      super.close();
      for (Connection c = unused.pollFirst(); c != null; c = unused.pollFirst()) {
        close(c);
      }
    } finally {
      permits.release(poolSize());
    }
  }

  private Connection validConnection() {
    Connection connection = unused.pollFirst();
    if (connection == null) {
      return newClient();
    }
    if (isValid(connection)) {
      return connection;
    }
    discard(connection);
    return newClient();
  }

  private static boolean isValid(Connection connection) {
    try {
      return !connection.isClosed() && connection.isValid(VALID_WITHIN_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  private void discard(Connection connection) {
    try {
      close(connection);
    } catch (UncheckedSQLException e) {
      // It was found broken; that it cannot be closed either says nothing new.
    }
  }
}
