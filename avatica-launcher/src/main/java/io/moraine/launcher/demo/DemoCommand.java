/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.demo;

import io.moraine.launcher.Console;
import io.moraine.launcher.ExitCode;
import io.moraine.launcher.SqlFailure;
import io.moraine.launcher.config.ConfigException;
import io.moraine.launcher.config.Endpoint;
import io.moraine.launcher.config.ServerConfig;
import io.moraine.launcher.server.MoraineServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code moraine demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a catalog with the tables of TPC-H, serves it, and shows it through a JDBC client.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String SCHEMA = "tpch";
  private static final double MAX_SCALE = 100;

  private final Console console;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.01",
      description = "the scale factor of TPC-H (default: ${DEFAULT-VALUE}, about 10 MB)")
  private double scale;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "keep the tables in this folder, which must be empty or not there")
  private @Nullable Path keep;

  /** The command on the given streams. */
  public DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (!(scale > 0 && scale <= MAX_SCALE)) {
      throw new ConfigException(List.of("--scale: must be over 0, and at most 100"));
    }
    Path folder = folder();
    try {
      show(folder);
      return ExitCode.OK;
    } catch (SQLException | AvaticaClientRuntimeException e) {
      console.note("moraine demo: " + SqlFailure.of(e));
    } catch (DemoException | MoraineServer.ServerStartException e) {
      console.note("moraine demo: " + e.getMessage());
    } finally {
      if (keep == null) {
        delete(folder);
      }
    }
    return ExitCode.FAILED;
  }

  private Path folder() throws IOException {
    if (keep == null) {
      return Files.createTempDirectory("moraine-demo-");
    }
    Files.createDirectories(keep);
    try (Stream<Path> content = Files.list(keep)) {
      if (content.findAny().isPresent()) {
        throw new ConfigException(List.of("--keep: the folder " + keep + " is not empty"));
      }
    }
    return keep.toAbsolutePath().normalize();
  }

  private void show(Path folder) throws SQLException {
    say("Writing the tables of TPC-H, scale " + scale + ", into " + folder + " ...");
    SampleData.write(console, folder, SCHEMA, scale);
    ServerConfig config =
        new ServerConfig(
            Endpoint.ofWarehouse(folder),
            ServerConfig.DEFAULT_HOST,
            0,
            ServerConfig.Limits.DEFAULT);
    try (MoraineServer server = MoraineServer.start(config)) {
      say("Serving them on " + server.url() + "; what follows is a stock Avatica JDBC client.");
      try (Connection connection = Endpoint.ofUrl(server.url()).open()) {
        Tour tour = new Tour(connection, console);
        tour.tables(SCHEMA);
        for (TourStep step : TourStep.all()) {
          tour.run(step);
        }
      }
    }
    goOn();
  }

  private void goOn() {
    String folder = keep == null ? "moraine-demo" : quoted(keep.toString());
    say("");
    say("To go on:");
    if (keep == null) {
      say("  ./moraine demo --keep " + folder + "        # the same, and keep the tables");
    }
    say("  ./moraine sql --warehouse " + folder + "     # a prompt on them");
    say("  ./moraine serve --warehouse " + folder + "   # for JDBC clients, on port 8765");
    say("  ./moraine sql --url http://127.0.0.1:8765   # a prompt on that server");
  }

  private static String quoted(String path) {
    return path.matches("[A-Za-z0-9_./~-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }

  private void say(String line) {
    console.out().println(line);
    console.out().flush();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
