/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.RuntimeLimits;
import io.moraine.adapter.session.Compilation;
import io.moraine.adapter.session.Session;
import io.moraine.adapter.session.SessionSettings;
import io.moraine.adapter.session.StockExecutor;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.type.MoraineTypeFactory;
import java.lang.ref.Cleaner;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.ZoneId;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.apache.calcite.jdbc.CalciteConnection;
import org.apache.calcite.jdbc.CalciteSchema;

/** A connection. Every statement commits by itself. */
final class MoraineConnection extends AvaticaConnection {
  private final CalciteRoot root;
  private final Cleaner.Cleanable abandonment;
  private final ConnectionSettings settings;
  private final Session session;
  private int isolation = Connection.TRANSACTION_REPEATABLE_READ;
  private boolean closed;

  private MoraineConnection(
      UnregisteredDriver driver,
      AvaticaFactory factory,
      String url,
      Properties info,
      ConnectionSettings settings,
      CalciteRoot root) {
    super(driver, factory, url, info);
    this.root = root;
    this.abandonment = Abandonment.of(this, "A connection", root);
    this.settings = settings;
    CalciteConnection calcite = root.calcite();
    this.session =
        new Session(
            CalciteSchema.from(calcite.getRootSchema()),
            new MoraineTypeFactory(),
            calcite.config(),
            new SessionSettings());
  }

  static MoraineConnection open(
      UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info)
      throws SQLException {
    CalciteRoot root = null;
    try {
      ConnectionSettings settings = ConnectionSettings.of(info);
      settings.memory().ifPresent(RuntimeLimits::memory);
      if (settings.quickPlanner()) {
        PlannerCompilation.quick();
      }
      WarmUp.start(settings.warmUp());
      root = CalciteRoot.open(settings, StockExecutor.INSTANCE);
      MoraineConnection connection =
          new MoraineConnection(driver, factory, url, info, settings, root);
      connection.applySettings();
      return connection;
    } catch (RuntimeException | Error e) {
      if (root != null) {
        root.close();
      }
      throw SqlExceptions.of(e);
    }
  }

  private void applySettings() throws SQLException {
    settings.timeZone().ifPresent(session.settings()::timeZone);
    settings.planCache().ifPresent(session.settings()::planCache);
    settings.queryTimeout().ifPresent(session.settings()::queryTimeout);
    List<String> catalogs = session.catalogs().catalogs();
    String modelDefault = root.calcite().getSchema();
    if (settings.schema().isPresent()) {
      session.settings().schemaPath(session.catalogs().schemaPath(settings.schema().get()));
    } else if (modelDefault != null && !modelDefault.isEmpty()) {
      session.settings().schemaPath(List.of(modelDefault));
    } else if (catalogs.size() == 1) {
      session.settings().schemaPath(catalogs);
    }
  }

  Session session() {
    return session;
  }

  ConnectionSettings settings() {
    return settings;
  }

  StatementRunner newRunner() {
    return new StatementRunner(session, settings);
  }

  Meta.StatementHandle newHandle() {
    return meta.createStatement(handle);
  }

  @Override
  protected void checkOpen() throws SQLException {
    requireOpen();
  }

  private void requireOpen() throws SQLException {
    if (closed) {
      throw new SQLException("The connection is closed", "08003");
    }
  }

  @Override
  public AvaticaStatement createStatement(int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    return new MoraineStatement(this, type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    try {
      Compilation compilation = session.compile(sql);
      return new MorainePreparedStatement(
          this, newRunner(), sql, compilation, type, concurrency, holdability);
    } catch (RuntimeException | Error e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    requireOpen();
    return new MoraineDatabaseMetaData(this);
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    requireOpen();
    if (!autoCommit) {
      throw SqlExceptions.unsupported("A transaction of several statements");
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    requireOpen();
    return true;
  }

  @Override
  public void commit() throws SQLException {
    throw underAutocommit("COMMIT");
  }

  @Override
  public void rollback() throws SQLException {
    throw underAutocommit("ROLLBACK");
  }

  private static SQLException underAutocommit(String call) {
    return new SQLException(
        call + " is not legal under autocommit: every statement has committed by itself",
        ErrorCode.INVALID_STATE.sqlState());
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    throw SqlExceptions.unsupported("A savepoint");
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    throw SqlExceptions.unsupported("A savepoint");
  }

  /** Each statement sees one snapshot of each table, so every level that JDBC knows is kept. */
  @Override
  public void setTransactionIsolation(int level) {
    isolation = level;
  }

  @Override
  public int getTransactionIsolation() {
    return isolation;
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    requireOpen();
    if (readOnly) {
      throw SqlExceptions.unsupported("A read-only connection");
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    requireOpen();
    return false;
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    requireOpen();
    setSchemaPath(catalog);
  }

  @Override
  public String getCatalog() throws SQLException {
    requireOpen();
    List<String> path = session.settings().schemaPath();
    return path.isEmpty() ? "" : path.get(0);
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    requireOpen();
    setSchemaPath(schema);
  }

  private void setSchemaPath(String dotted) throws SQLException {
    try {
      session.settings().schemaPath(session.catalogs().schemaPath(dotted));
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public String getSchema() throws SQLException {
    requireOpen();
    List<String> path = session.settings().schemaPath();
    return path.size() < 2 ? "" : String.join(".", path.subList(1, path.size()));
  }

  @Override
  public TimeZone getTimeZone() {
    return TimeZone.getTimeZone(session == null ? ZoneId.of("UTC") : session.settings().timeZone());
  }

  @Override
  public boolean isValid(int timeout) {
    return !closed;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    close();
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      for (AvaticaStatement statement : List.copyOf(statementMap.values())) {
        statement.close();
      }
      root.close();
      abandonment.clean();
    }
  }

  @Override
  public boolean isWrapperFor(Class<?> iface) {
    return iface.isInstance(this) || iface == CalciteConnection.class;
  }

  @Override
  public <T> T unwrap(Class<T> iface) throws SQLException {
    if (iface.isInstance(this)) {
      return iface.cast(this);
    }
    if (iface == CalciteConnection.class) {
      return iface.cast(root.calcite());
    }
    throw new SQLException("This connection does not wrap a " + iface.getName());
  }
}
