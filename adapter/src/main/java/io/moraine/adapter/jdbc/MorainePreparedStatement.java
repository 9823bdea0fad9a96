/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.Cancellation;
import io.moraine.adapter.schema.Pins;
import io.moraine.adapter.session.Compilation;
import io.moraine.rules.expr.ParameterValues;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A statement with parameters. It is compiled once, and again when a name in it means another table
 * or a table got other columns; every execution sees the tables' newest states.
 */
final class MorainePreparedStatement extends ParameterSetters {
  private final MoraineConnection owner;
  private final StatementRunner runner;
  private final String sql;
  private Compilation compilation;

  MorainePreparedStatement(
      MoraineConnection owner,
      StatementRunner runner,
      String sql,
      Compilation compilation,
      int type,
      int concurrency,
      int holdability)
      throws SQLException {
    super(
        owner,
        owner.newHandle(),
        runner.describe(sql, compilation.statement()),
        type,
        concurrency,
        holdability,
        compilation.statement().parameterTypes().size());
    this.owner = owner;
    this.runner = runner;
    this.sql = sql;
    this.compilation = compilation;
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
    Compilation known = compilation;
    Optional<Pins> pins =
        StatementRunner.abandonably(() -> owner.session().again(known), cancellation);
    if (pins.isEmpty()) {
      compilation = StatementRunner.abandonably(() -> owner.session().compile(sql), cancellation);
    }
    ParameterValues parameters = ParameterValues.of(boundValues());
    Pins seen = pins.orElseGet(Pins::asValidated);
    return runner.run(this, sql, compilation.statement(), seen, parameters, cancellation);
  }

  @Override
  public ResultSet executeQuery(String other) throws SQLException {
    throw hasAText();
  }

  @Override
  public boolean execute(String other) throws SQLException {
    throw hasAText();
  }

  @Override
  public long executeLargeUpdate(String other) throws SQLException {
    throw hasAText();
  }

  private static SQLException hasAText() {
    return new SQLException(
        "A prepared statement has its text already; run others by createStatement()", "HY010");
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
