/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import io.moraine.launcher.Console;
import io.moraine.launcher.ExitCode;
import io.moraine.launcher.ProcessBoundary;
import io.moraine.launcher.config.ConfigException;
import io.moraine.launcher.config.ConfigLoader;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer.ServerStartException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code moraine serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves SQL to Avatica JDBC clients, in JSON and Protobuf, on this machine only.",
      "Without --model or --warehouse it opens the warehouse ~/.moraine.",
      ""
    })
public final class ServeCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--model", paramLabel = "FILE", description = "a model file that names catalogs")
  private @Nullable String model;

  @Option(
      names = "--warehouse",
      paramLabel = "DIR",
      description = "a folder with an embedded catalog; made when it is not there")
  private @Nullable String warehouse;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "a loopback address (default: " + ServerConfig.DEFAULT_HOST + ")")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "0 takes a free one (default: " + ServerConfig.DEFAULT_PORT + ")")
  private @Nullable String port;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "settings, as .json or .properties: host, port, model, warehouse, timestamps,",
        "max-request-bytes, max-connections, connection-idle-minutes, max-statements,",
        "statement-timeout-seconds, memory, warm-up; arguments win"
      })
  private @Nullable Path config;

  /** The command on the given streams. */
  public ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerConfig settings = new ConfigLoader(System::getenv).load(config, arguments());
    MoraineServer server;
    try {
      server = MoraineServer.start(settings);
    } catch (SQLException e) {
      WireError error = WireError.of(e);
      throw new ConfigException(
          List.of(settings.endpoint() + ": " + error.sqlState() + ": " + error.message()));
    } catch (ServerStartException e) {
      throw new ConfigException(List.of(String.valueOf(e.getMessage())));
    }
    stopWithProcess(server);
    console.out().println("Moraine is ready: " + server.url());
    console.out().flush();
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  /** A signal ends the process from within the hook: being asked to stop is no failure. */
  @ProcessBoundary
  private static void stopWithProcess(MoraineServer server) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  Runtime.getRuntime().halt(ExitCode.OK);
                },
                "moraine-stop"));
  }

  private Map<String, String> arguments() {
    Map<String, String> given = new TreeMap<>();
    put(given, "model", model);
    put(given, "warehouse", warehouse);
    put(given, "host", host);
    put(given, "port", port);
    return given;
  }

  private static void put(Map<String, String> into, String key, @Nullable String value) {
    if (value != null) {
      into.put(key, value);
    }
  }
}
