/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.jspecify.annotations.Nullable;

/** Opens the Iceberg catalog of a configuration. */
final class CatalogOpener {
  private static final String WAREHOUSE = "warehouse";

  private CatalogOpener() {}

  /**
   * Opens a catalog, and creates its local folders when they do not exist.
   *
   * @throws MoraineException CATALOG_UNAVAILABLE, or ACCESS_DENIED or INVALID_CONFIGURATION for a
   *     local folder that cannot be made or written
   */
  static OpenCatalog open(CatalogConfig config) {
    try {
      return switch (config.type()) {
        case "in-memory" -> openInMemory(config);
        case "jdbc" -> openJdbc(config, config.openingProperties(), null);
        default ->
            new OpenCatalog(
                CatalogUtil.buildIcebergCatalog(
                    config.catalogName(), config.openingProperties(), hadoopConfiguration(config)),
                config.allowedRoots(),
                null);
      };
    } catch (MoraineException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      throw unavailable(config, e);
    }
  }

  /**
   * A catalog in memory keeps its tables' files on disk, where every reader finds them, and only
   * the names in memory: a SQLite database of one connection, which vanishes with it.
   */
  private static OpenCatalog openInMemory(CatalogConfig config) throws IOException {
    Map<String, String> properties = config.openingProperties();
    properties.put("uri", "jdbc:sqlite::memory:");
    properties.put("clients", "1");
    properties.putIfAbsent("jdbc.schema-version", "V1");
    properties.putIfAbsent("jdbc.strict-mode", "true");
    if (properties.containsKey(WAREHOUSE)) {
      return openJdbc(config, properties, null);
    }
    ProcessFolder temporary = ProcessFolder.create("catalog").deletedAtExit();
    boolean opened = false;
    try {
      properties.put(WAREHOUSE, temporary.toString());
      properties.merge(LocalFileIO.ROOTS, temporary.toString(), (roots, t) -> t + "\n" + roots);
      OpenCatalog catalog = openJdbc(config, properties, temporary);
      opened = true;
      return catalog;
    } finally {
      if (!opened) {
        temporary.close();
      }
    }
  }

  private static OpenCatalog openJdbc(
      CatalogConfig config, Map<String, String> properties, @Nullable ProcessFolder temporaryFolder)
      throws IOException {
    String uri = properties.get("uri");
    Optional<Path> database = SqliteUri.parse(uri).flatMap(SqliteUri::path);
    if (database.isPresent()) {
      requireFolder(config, database.get().toAbsolutePath().getParent());
    }
    String warehouse = properties.get(WAREHOUSE);
    if (LocalPaths.isAbsoluteLocal(warehouse)) {
      requireFolder(config, LocalPaths.of(warehouse).orElseThrow());
    }
    JdbcCatalog catalog = new JdbcCatalog(null, p -> new ValidatingPool(uri, p), true);
    catalog.initialize(config.catalogName(), properties);
    AllowedRoots roots =
        temporaryFolder == null
            ? config.allowedRoots()
            : AllowedRoots.of(
                Stream.concat(Stream.of(temporaryFolder.toString()), config.roots().stream())
                    .toList());
    return new OpenCatalog(catalog, roots, temporaryFolder);
  }

  private static void requireFolder(CatalogConfig config, Path folder) throws IOException {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (AccessDeniedException e) {
      throw notWritable(config, folder, e);
    } catch (IOException e) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "Cannot create the folder '"
              + folder
              + "' of catalog '"
              + config.name()
              + "': "
              + (Files.exists(folder) ? "it exists and is not a folder" : e)
              + "; give another folder as 'warehouse'",
          e);
    }
    if (!Files.isWritable(folder)) {
      throw notWritable(config, folder, null);
    }
  }

  private static MoraineException notWritable(
      CatalogConfig config, Path folder, @Nullable Throwable cause) {
    return new MoraineException(
        ErrorCode.ACCESS_DENIED,
        "Cannot write to the folder '"
            + folder
            + "' of catalog '"
            + config.name()
            + "': permission denied; make it writable, or give another folder as 'warehouse'",
        cause);
  }

  private static MoraineException unavailable(CatalogConfig config, Throwable failure) {
    String uri = config.properties().get("uri");
    String chain = describe(failure);
    boolean missingClass =
        chain.contains("NoClassDefFoundError") || chain.contains("ClassNotFoundException");
    String message =
        String.format(
            Locale.ROOT,
            "Cannot open catalog '%s' (type %s%s): %s; %s",
            config.name(),
            config.type(),
            uri == null ? "" : ", uri " + uri,
            ErrorTranslation.reason(failure),
            missingClass
                ? "put the library that has this class on the class path"
                : "check its configuration and that it can be reached");
    // A driver may put the whole URI into its message: such a cause is not handed on.
    boolean secretInCause = !config.redact(chain).equals(chain);
    return new MoraineException(
        ErrorCode.CATALOG_UNAVAILABLE, config.redact(message), secretInCause ? null : failure);
  }

  private static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null && t.getCause() != t; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }

  /** Hive and Hadoop catalogs insist on a Hadoop configuration; the others need none. */
  private static @Nullable Object hadoopConfiguration(CatalogConfig config)
      throws ReflectiveOperationException {
    if (!List.of("hive", "hadoop").contains(config.type())) {
      return null;
    }
    // By name: Hadoop is only on the class path at run time.
    return Class.forName("org.apache.hadoop.conf.Configuration")
        .getDeclaredConstructor()
        .newInstance();
  }
}
