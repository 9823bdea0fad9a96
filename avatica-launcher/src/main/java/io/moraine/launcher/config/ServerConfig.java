/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.config;

import java.time.Duration;

/**
 * Settings of the server.
 *
 * @param endpoint what each client's connection opens
 * @param host the loopback address to listen on
 * @param port the port to listen on; 0 takes a free one
 * @param limits what one client, or all of them, may use
 */
public record ServerConfig(Endpoint endpoint, String host, int port, Limits limits) {
  /** The port when none is given. */
  public static final int DEFAULT_PORT = 8765;

  /** The address when none is given. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /**
   * Bounds of the server.
   *
   * @param maxRequestBytes a longer request is answered with 413
   * @param maxConnections one more connection is refused
   * @param connectionIdle a connection without a request for so long is closed
   * @param maxStatements a connection with so many open statements gets no more
   * @param statementTimeout a statement that has not ended by then is cancelled; zero for never
   * @param timestamps how timestamps travel: {@code millis}, {@code text} or {@code exact}
   */
  public record Limits(
      int maxRequestBytes,
      int maxConnections,
      Duration connectionIdle,
      int maxStatements,
      Duration statementTimeout,
      String timestamps) {
    /** The limits when none are given. */
    public static final Limits DEFAULT =
        new Limits(16 * 1024 * 1024, 1000, Duration.ofHours(1), 1000, Duration.ZERO, "millis");
  }
}
