/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.Cancellation;
import io.moraine.adapter.runtime.DeepStack;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.schema.Pins;
import io.moraine.adapter.session.CompiledStatement;
import io.moraine.adapter.session.Session;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.expr.ParameterValues;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one JDBC statement object, one at a time. */
final class StatementRunner {
  private final Session session;
  private final ConnectionSettings settings;
  private volatile @Nullable Cancellation current;

  StatementRunner(Session session, ConnectionSettings settings) {
    this.session = session;
    this.settings = settings;
  }

  /**
   * What a statement led to.
   *
   * @param resultSet rows, or null
   * @param updateCount the number of rows written, −1 where there are rows to read
   */
  record Outcome(@Nullable MoraineResultSet resultSet, long updateCount) {}

  /**
   * Begins to run a statement: its time limit counts from now on, and it can be cancelled.
   *
   * @param work what {@link #run} is called by
   */
  Outcome start(AvaticaStatement statement, Work work) throws SQLException {
    Cancellation cancellation = Cancellation.after(limit(statement.getQueryTimeout()));
    current = cancellation;
    Outcome outcome = null;
    try {
      outcome = work.run(cancellation);
      if (statement.isClosed()) {
        cancellation.cancel();
        cancellation.check();
      }
      return outcome;
    } catch (RuntimeException | SQLException | Error e) {
      if (outcome != null && outcome.resultSet() != null) {
        outcome.resultSet().close();
      }
      throw SqlExceptions.of(e);
    } finally {
      if (outcome == null || outcome.resultSet() == null) {
        cancellation.close();
      }
    }
  }

  /** The lesser of the statement's limit and the session's; 0 is none. */
  private int limit(int ofStatement) {
    int ofSession = session.settings().queryTimeout();
    return ofStatement == 0 || ofSession == 0
        ? Math.max(ofStatement, ofSession)
        : Math.min(ofStatement, ofSession);
  }

  /** What a statement does. */
  @FunctionalInterface
  interface Work {
    Outcome run(Cancellation cancellation) throws SQLException;
  }

  /** Does work that changes nothing, and leaves it to itself when the statement has to end. */
  static <T> T abandonably(Callable<T> work, Cancellation cancellation) {
    try {
      return DeepStack.call(work, cancellation);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Planning raises no checked exception", e);
    }
  }

  /**
   * Runs a compiled statement.
   *
   * @param statement the JDBC statement, with its limit on rows
   */
  Outcome run(
      AvaticaStatement statement,
      String sql,
      CompiledStatement compiled,
      Pins pins,
      ParameterValues parameters,
      Cancellation cancellation)
      throws SQLException {
    ZoneId zone = session.settings().timeZone();
    Execution execution = new Execution(pins, parameters, zone, cancellation, session);
    requireBound(compiled, parameters);
    if (compiled instanceof CompiledStatement.Query query) {
      List<ResultColumn> columns = columns(query);
      RowSource rows = new ArrowRows(session.query(query, execution));
      return rows(statement, sql, columns, new LimitedTime(rows, cancellation), zone);
    }
    if (compiled instanceof CompiledStatement.Explain explain) {
      List<@Nullable Object[]> lines = new ArrayList<>();
      abandonably(() -> session.explain(explain, execution), cancellation)
          .forEach(line -> lines.add(new Object[] {line}));
      RowSource rows = new LimitedTime(new ListRows(lines), cancellation);
      return rows(statement, sql, explainColumns(), rows, zone);
    }
    if (compiled instanceof CompiledStatement.Insert insert) {
      return new Outcome(null, session.insert(insert, execution));
    }
    if (compiled instanceof CompiledStatement.Ddl ddl) {
      session.execute(ddl);
    } else if (compiled instanceof CompiledStatement.SetOption set) {
      session.execute(set);
    }
    return new Outcome(null, 0);
  }

  private static void requireBound(CompiledStatement compiled, ParameterValues parameters) {
    boolean explained = compiled instanceof CompiledStatement.Explain;
    for (int i = 0; !explained && i < compiled.parameterTypes().size(); i++) {
      if (!parameters.isBound(i)) {
        throw new MoraineException(
            ErrorCode.INVALID_PARAMETER, "Parameter " + (i + 1) + " of the statement was not set");
      }
    }
  }

  private static Outcome rows(
      AvaticaStatement statement,
      String sql,
      List<ResultColumn> columns,
      RowSource rows,
      ZoneId zone)
      throws SQLException {
    long limit = statement.getLargeMaxRows();
    RowSource limited = limit > 0 ? new LimitedRows(rows, limit) : rows;
    try {
      return new Outcome(
          new MoraineResultSet(statement, signature(sql, columns, List.of()), columns, zone)
              .show(limited),
          -1);
    } catch (SQLException | RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  private List<ResultColumn> columns(CompiledStatement.Query query) {
    return new ResultColumns(settings, session.settings().timeZone())
        .of(query.rowType(), query.origins());
  }

  private static List<ResultColumn> explainColumns() {
    return List.of(ResultColumns.plain(0, "PLAN", JdbcType.varchar()));
  }

  /** Avatica's description of a compiled statement, for metadata before execution. */
  Meta.Signature describe(String sql, CompiledStatement compiled) {
    List<ResultColumn> columns =
        compiled instanceof CompiledStatement.Query query
            ? columns(query)
            : compiled instanceof CompiledStatement.Explain ? explainColumns() : List.of();
    return signature(sql, columns, compiled.parameterTypes());
  }

  static Meta.Signature signature(
      String sql, List<ResultColumn> columns, List<RelDataType> parameterTypes) {
    List<ColumnMetaData> metaData = ResultColumn.metaData(columns);
    Meta.StatementType type =
        columns.isEmpty() ? Meta.StatementType.IS_DML : Meta.StatementType.SELECT;
    return new Meta.Signature(
        metaData, sql, parameters(parameterTypes), Map.of(), Meta.CursorFactory.ARRAY, type);
  }

  private static List<AvaticaParameter> parameters(List<RelDataType> types) {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (RelDataType type : types) {
      JdbcType jdbc = JdbcType.of(type);
      parameters.add(
          new AvaticaParameter(
              jdbc.signed(),
              jdbc.precision(),
              jdbc.scale(),
              jdbc.jdbcType(),
              jdbc.name(),
              jdbc.className(),
              "?" + parameters.size()));
    }
    return parameters;
  }

  /** Ends what is running, from any thread. */
  void cancel() {
    Cancellation running = current;
    if (running != null) {
      running.cancel();
    }
  }
}
