/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How one Iceberg catalog is opened. Equal configurations share one open catalog.
 *
 * @param name the name of the catalog in SQL
 * @param catalogName the name that Iceberg's catalog is given; a JDBC catalog keeps its tables
 *     under it. The embedded default always uses {@value #EMBEDDED_CATALOG_NAME}, so that a
 *     warehouse shows the same tables whatever the schema over it is called
 * @param properties Iceberg's catalog properties, complete
 * @param roots locations beside the warehouse at which tables may keep files
 * @param idle how long a catalog that nobody closes stays open unused
 */
public record CatalogConfig(
    String name,
    String catalogName,
    Map<String, String> properties,
    List<String> roots,
    Duration idle) {
  /** The name of the catalog inside of an embedded warehouse. */
  public static final String EMBEDDED_CATALOG_NAME = "moraine";

  /** How long an unused catalog of the stock driver stays open by default. */
  public static final Duration DEFAULT_IDLE = Duration.ofMinutes(5);

  /** Copies what it is given. */
  public CatalogConfig {
    properties = Map.copyOf(properties);
    roots = List.copyOf(roots);
  }

  /**
   * The embedded default: Iceberg's JDBC catalog in the SQLite file {@code catalog.db} of a folder,
   * and the tables in its folder {@code warehouse}. Nothing is created until the catalog is opened.
   *
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION if the folder's name
   *     cannot be used
   */
  public static CatalogConfig ofWarehouse(String name, Path directory) {
    return fromOperands(name, Map.of("warehouse", directory.toAbsolutePath().toString()));
  }

  /**
   * The catalog that the operands of a model describe: {@code warehouse} alone (a local folder) is
   * the embedded default, anything else is given to Iceberg as catalog properties. Operands of our
   * own are {@code roots}, {@code idleSeconds}, {@code catalogName} and {@code properties}.
   *
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION that lists every problem
   */
  public static CatalogConfig fromOperands(String name, Map<String, ?> operands) {
    return fromOperands(name, operands, System::getenv);
  }

  /**
   * The catalog that connection properties {@code catalog.<name>.<key>} describe, keys without
   * their prefix. {@code properties.<key>} passes a property on without a check of its name.
   *
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION that lists every problem
   */
  public static CatalogConfig fromProperties(String name, Map<String, String> properties) {
    String prefix = CatalogKeys.PROPERTIES + ".";
    Map<String, Object> operands = new LinkedHashMap<>();
    Map<String, Object> unchecked = new LinkedHashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            unchecked.put(key.substring(prefix.length()), value);
          } else {
            operands.put(key, value);
          }
        });
    if (!unchecked.isEmpty()) {
      operands.put(CatalogKeys.PROPERTIES, unchecked);
    }
    return fromOperands(name, operands);
  }

  static CatalogConfig fromOperands(
      String name, Map<String, ?> operands, UnaryOperator<@Nullable String> environment) {
    Problems problems = new Problems("catalog '" + name + "'");
    CatalogConfig config =
        new CatalogOperands(problems, environment, operands).catalog(name, operands);
    problems.throwIfAny();
    return config;
  }

  /** The kind of catalog: Iceberg's {@code type}, or the class that implements it. */
  public String type() {
    String type = properties.get("type");
    return type != null ? type : properties.getOrDefault("catalog-impl", "hive");
  }

  /** The locations at which tables may keep files, the warehouse included. */
  public AllowedRoots allowedRoots() {
    return AllowedRoots.of(rootLocations());
  }

  private List<String> rootLocations() {
    List<String> locations = new ArrayList<>(roots);
    String warehouse = properties.get("warehouse");
    // A REST catalog may call its warehouse by a name that is not a location.
    if (warehouse != null
        && (LocalPaths.hasScheme(warehouse) || LocalPaths.isAbsoluteLocal(warehouse))) {
      locations.add(0, warehouse);
    }
    return locations;
  }

  /** The properties with which Iceberg's catalog is opened: also where its files may be read. */
  Map<String, String> openingProperties() {
    List<String> locations = rootLocations();
    Map<String, String> opening = new HashMap<>(properties);
    if (!locations.isEmpty()) {
      opening.put(LocalFileIO.ROOTS, String.join("\n", locations));
    }
    return opening;
  }

  /** The text without anything in it that is secret in this configuration. */
  String redact(String text) {
    String redacted = text;
    for (Map.Entry<String, String> property : properties.entrySet()) {
      String value = property.getValue();
      if (Secrets.isSecret(property.getKey()) && value.length() > 3) {
        redacted = redacted.replace(value, Secrets.HIDDEN);
      }
    }
    return Secrets.redact(redacted);
  }

  /** The configuration with secrets hidden. */
  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>();
    properties.forEach((key, value) -> shown.put(key, Secrets.show(key, value)));
    return String.format(
        Locale.ROOT,
        "CatalogConfig[name=%s, catalogName=%s, properties=%s, roots=%s, idle=%s]",
        name,
        catalogName,
        shown,
        roots.stream().map(Secrets::redact).toList(),
        idle);
  }
}
