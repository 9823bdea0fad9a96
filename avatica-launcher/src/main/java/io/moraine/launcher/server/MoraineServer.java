/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import io.moraine.launcher.config.ServerConfig;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server: started on construction's settings by {@link #start}, ended by {@link #close}. */
public final class MoraineServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MoraineServer.class);
  private static final long STOP_MILLIS = TimeUnit.SECONDS.toMillis(10);
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final ServerMeta meta;
  private final Server jetty;
  private final ServerConnector connector;
  private final ScheduledExecutorService reaper;

  private MoraineServer(ServerConfig config) throws SQLException {
    meta = new ServerMeta(config.endpoint(), config.limits());
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("moraine-http");
    jetty = new Server(threads);
    jetty.setStopTimeout(STOP_MILLIS);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    connector = new ServerConnector(jetty, new HttpConnectionFactory(http));
    connector.setHost(config.host().replace("[", "").replace("]", ""));
    connector.setPort(config.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    jetty.addConnector(connector);
    reaper =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "moraine-idle-connections");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a server, which listens when this returns.
   *
   * @throws SQLException when no connection can be opened with these settings
   * @throws ServerStartException when it cannot listen
   */
  public static MoraineServer start(ServerConfig config) throws SQLException {
    MoraineServer server = new MoraineServer(config);
    boolean started = false;
    try {
      server.meta.check();
      server.listen(config);
      started = true;
      return server;
    } finally {
      if (!started) {
        server.close();
      }
    }
  }

  private void listen(ServerConfig config) {
    try {
      connector.open();
      RpcMetadataResponse metadata =
          new RpcMetadataResponse(config.host() + ":" + connector.getLocalPort());
      HttpFront front =
          new HttpFront(
              meta,
              new JsonRequests(
                  new AvaticaService(meta, AvaticaService.Serialization.JSON, metadata), metadata),
              new ProtobufRequests(
                  new AvaticaService(meta, AvaticaService.Serialization.PROTOBUF, metadata),
                  metadata),
              config.limits().maxRequestBytes());
      jetty.setHandler(new GracefulHandler(front));
      jetty.start();
      reaper.scheduleWithFixedDelay(this::closeIdle, 1, 1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new ServerStartException(
          "port: cannot listen on " + config.host() + ":" + config.port() + ": " + e.getMessage(),
          e);
    }
  }

  private void closeIdle() {
    try {
      meta.closeIdle();
    } catch (RuntimeException e) {
      LOG.warn("An idle connection could not be closed", e);
    }
  }

  /** The address to connect to, as {@code http://127.0.0.1:8765}. */
  public String url() {
    String host = connector.getHost();
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + shown + ":" + connector.getLocalPort();
  }

  /** Lets running requests finish for a while, then closes all connections. */
  @Override
  public void close() {
    reaper.shutdownNow();
    try {
      jetty.stop();
    } catch (Exception e) {
      LOG.warn("Requests were cut off on stopping", e);
    }
    try {
      meta.close();
    } catch (RuntimeException e) {
      LOG.warn("A connection could not be closed", e);
    }
  }

  /** The server could not listen. */
  public static final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerStartException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
