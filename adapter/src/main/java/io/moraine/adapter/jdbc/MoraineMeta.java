/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.util.List;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * Avatica's way from a JDBC object to a database. Here connections and statements do their work
 * themselves, so that values never leave their exact types; only handles come from here.
 */
final class MoraineMeta extends MetaImpl {
  MoraineMeta(AvaticaConnection connection) {
    super(connection);
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("Statements execute themselves");
  }

  @Override
  public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRowCount) {
    throw unused();
  }

  @Override
  @Deprecated
  public ExecuteResult prepareAndExecute(
      StatementHandle h, String sql, long maxRowCount, PrepareCallback callback) {
    throw unused();
  }

  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle h,
      String sql,
      long maxRowCount,
      int maxRowsInFirstFrame,
      PrepareCallback callback) {
    throw unused();
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> sqlCommands) {
    throw unused();
  }

  @Override
  public ExecuteBatchResult executeBatch(
      StatementHandle h, List<List<TypedValue>> parameterValues) {
    throw unused();
  }

  @Override
  public Frame fetch(StatementHandle h, long offset, int fetchMaxRowCount) {
    throw unused();
  }

  @Override
  @Deprecated
  public ExecuteResult execute(
      StatementHandle h, List<TypedValue> parameterValues, long maxRowCount) {
    throw unused();
  }

  @Override
  public ExecuteResult execute(
      StatementHandle h, List<TypedValue> parameterValues, int maxRowsInFirstFrame) {
    throw unused();
  }

  @Override
  public void closeStatement(StatementHandle h) {}

  @Override
  public boolean syncResults(StatementHandle sh, QueryState state, long offset) {
    return false;
  }

  @Override
  public void commit(ConnectionHandle ch) {
    throw unused();
  }

  @Override
  public void rollback(ConnectionHandle ch) {
    throw unused();
  }
}
