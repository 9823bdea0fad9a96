/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.Cancellation;
import io.moraine.adapter.schema.Pins;
import io.moraine.adapter.session.CompiledStatement;
import io.moraine.adapter.session.Session;
import io.moraine.rules.expr.ParameterValues;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A statement with parameters. It is compiled once, and again when a table that it uses got other
 * columns; every execution sees the tables' newest states.
 */
final class MorainePreparedStatement extends ParameterSetters {
  private final StatementRunner runner;
  private final String sql;
  private CompiledStatement compiled;

  MorainePreparedStatement(
      MoraineConnection owner,
      StatementRunner runner,
      String sql,
      CompiledStatement compiled,
      int type,
      int concurrency,
      int holdability)
      throws SQLException {
    super(
        owner,
        owner.newHandle(),
        runner.describe(sql, compiled),
        type,
        concurrency,
        holdability,
        compiled.parameterTypes().size());
    this.runner = runner;
    this.sql = sql;
    this.compiled = compiled;
  }

  private boolean run() throws SQLException {
    checkOpen();
    updateCount = -1;
    cancelFlag.set(false);
    if (openResultSet != null) {
      openResultSet.close();
      openResultSet = null;
    }
    StatementRunner.Outcome outcome = runner.start(this, this::run);
    openResultSet = outcome.resultSet();
    updateCount = outcome.updateCount();
    return openResultSet != null;
  }

  private StatementRunner.Outcome run(Cancellation cancellation) throws SQLException {
    Pins pins = new Pins();
    CompiledStatement known = compiled;
    Pins looking = pins;
    if (!StatementRunner.abandonably(() -> Session.isCurrent(known, looking), cancellation)) {
      compiled = runner.compile(sql, cancellation);
      pins = Pins.asValidated();
    }
    ParameterValues parameters = ParameterValues.of(boundValues());
    return runner.run(this, sql, compiled, pins, parameters, cancellation);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    if (!run()) {
      throw new SQLException("The statement returned no rows, but a count: " + sql, "07005");
    }
    return openResultSet;
  }

  @Override
  public boolean execute() throws SQLException {
    return run();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    if (run()) {
      openResultSet.close();
      throw new SQLException("The statement returned rows, not a count: " + sql, "07005");
    }
    return updateCount;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    throw SqlExceptions.unsupported("A batch of statements");
  }

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
}
