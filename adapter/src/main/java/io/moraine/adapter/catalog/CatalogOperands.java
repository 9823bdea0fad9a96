/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads the operands of one catalog; what it cannot read it adds to the problems. */
final class CatalogOperands {
  private static final String WAREHOUSE = "warehouse";
  private static final String TYPE = "type";
  private static final String IMPL = "catalog-impl";
  private static final String URI = "uri";
  private static final String IO_IMPL = "io-impl";

  private final Problems problems;
  private final OperandValues values;
  private final @Nullable Path baseDirectory;

  /**
   * A reader that notes problems and resolves relative paths.
   *
   * @param environment finds environment variables by name
   * @param operands the operands, whose {@code baseDirectory} is where Calcite found the model
   */
  CatalogOperands(
      Problems problems, UnaryOperator<@Nullable String> environment, Map<String, ?> operands) {
    this.problems = problems;
    this.values = new OperandValues(problems, environment);
    this.baseDirectory =
        operands.get("baseDirectory") instanceof File folder ? folder.toPath() : null;
  }

  OperandValues values() {
    return values;
  }

  /** The catalog that these operands describe; only of use if no problem was found. */
  CatalogConfig catalog(String name, Map<String, ?> operands) {
    Map<String, String> properties = icebergProperties(operands);
    List<String> roots =
        operands.containsKey(CatalogKeys.ROOTS)
            ? values.list(CatalogKeys.ROOTS, operands.get(CatalogKeys.ROOTS)).stream()
                .map(root -> resolved(CatalogKeys.ROOTS, root))
                .toList()
            : List.of();
    Optional<String> catalogName =
        operands.containsKey(CatalogKeys.CATALOG_NAME)
            ? values.text(CatalogKeys.CATALOG_NAME, operands.get(CatalogKeys.CATALOG_NAME))
            : Optional.empty();
    boolean embedded = isEmbedded(properties);
    if (embedded) {
      addEmbedded(properties);
    } else {
      complete(properties);
    }
    return new CatalogConfig(
        name,
        catalogName.orElse(embedded ? CatalogConfig.EMBEDDED_CATALOG_NAME : name),
        properties,
        roots,
        idle(operands));
  }

  private Map<String, String> icebergProperties(Map<String, ?> operands) {
    Map<String, String> properties = new LinkedHashMap<>();
    // Sorted, so that problems are listed in the same order in every run.
    new TreeMap<>(operands)
        .forEach(
            (key, value) -> {
              if (CatalogKeys.isIceberg(key)) {
                values.text(key, value).ifPresent(text -> properties.put(key, text));
              } else if (!CatalogKeys.OWN.contains(key) && !CatalogKeys.OF_CALCITE.contains(key)) {
                problems.add(
                    "operand '"
                        + key
                        + "' is unknown"
                        + CatalogKeys.nearest(key)
                            .map(n -> "; did you mean '" + n + "'?")
                            .orElse("")
                        + " (a property of a custom catalog goes into the object 'properties')");
              }
            });
    if (operands.containsKey(CatalogKeys.PROPERTIES)) {
      values
          .object(CatalogKeys.PROPERTIES, operands.get(CatalogKeys.PROPERTIES))
          .forEach(
              (key, value) -> {
                if (properties.putIfAbsent(key, value) != null) {
                  problems.add("operand '" + key + "' is also in 'properties'; give it once");
                }
              });
    }
    return properties;
  }

  /** No kind of catalog was named and the warehouse is a folder. */
  private boolean isEmbedded(Map<String, String> properties) {
    String warehouse = properties.get(WAREHOUSE);
    return !properties.containsKey(TYPE)
        && !properties.containsKey(IMPL)
        && !properties.containsKey(URI)
        && warehouse != null
        && LocalPaths.of(warehouse).isPresent();
  }

  private void addEmbedded(Map<String, String> properties) {
    String directory = resolved(WAREHOUSE, properties.get(WAREHOUSE));
    if (directory.indexOf('?') >= 0) {
      problems.add(
          "operand 'warehouse' is '" + directory + "', but SQLite cannot open a path with '?'");
    }
    properties.put(TYPE, "jdbc");
    properties.put(URI, "jdbc:sqlite:" + directory + "/catalog.db");
    properties.put(WAREHOUSE, directory + "/warehouse");
    addSqliteDefaults(properties);
    properties.putIfAbsent(IO_IMPL, LocalFileIO.class.getName());
  }

  private void complete(Map<String, String> properties) {
    String type = properties.get(TYPE);
    if (type != null && properties.containsKey(IMPL)) {
      problems.add("operands 'type' and 'catalog-impl' contradict each other; give one of them");
    } else if (type == null && !properties.containsKey(IMPL)) {
      problems.add(noKind(properties));
    } else if (type != null) {
      completeType(type.toLowerCase(Locale.ROOT), properties);
    }
    if (isLocal(properties)) {
      properties.putIfAbsent(IO_IMPL, LocalFileIO.class.getName());
    }
  }

  private static boolean isLocal(Map<String, String> properties) {
    String warehouse = properties.get(WAREHOUSE);
    return warehouse != null && LocalPaths.isAbsoluteLocal(warehouse);
  }

  private static String noKind(Map<String, String> properties) {
    if (properties.containsKey(URI)) {
      return "operand 'uri' needs the operand 'type', as 'rest' or 'jdbc'";
    }
    return properties.containsKey(WAREHOUSE)
        ? "operand 'warehouse' is not a local folder and needs the operand 'type' (one of "
            + String.join(", ", CatalogKeys.TYPES.stream().sorted().toList())
            + ") or 'catalog-impl'"
        : "operand 'warehouse' (a local folder) or 'type' is missing";
  }

  private void completeType(String type, Map<String, String> properties) {
    if (!CatalogKeys.TYPES.contains(type)) {
      problems.add(
          "operand 'type' is '"
              + type
              + "'"
              + CatalogKeys.nearest(type, CatalogKeys.TYPES.stream().sorted().toList())
                  .map(n -> "; did you mean '" + n + "'?")
                  .orElse("")
              + " (known: "
              + String.join(", ", CatalogKeys.TYPES.stream().sorted().toList())
              + ")");
      return;
    }
    properties.put(TYPE, type);
    if (Set.of("jdbc", "rest").contains(type)) {
      require(URI, type, properties);
    }
    if (Set.of("jdbc", "hadoop").contains(type)) {
      require(WAREHOUSE, type, properties);
    }
    if (Set.of("jdbc", "hadoop", "in-memory").contains(type)) {
      properties.computeIfPresent(WAREHOUSE, (key, value) -> resolved(key, value));
    }
    String uri = properties.get(URI);
    if (type.equals("jdbc") && uri != null) {
      SqliteUri.parse(uri)
          .ifPresent(
              sqlite -> {
                properties.put(URI, sqlite.resolve(file -> resolved(URI, file)));
                addSqliteDefaults(properties);
              });
    }
    if (type.equals("in-memory") || isLocal(properties)) {
      properties.putIfAbsent(IO_IMPL, LocalFileIO.class.getName());
    } else if (Set.of("jdbc", "rest").contains(type)) {
      // Iceberg's own default for these reads local files through all of Hadoop.
      properties.putIfAbsent(IO_IMPL, LocationFileIO.class.getName());
    }
  }

  private void require(String key, String type, Map<String, String> properties) {
    if (!properties.containsKey(key)) {
      problems.add("operand '" + key + "' is missing, which type '" + type + "' needs");
    }
  }

  /**
   * Readers must not stop the writer (WAL), a writer waits for another one, and Iceberg's layout
   * with views is used from the start.
   */
  private static void addSqliteDefaults(Map<String, String> properties) {
    properties.put(URI, SqliteUri.withDefaults(properties.get(URI)));
    properties.putIfAbsent("jdbc.schema-version", "V1");
    properties.putIfAbsent("jdbc.strict-mode", "true");
  }

  /** An absolute path for a local one; other locations are left as they are. */
  private String resolved(String key, String location) {
    try {
      Optional<Path> local = LocalPaths.of(location);
      if (local.isEmpty()) {
        return location;
      }
      Path path = local.get();
      if (path.startsWith("~")) {
        Path home = Path.of(System.getProperty("user.home"));
        path = path.getNameCount() > 1 ? home.resolve(path.subpath(1, path.getNameCount())) : home;
      }
      Path base = baseDirectory == null ? Path.of("") : baseDirectory;
      return base.resolve(path).toAbsolutePath().normalize().toString();
    } catch (InvalidPathException e) {
      problems.add("operand '" + key + "' is not a path: " + e.getReason());
      return location;
    }
  }

  private Duration idle(Map<String, ?> operands) {
    if (!operands.containsKey(CatalogKeys.IDLE_SECONDS)) {
      return CatalogConfig.DEFAULT_IDLE;
    }
    Optional<String> text =
        values.text(CatalogKeys.IDLE_SECONDS, operands.get(CatalogKeys.IDLE_SECONDS));
    try {
      long seconds = text.map(Long::parseLong).orElse(0L);
      if (seconds >= 1 || text.isEmpty()) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number that is too small is.
    }
    problems.add(
        "operand 'idleSeconds' must be a whole number of seconds from 1, but is '"
            + text.orElse("")
            + "'");
    return CatalogConfig.DEFAULT_IDLE;
  }
}
