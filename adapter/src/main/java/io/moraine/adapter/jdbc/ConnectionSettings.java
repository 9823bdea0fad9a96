/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The properties of a {@code jdbc:moraine:} URL.
 *
 * @param model a model file, or JSON after {@code inline:}
 * @param catalogs catalogs given by URL alone
 * @param schema the default schema, dotted
 * @param timeZone the session's zone; that of the JVM by default
 * @param memory the memory of the process, for all of its connections
 * @param planCache whether statements are compiled again only where they must be
 * @param queryTimeout the time limit of statements in seconds
 * @param quickPlanner whether the JVM compiles the planner's code with its quick compiler only
 * @param warmUp whether the process plans statements of its own, once
 * @param timestamps how date-times with digits below milliseconds are returned
 * @param wire whether only types that stock Avatica clients decode are returned
 */
record ConnectionSettings(
    Optional<String> model,
    List<CatalogConfig> catalogs,
    Optional<String> schema,
    Optional<String> timeZone,
    Optional<String> memory,
    Optional<String> planCache,
    Optional<String> queryTimeout,
    boolean quickPlanner,
    WarmUp.Mode warmUp,
    Timestamps timestamps,
    boolean wire) {
  /** The name of the catalog that the property {@code warehouse} makes. */
  static final String DEFAULT_CATALOG = "lake";

  private static final String CATALOG_PREFIX = "catalog.";

  /** What happens to digits that milliseconds cannot hold. */
  enum Timestamps {
    /** They are returned as they are, or, on the wire, refused by an error. */
    EXACT,
    /** The column is declared with precision 3 and its values are floored. */
    MILLIS,
    /** The column is declared VARCHAR. */
    TEXT
  }

  /**
   * Reads the properties.
   *
   * @throws MoraineException INVALID_CONFIGURATION that lists every problem
   */
  static ConnectionSettings of(Properties info) {
    return new Reader(info).read();
  }

  /** Collects problems, to report all of them at once. */
  private static final class Reader {
    private final Map<String, String> properties = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    Reader(Properties info) {
      info.stringPropertyNames().forEach(name -> properties.put(name, info.getProperty(name)));
    }

    ConnectionSettings read() {
      // Tools send these to every driver.
      properties.remove("user");
      properties.remove("password");
      Optional<String> model = take("model");
      boolean named =
          properties.keySet().stream()
              .anyMatch(key -> key.equals("warehouse") || key.startsWith(CATALOG_PREFIX));
      List<CatalogConfig> catalogs = catalogs();
      ConnectionSettings settings =
          new ConnectionSettings(
              model,
              catalogs,
              take("schema"),
              take("timeZone"),
              take("memory"),
              take("planCache"),
              take("queryTimeout"),
              flag("quickPlanner"),
              warmUp(),
              timestamps(),
              "avatica".equals(take("wire").orElse("")));
      for (String unknown : properties.keySet()) {
        problems.add(
            "unknown property '"
                + unknown
                + "' (known: model, warehouse, catalog.<name>.<property>, schema, timeZone,"
                + " planCache, queryTimeout, quickPlanner, warmUp, timestamps, memory)");
      }
      if (model.isPresent() && named) {
        problems.add("'model' and catalogs in the URL exclude each other");
      }
      if (model.isEmpty() && !named) {
        problems.add("one of 'model', 'warehouse' or 'catalog.<name>.<property>' is needed");
      }
      if (!problems.isEmpty()) {
        throw new MoraineException(
            ErrorCode.INVALID_CONFIGURATION,
            "Cannot connect to jdbc:moraine: " + String.join("; ", problems));
      }
      return settings;
    }

    private Optional<String> take(String name) {
      return Optional.ofNullable(properties.remove(name)).filter(value -> !value.isBlank());
    }

    private boolean flag(String name) {
      String value = take(name).orElse("false");
      if (!value.equals("true") && !value.equals("false")) {
        problems.add("'" + name + "' is '" + value + "', not true or false");
      }
      return value.equals("true");
    }

    private WarmUp.Mode warmUp() {
      String value = take("warmUp").orElse("false");
      return switch (value) {
        case "false" -> WarmUp.Mode.NONE;
        case "true" -> WarmUp.Mode.BACKGROUND;
        case "wait" -> WarmUp.Mode.WAIT;
        default -> {
          problems.add("'warmUp' is '" + value + "', not true, wait or false");
          yield WarmUp.Mode.NONE;
        }
      };
    }

    private Timestamps timestamps() {
      Optional<String> value = take("timestamps");
      try {
        return value
            .map(v -> Timestamps.valueOf(v.toUpperCase(Locale.ROOT)))
            .orElse(Timestamps.EXACT);
      } catch (IllegalArgumentException e) {
        problems.add("'timestamps' is '" + value.get() + "', not exact, millis or text");
        return Timestamps.EXACT;
      }
    }

    private List<CatalogConfig> catalogs() {
      List<CatalogConfig> catalogs = new ArrayList<>();
      take("warehouse")
          .ifPresent(
              dir ->
                  add(
                      catalogs,
                      () ->
                          CatalogConfig.fromOperands(
                              DEFAULT_CATALOG, Map.of("warehouse", absolute(dir)))));
      Map<String, Map<String, String>> byName = new TreeMap<>();
      for (String key : List.copyOf(properties.keySet())) {
        int dot = key.indexOf('.', CATALOG_PREFIX.length());
        if (key.startsWith(CATALOG_PREFIX) && dot > 0) {
          byName
              .computeIfAbsent(key.substring(CATALOG_PREFIX.length(), dot), n -> new TreeMap<>())
              .put(key.substring(dot + 1), properties.remove(key));
        }
      }
      byName.forEach(
          (name, values) -> add(catalogs, () -> CatalogConfig.fromProperties(name, values)));
      return catalogs;
    }

    /** A relative folder is one of the working directory; CatalogConfig expands the home. */
    private static String absolute(String dir) {
      return dir.startsWith("~") ? dir : Path.of(dir).toAbsolutePath().normalize().toString();
    }

    private void add(List<CatalogConfig> catalogs, Supplier<CatalogConfig> config) {
      try {
        catalogs.add(config.get());
      } catch (MoraineException e) {
        problems.add(e.getMessage());
      }
    }
  }
}
