/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.adapter.schema.IcebergSchema;
import io.moraine.adapter.schema.TreeExecutor;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.MoraineTypeSystem;
import java.io.FileNotFoundException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.jdbc.CalciteConnection;

/**
 * The Calcite connection under one of ours: it holds the schemas, and parts of Calcite that want a
 * connection get it.
 */
final class CalciteRoot implements AutoCloseable {
  private final CalciteConnection calcite;
  private final List<CatalogLease> leases;

  private CalciteRoot(CalciteConnection calcite, List<CatalogLease> leases) {
    this.calcite = calcite;
    this.leases = leases;
  }

  /**
   * Opens it with the schemas that the settings name.
   *
   * @throws MoraineException INVALID_CONFIGURATION for a model that cannot be read, or what a
   *     catalog fails with
   */
  static CalciteRoot open(ConnectionSettings settings, TreeExecutor executor) {
    List<CatalogLease> leases = new ArrayList<>();
    CalciteRoot root = new CalciteRoot(connect(settings), leases);
    try {
      for (CatalogConfig catalog : settings.catalogs()) {
        CatalogLease lease = CatalogRegistry.shared().lease(catalog);
        leases.add(lease);
        // Fails now if it cannot be opened.
        lease.catalog();
        root.calcite.getRootSchema().add(catalog.name(), IcebergSchema.of(lease, executor));
      }
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static CalciteConnection connect(ConnectionSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("typeSystem", MoraineTypeSystem.class.getName());
    properties.setProperty("caseSensitive", "false");
    properties.setProperty("unquotedCasing", "UNCHANGED");
    properties.setProperty("quotedCasing", "UNCHANGED");
    settings.model().ifPresent(model -> properties.setProperty("model", model));
    try {
      return new org.apache.calcite.jdbc.Driver()
          .connect("jdbc:calcite:", properties)
          .unwrap(CalciteConnection.class);
    } catch (SQLException | RuntimeException e) {
      throw failed(settings, e);
    }
  }

  private static MoraineException failed(ConnectionSettings settings, Exception e) {
    MoraineException ours = MoraineException.findIn(e);
    if (ours != null) {
      return ours;
    }
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String model = settings.model().orElse("");
    return new MoraineException(
        ErrorCode.INVALID_CONFIGURATION,
        "Cannot read model "
            + (model.startsWith("inline:") ? "(inline)" : model)
            + ": "
            + firstLine(cause),
        e);
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String line = message.lines().findFirst().orElse("");
    return cause instanceof FileNotFoundException ? "no such file: " + line : line;
  }

  CalciteConnection calcite() {
    return calcite;
  }

  @Override
  public void close() {
    leases.forEach(CatalogLease::close);
    try {
      // A second time does nothing.
      calcite.close();
    } catch (SQLException e) {
      throw new MoraineException(
          ErrorCode.INTERNAL, "Cannot close the connection: " + e.getMessage(), e);
    }
  }
}
