/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The ways in which a statement reaches a warehouse. */
enum Transport {
  /** Our driver in this process. */
  EMBEDDED(null),
  /** The stock Avatica client and our server, JSON. */
  REMOTE_JSON("json"),
  /** The stock Avatica client and our server, Protobuf. */
  REMOTE_PROTOBUF("protobuf");

  private final @Nullable String serialization;

  Transport(@Nullable String serialization) {
    this.serialization = serialization;
  }

  /** Opens the warehouse of this folder for connections. */
  Target open(Path warehouse) throws SQLException {
    if (serialization == null) {
      return new Target("jdbc:moraine:warehouse=" + warehouse, () -> {});
    }
    MoraineServer server =
        MoraineServer.start(
            new ServerConfig(
                Endpoint.ofWarehouse(warehouse),
                ServerConfig.DEFAULT_HOST,
                0,
                ServerConfig.Limits.DEFAULT));
    return new Target(
        "jdbc:avatica:remote:url=" + server.url() + ";serialization=" + serialization,
        server::close);
  }

  /**
   * An open warehouse.
   *
   * @param url what a client connects to
   * @param end closes the warehouse
   */
  record Target(String url, Runnable end) implements AutoCloseable {
    Connection connect() throws SQLException {
      return DriverManager.getConnection(url);
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
