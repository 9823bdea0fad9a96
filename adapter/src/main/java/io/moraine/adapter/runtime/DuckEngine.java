/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignFunction;
import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.slf4j.LoggerFactory;

/**
 * One embedded, in-memory instance of the columnar engine. It opens files only below the folders
 * that it was opened with, loads no extension, and its settings cannot be changed afterwards.
 */
final class DuckEngine implements AutoCloseable {
  /** The engine's share of the machine's memory. */
  private static final double MEMORY_SHARE = 0.4;

  private final DuckDBConnection root;
  private final Path spill;
  private final Set<JavaFunction> functions = new HashSet<>();

  private DuckEngine(DuckDBConnection root, Path spill) {
    this.root = root;
    this.spill = spill;
  }

  /**
   * Opens an instance.
   *
   * @param folders the folders below which it may open files, or empty for all
   */
  static DuckEngine open(Optional<List<Path>> folders) {
    try {
      Path spill = Files.createTempDirectory("moraine-spill");
      Properties properties = new Properties();
      properties.setProperty("jdbc_stream_results", "true");
      DuckDBConnection root =
          (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", properties);
      DuckEngine engine = new DuckEngine(root, spill);
      try (Statement statement = root.createStatement()) {
        for (String setting : settings(folders, spill)) {
          statement.execute(setting);
        }
        ForeignFunction.register(root);
        return engine;
      } catch (SQLException | RuntimeException e) {
        engine.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new MoraineException(
          ErrorCode.INTERNAL, "Cannot open the columnar engine: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new MoraineException(
          ErrorCode.IO_ERROR,
          "Cannot create the folder that the engine spills to: " + e.getMessage(),
          e);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "The columnar engine's native library cannot be loaded on this platform: "
              + e.getMessage(),
          e);
    }
  }

  private static List<String> settings(Optional<List<Path>> folders, Path spill) {
    List<String> settings = new ArrayList<>();
    settings.add("SET autoinstall_known_extensions = false");
    settings.add("SET autoload_known_extensions = false");
    settings.add("SET memory_limit = '" + memoryLimitMegabytes() + "MB'");
    settings.add("SET threads = " + Math.max(1, Runtime.getRuntime().availableProcessors()));
    settings.add("SET temp_directory = " + SqlText.string(spill.toString()));
    // A statement sets the zone of its own connection; all else is locked below.
    settings.add("SET allowed_configs = ['TimeZone']");
    settings.add("SET arrow_lossless_conversion = true");
    // Data files never change, and small ones are as quickly read as their footers.
    settings.add("SET parquet_metadata_cache = true");
    // A chain of a thousand terms is a little deeper than the thousand levels that are the default.
    settings.add("SET max_expression_depth = 1100");
    settings.add("SET TimeZone = 'UTC'");
    settings.addAll(DuckMacros.DEFINITIONS);
    if (folders.isPresent()) {
      settings.add(
          "SET allowed_directories = "
              + Stream.concat(folders.get().stream(), Stream.of(spill))
                  .map(Path::toString)
                  // Paths are checked before and after they are read as patterns.
                  .flatMap(folder -> Stream.of(folder, FilePaths.pattern(folder)))
                  .distinct()
                  .map(SqlText::string)
                  .collect(Collectors.joining(", ", "[", "]")));
      settings.add("SET enable_external_access = false");
    }
    settings.add("SET lock_configuration = true");
    return settings;
  }

  private static long memoryLimitMegabytes() {
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      return Math.max(256, (long) (system.getTotalMemorySize() * MEMORY_SHARE) >> 20);
    }
    return 1024;
  }

  /** A connection for one statement, whose zone is {@code zone}; the caller closes it. */
  DuckDBConnection connect(ZoneId zone) throws SQLException {
    DuckDBConnection connection = root.duplicate();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = " + SqlText.string(zone.getId()));
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Makes functions of models known to the connections. */
  synchronized void require(Set<JavaFunction> called) throws SQLException {
    for (JavaFunction function : called) {
      if (functions.add(function)) {
        function.register(root);
      }
    }
  }

  @Override
  public void close() {
    try {
      root.close();
      Files.deleteIfExists(spill);
    } catch (SQLException | IOException e) {
      LoggerFactory.getLogger(DuckEngine.class)
          .debug("Closing the columnar engine left something behind", e);
    }
  }
}
