/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaUtils;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.jdbc.StatementInfo;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's view of the server's connections: each client connection is one of the driver's, opened
 * with the server's settings and nothing of the client's but what {@link ClientProperties} lets
 * through. A connection lives until its client closes it or stops using it; {@link JdbcMeta}'s own
 * caches, which close connections that are in use, are set so that they never decide.
 */
final class ServerMeta extends JdbcMeta implements AutoCloseable {
  private final Endpoint endpoint;
  private final ServerConfig.Limits limits;
  private final Map<String, ClientSession> sessions = new ConcurrentHashMap<>();

  ServerMeta(Endpoint endpoint, ServerConfig.Limits limits) throws SQLException {
    super(endpoint.url(), cacheSettings());
    this.endpoint = endpoint;
    this.limits = limits;
  }

  private static Properties cacheSettings() {
    Properties settings = new Properties();
    settings.setProperty(ConnectionCacheSettings.MAX_CAPACITY.key(), "100000000");
    settings.setProperty(ConnectionCacheSettings.EXPIRY_DURATION.key(), "36500");
    settings.setProperty(ConnectionCacheSettings.EXPIRY_UNIT.key(), "DAYS");
    settings.setProperty(StatementCacheSettings.MAX_CAPACITY.key(), "100000000");
    settings.setProperty(StatementCacheSettings.EXPIRY_DURATION.key(), "1");
    settings.setProperty(StatementCacheSettings.EXPIRY_UNIT.key(), "DAYS");
    return settings;
  }

  @Override
  public void openConnection(ConnectionHandle ch, Map<String, String> info) {
    try {
      Map<String, String> allowed = ClientProperties.allowed(info);
      if (sessions.size() >= limits.maxConnections()) {
        throw new SQLException(
            "The server has " + sessions.size() + " open connections and accepts no more", "53300");
      }
      if (sessions.putIfAbsent(ch.id, new ClientSession()) != null) {
        throw new SQLException("A connection with this identifier is open already", "08002");
      }
      open(ch, allowed);
    } catch (SQLException e) {
      throw new WireException(e);
    }
  }

  private void open(ConnectionHandle ch, Map<String, String> allowed) throws SQLException {
    boolean opened = false;
    try {
      getConnectionCache().put(ch.id, connect(allowed));
      opened = true;
    } finally {
      if (!opened) {
        sessions.remove(ch.id);
      }
    }
  }

  private Connection connect(Map<String, String> client) throws SQLException {
    Endpoint one = endpoint.with(Map.of("timestamps", limits.timestamps())).with(client);
    return one.with(Map.of("wire", "avatica")).open();
  }

  /** Fails when no connection can be opened. */
  void check() throws SQLException {
    connect(Map.of()).close();
  }

  @Override
  public void closeConnection(ConnectionHandle ch) {
    ClientSession session = sessions.remove(ch.id);
    if (session != null) {
      session.ids().forEach(id -> closeStatement(new StatementHandle(ch.id, id, null)));
    }
    super.closeConnection(ch);
  }

  /** Closes the connections that nobody used for as long as the limits say. */
  void closeIdle() {
    long nanos = limits.connectionIdle().toNanos();
    sessions.forEach(
        (id, session) -> {
          if (session.idleFor(nanos)) {
            closeConnection(new ConnectionHandle(id));
          }
        });
  }

  /** Closes all connections. */
  @Override
  public void close() {
    sessions.keySet().forEach(id -> closeConnection(new ConnectionHandle(id)));
  }

  @Override
  protected Connection getConnection(String id) throws SQLException {
    ClientSession session = sessions.get(id);
    if (session != null) {
      session.begin();
      session.end();
    }
    return super.getConnection(id);
  }

  @Override
  public StatementHandle createStatement(ConnectionHandle ch) {
    return using(
        ch.id, session -> register(ch, session, getConnection(ch.id).createStatement(), null));
  }

  @Override
  public StatementHandle prepare(ConnectionHandle ch, @Nullable String text, long maxRowCount) {
    String sql = text == null ? "" : text;
    return using(
        ch.id,
        session -> {
          PreparedStatement statement = getConnection(ch.id).prepareStatement(sql);
          limitRows(statement, maxRowCount);
          StatementType type =
              statement.isWrapperFor(AvaticaPreparedStatement.class)
                  ? statement.unwrap(AvaticaPreparedStatement.class).getStatementType()
                  : null;
          Signature signature =
              signature(statement.getMetaData(), statement.getParameterMetaData(), sql, type);
          return register(ch, session, statement, signature);
        });
  }

  private StatementHandle register(
      ConnectionHandle ch,
      ClientSession session,
      Statement statement,
      @Nullable Signature signature)
      throws SQLException {
    boolean registered = false;
    try {
      if (session.ids().size() >= limits.maxStatements()) {
        throw new SQLException(
            "The connection has "
                + limits.maxStatements()
                + " open statements and gets no more: close those that are not needed",
            "53300");
      }
      statement.setQueryTimeout(Math.toIntExact(limits.statementTimeout().toSeconds()));
      registered = true;
    } finally {
      if (!registered) {
        statement.close();
      }
    }
    int id = getStatementIdGenerator().getAndIncrement();
    session.add(id, statement);
    getStatementCache().put(id, new StatementInfo(statement));
    return new StatementHandle(ch.id, id, signature);
  }

  @Override
  public void closeStatement(StatementHandle h) {
    ClientSession session = sessions.get(h.connectionId);
    if (session != null) {
      session.remove(h.id);
    }
    super.closeStatement(h);
  }

  /** Protobuf leaves out an empty text, which arrives here as null. */
  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle h,
      @Nullable String sql,
      long maxRows,
      int firstFrame,
      PrepareCallback callback)
      throws NoSuchStatementException {
    Statement statement = statement(h, Statement.class);
    return using(
        h.connectionId,
        session -> {
          limitRows(statement, maxRows);
          return result(h, statement, statement.execute(sql == null ? "" : sql), firstFrame);
        });
  }

  @Override
  public ExecuteResult execute(StatementHandle h, List<TypedValue> values, int firstFrame)
      throws NoSuchStatementException {
    PreparedStatement statement = statement(h, PreparedStatement.class);
    return using(
        h.connectionId,
        session -> {
          ParameterValues.bind(statement, values == null ? List.of() : values);
          return result(h, statement, statement.execute(), firstFrame);
        });
  }

  private ExecuteResult result(StatementHandle h, Statement statement, boolean rows, int firstFrame)
      throws SQLException {
    StatementInfo info = getStatementCache().getIfPresent(h.id);
    if (!rows || info == null) {
      long count = Math.max(0, AvaticaUtils.getLargeUpdateCount(statement));
      return new ExecuteResult(List.of(MetaResultSet.count(h.connectionId, h.id, count)));
    }
    ResultSet result = statement.getResultSet();
    info.setResultSet(result);
    Signature signature = signature(result.getMetaData(), null, "", StatementType.SELECT);
    Frame frame = pending(h, result, signature.columns, 0, firstFrame);
    return new ExecuteResult(
        List.of(MetaResultSet.create(h.connectionId, h.id, true, signature, frame)));
  }

  @Override
  public Frame fetch(StatementHandle h, long offset, int rows) throws NoSuchStatementException {
    StatementInfo info = getStatementCache().getIfPresent(h.id);
    if (info == null || sessions.get(h.connectionId) == null) {
      throw new NoSuchStatementException(h);
    }
    ResultSet result = info.getResultSet();
    if (result == null) {
      return Frame.EMPTY;
    }
    // A statement whose fetch size is 0 leaves it to the server.
    int requested = rows == 0 ? -1 : rows;
    return using(
        h.connectionId,
        session -> pending(h, result, columns(result.getMetaData()), offset, requested));
  }

  private Frame pending(
      StatementHandle h, ResultSet result, List<ColumnMetaData> columns, long offset, int rows) {
    return new PendingFrame(
        offset,
        writer ->
            using(
                h.connectionId,
                session -> {
                  // Whatever a client sends at once, its rows are read one after the other.
                  synchronized (result) {
                    return new FrameReader(result, columns, writer).next(offset, rows);
                  }
                }));
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> batch)
      throws NoSuchStatementException {
    PreparedStatement statement = statement(h, PreparedStatement.class);
    return using(h.connectionId, session -> new ExecuteBatchResult(Batches.run(statement, batch)));
  }

  @Override
  public ExecuteBatchResult executeBatchProtobuf(
      StatementHandle h, List<Requests.UpdateBatch> batch) throws NoSuchStatementException {
    List<List<TypedValue>> rows = new ArrayList<>();
    for (Requests.UpdateBatch row : batch) {
      rows.add(row.getParameterValuesList().stream().map(TypedValue::fromProto).toList());
    }
    return executeBatch(h, rows);
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> statements)
      throws NoSuchStatementException {
    Statement statement = statement(h, Statement.class);
    return using(
        h.connectionId, session -> new ExecuteBatchResult(Batches.runAll(statement, statements)));
  }

  private <S extends Statement> S statement(StatementHandle h, Class<S> kind)
      throws NoSuchStatementException {
    ClientSession session = sessions.get(h.connectionId);
    Statement statement = session == null ? null : session.find(h.id);
    if (!kind.isInstance(statement) || getStatementCache().getIfPresent(h.id) == null) {
      throw new NoSuchStatementException(h);
    }
    return kind.cast(statement);
  }

  private <T> T using(String connectionId, SessionWork<T> work) {
    ClientSession session = sessions.get(connectionId);
    try {
      getConnection(connectionId);
      if (session == null) {
        throw new SQLException("The connection was closed", "08003");
      }
      session.begin();
      try {
        return work.run(session);
      } finally {
        session.end();
      }
    } catch (SQLException e) {
      throw new WireException(e);
    }
  }

  private static void limitRows(Statement statement, long maxRows) throws SQLException {
    if (maxRows > 0) {
      AvaticaUtils.setLargeMaxRows(statement, maxRows);
    } else if (maxRows < 0) {
      statement.setMaxRows(0);
    }
  }

  /** Work on behalf of a client. */
  @FunctionalInterface
  private interface SessionWork<T> {
    T run(ClientSession session) throws SQLException;
  }
}
