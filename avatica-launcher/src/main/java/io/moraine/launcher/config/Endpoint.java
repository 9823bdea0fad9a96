/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.config;

import io.moraine.launcher.SqlFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * What a connection opens: a JDBC URL, its properties, and a description that is safe to print. The
 * properties may hold secrets, so only the description is ever shown.
 */
public final class Endpoint {
  /** The prefix of the embedded driver's URLs. */
  static final String EMBEDDED = "jdbc:moraine:";

  private static final String REMOTE = "jdbc:avatica:remote:url=";

  private final String url;
  private final Map<String, String> properties;
  private final String description;

  private Endpoint(String url, Map<String, String> properties, String description) {
    this.url = url;
    this.properties = Map.copyOf(properties);
    this.description = description;
  }

  /** The catalogs that a model file names. */
  public static Endpoint ofModel(Path model) {
    String path = model.toAbsolutePath().normalize().toString();
    return new Endpoint(EMBEDDED, Map.of("model", path), "model " + path);
  }

  /** The embedded catalog in a folder, which need not exist yet. */
  public static Endpoint ofWarehouse(Path warehouse) {
    String path = warehouse.toAbsolutePath().normalize().toString();
    return new Endpoint(EMBEDDED, Map.of("warehouse", path), "warehouse " + path);
  }

  /** Any JDBC URL; {@code http://host:port} stands for a Moraine server there. */
  public static Endpoint ofUrl(String url) {
    if (url.startsWith("http://") || url.startsWith("https://")) {
      return new Endpoint(REMOTE + url + ";serialization=protobuf", Map.of(), "server " + url);
    }
    int scheme = url.indexOf(':', "jdbc:".length());
    return new Endpoint(url, Map.of(), scheme < 0 ? "a JDBC URL" : url.substring(0, scheme + 1));
  }

  /**
   * The one that the command line asks for; the default warehouse when it asks for none.
   *
   * @throws ConfigException when it asks for two, or for a model that is not there
   */
  public static Endpoint of(@Nullable String url, @Nullable Path model, @Nullable Path warehouse) {
    long given =
        List.of(url != null, model != null, warehouse != null).stream().filter(g -> g).count();
    if (given > 1) {
      throw new ConfigException(List.of("url, model, warehouse: give one of them, not " + given));
    }
    if (url != null) {
      return ofUrl(url);
    }
    if (model != null) {
      if (!Files.isRegularFile(model)) {
        throw new ConfigException(List.of("model: there is no file " + model));
      }
      return ofModel(model);
    }
    return ofWarehouse(warehouse == null ? home() : warehouse);
  }

  /** The folder of the default warehouse, and of the prompt's history. */
  public static Path home() {
    return Path.of(System.getProperty("user.home"), ".moraine");
  }

  /** The JDBC URL without the properties. */
  public String url() {
    return url;
  }

  /** The properties, as one may write them behind the URL. */
  public Map<String, String> properties() {
    return new TreeMap<>(properties);
  }

  /**
   * The same, for a process that stays: its planner is compiled quickly, and warmed up in the
   * background. Of a server, which plans by itself, nothing changes.
   */
  public Endpoint staying() {
    return url.equals(EMBEDDED) ? with(Map.of("quickPlanner", "true", "warmUp", "true")) : this;
  }

  /** The same endpoint with more properties. */
  public Endpoint with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(properties);
    all.putAll(more);
    return new Endpoint(url, all, description);
  }

  /** Opens a connection; the caller closes it. */
  public Connection open() throws SQLException {
    Properties info = new Properties();
    info.putAll(properties);
    try {
      return DriverManager.getConnection(url, info);
    } catch (AvaticaClientRuntimeException e) {
      SqlFailure failure = SqlFailure.of(e);
      throw new SQLException(failure.message(), failure.sqlState(), e);
    } catch (RuntimeException e) {
      // So Avatica's client reports that nobody listens.
      String reason = SqlFailure.of(e).message();
      throw new SQLException("Cannot connect to " + description + ": " + reason, "08001", e);
    }
  }

  @Override
  public String toString() {
    return description;
  }
}
