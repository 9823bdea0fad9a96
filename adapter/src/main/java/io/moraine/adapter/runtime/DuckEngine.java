/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.ProcessFolder;
import io.moraine.adapter.foreign.ForeignFunction;
import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.adapter.read.FileFunction;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * One embedded, in-memory instance of the columnar engine. It opens files only below the folders
 * that it was opened with, loads no extension, and its settings cannot be changed afterwards.
 */
final class DuckEngine implements AutoCloseable {
  private final DuckDBConnection root;
  private final ProcessFolder spill;
  private long memoryLimit;
  private final Set<JavaFunction> functions = new HashSet<>();

  private DuckEngine(DuckDBConnection root, ProcessFolder spill, long memoryLimit) {
    this.root = root;
    this.spill = spill;
    this.memoryLimit = memoryLimit;
  }

  /**
   * Opens an instance.
   *
   * @param folders the folders below which it may open files, or empty for all
   * @param memoryLimit its memory, in bytes
   * @param spillLimit the space for what does not fit into it, in bytes; or empty
   */
  static DuckEngine open(Optional<List<Path>> folders, long memoryLimit, OptionalLong spillLimit) {
    ProcessFolder spill = spillFolder();
    DuckDBConnection root = null;
    boolean opened = false;
    try {
      root = connect();
      DuckEngine engine = new DuckEngine(root, spill, memoryLimit);
      try (Statement statement = root.createStatement()) {
        for (String setting : settings(folders, spill.path(), memoryLimit, spillLimit)) {
          statement.execute(setting);
        }
        ForeignFunction.register(root);
        FileFunction.register(root);
      }
      opened = true;
      return engine;
    } catch (SQLException e) {
      throw new MoraineException(
          ErrorCode.INTERNAL, "Cannot open the columnar engine: " + e.getMessage(), e);
    } finally {
      if (!opened) {
        close(root, spill);
      }
    }
  }

  private static ProcessFolder spillFolder() {
    try {
      return ProcessFolder.create("spill");
    } catch (IOException e) {
      throw new MoraineException(
          ErrorCode.IO_ERROR,
          "Cannot create the folder that the engine spills to, in "
              + System.getProperty("java.io.tmpdir")
              + " (-Djava.io.tmpdir=DIR names another place): "
              + e.getMessage(),
          e);
    }
  }

  private static DuckDBConnection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true");
    // Not by the driver manager: a driver that is missing, or cannot load its library, says why.
    return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", properties);
  }

  private static List<String> settings(
      Optional<List<Path>> folders, Path spill, long memoryLimit, OptionalLong spillLimit) {
    List<String> settings = new ArrayList<>();
    settings.add("SET autoinstall_known_extensions = false");
    settings.add("SET autoload_known_extensions = false");
    settings.add(memorySetting(memoryLimit));
    settings.add("SET threads = " + Math.max(1, Runtime.getRuntime().availableProcessors()));
    settings.add("SET temp_directory = " + SqlText.string(spill.toString()));
    spillLimit.ifPresent(
        bytes -> settings.add("SET max_temp_directory_size = '" + (bytes >> 10) + "KiB'"));
    // A statement sets the zone of its own connection, and the engines share their memory anew
    // when one is opened or closed; all else is locked below.
    settings.add("SET allowed_configs = ['TimeZone', 'memory_limit']");
    settings.add("SET arrow_lossless_conversion = true");
    // Decimals of up to 18 digits go out in 32 or 64 bits rather than 128.
    settings.add("SET arrow_output_version = '1.5'");
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

  private static String memorySetting(long bytes) {
    return "SET memory_limit = '" + (bytes >> 10) + "KiB'";
  }

  /** The engine's memory, in bytes. */
  long memoryLimit() {
    return memoryLimit;
  }

  /** Gives the engine another limit. One below what its statements hold leaves the present one. */
  void memoryLimit(long bytes) {
    try (Statement statement = root.createStatement()) {
      statement.execute(memorySetting(bytes));
      memoryLimit = bytes;
    } catch (SQLException e) {
      LoggerFactory.getLogger(DuckEngine.class)
          .debug("The engine keeps its memory of {} bytes", memoryLimit, e);
    }
  }

  /** A connection for one statement, whose zone is {@code zone}; the caller closes it. */
  DuckDBConnection connect(ZoneId zone) throws SQLException {
    DuckDBConnection connection = root.duplicate();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = " + SqlText.string(engineZone(zone)));
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** The engine knows offsets by names alone, and cuts the minutes of one written after UTC. */
  private static String engineZone(ZoneId zone) {
    if (!(zone.normalized() instanceof ZoneOffset offset)) {
      return zone.getId();
    }
    int hours = offset.getTotalSeconds() / 3600;
    if (offset.getTotalSeconds() % 3600 != 0 || hours > 14 || hours < -12) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Statements cannot run in the time zone "
              + zone
              + ": offsets are whole hours; use the name of a zone, as Asia/Kolkata");
    }
    // These names count westward.
    return hours == 0 ? "UTC" : "Etc/GMT" + (hours > 0 ? "-" : "+") + Math.abs(hours);
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
    close(root, spill);
  }

  private static void close(@Nullable DuckDBConnection root, ProcessFolder spill) {
    try (spill) {
      if (root != null) {
        root.close();
      }
    } catch (SQLException | IOException e) {
      LoggerFactory.getLogger(DuckEngine.class)
          .warn("Closing the columnar engine left {} behind: {}", spill, e.toString());
    }
  }
}
