/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.session.Session;
import io.moraine.rules.expr.ParameterValues;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.calcite.avatica.AvaticaStatement;
import org.jspecify.annotations.Nullable;

/** A statement without parameters. */
final class MoraineStatement extends AvaticaStatement {
  private final MoraineConnection owner;
  private final StatementRunner runner;

  MoraineStatement(MoraineConnection owner, int type, int concurrency, int holdability) {
    super(owner, null, type, concurrency, holdability);
    this.owner = owner;
    this.runner = owner.newRunner();
  }

  @Override
  protected void executeInternal(String sql) throws SQLException {
    updateCount = -1;
    cancelFlag.set(false);
    closeOpenResult();
    StatementRunner.Outcome outcome =
        runner.start(
            this,
            cancellation -> {
              Session.Ready ready =
                  StatementRunner.abandonably(() -> owner.session().ready(sql), cancellation);
              ParameterValues none = ParameterValues.of(List.of());
              return runner.run(this, sql, ready.statement(), ready.pins(), none, cancellation);
            });
    openResultSet = outcome.resultSet();
    updateCount = outcome.updateCount();
  }

  @Override
  protected void checkOpen() throws SQLException {
    SqlExceptions.requireOpen(this);
  }

  private void closeOpenResult() {
    if (openResultSet != null) {
      openResultSet.close();
      openResultSet = null;
    }
  }

  /** Shows rows that are not those of an SQL text. */
  MoraineResultSet show(String what, List<ResultColumn> columns, List<@Nullable Object[]> rows)
      throws SQLException {
    closeOnCompletion();
    MoraineResultSet result =
        new MoraineResultSet(
            this,
            StatementRunner.signature(what, columns, List.of()),
            columns,
            owner.session().settings().timeZone());
    openResultSet = result.show(new ListRows(rows));
    return result;
  }

  @Override
  protected long[] executeBatchInternal() throws SQLException {
    throw SqlExceptions.unsupported("A batch of statements");
  }

  // Not synchronized: the executing thread holds the monitor.
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public void cancel() throws SQLException {
    try {
      cancelFlag.set(true);
      runner.cancel();
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  /** Ends what another thread runs, rather than to wait for it. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public void close() throws SQLException {
    runner.cancel();
    super.close();
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    if (current != Statement.KEEP_CURRENT_RESULT) {
      closeOpenResult();
    }
    updateCount = -1;
    return false;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(Statement.CLOSE_CURRENT_RESULT);
  }
}
