/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.sample;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.rules.error.MoraineException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import org.apache.iceberg.catalog.Namespace;

/**
 * The sample as a tool: {@code moraine-sample --warehouse DIR --schema NAME --scale FACTOR} writes
 * it into the embedded catalog of a folder. Whoever has this module on the class path can find and
 * run the tool without naming a class of ours.
 */
public final class SampleTool implements ToolProvider {
  private static final String NAME = "moraine-sample";
  private static final String WAREHOUSE = "--warehouse";
  private static final String SCHEMA = "--schema";
  private static final String SCALE = "--scale";
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  /** For {@link java.util.ServiceLoader}. */
  public SampleTool() {
    // Nothing is held between runs.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(PrintWriter out, PrintWriter err, String... arguments) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    if (arguments.length != 6 || !options.keySet().equals(Set.of(WAREHOUSE, SCHEMA, SCALE))) {
      err.println("usage: " + NAME + " --warehouse DIR --schema NAME --scale FACTOR");
      return USAGE;
    }
    try {
      write(Path.of(options.get(WAREHOUSE)), options.get(SCHEMA), scale(options.get(SCALE)), out);
      return OK;
    } catch (MoraineException e) {
      err.println(NAME + ": " + e.code().sqlState() + ": " + e.getMessage());
      return FAILED;
    }
  }

  /** What is no number becomes NaN, which the sample refuses as out of range. */
  private static double scale(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static void write(Path warehouse, String schema, double scale, PrintWriter out) {
    CatalogConfig config = CatalogConfig.ofWarehouse("lake", warehouse);
    try (CatalogLease lease = CatalogRegistry.shared().lease(config)) {
      TpchSample.write(
          lease.catalog(),
          Namespace.of(schema.split("\\.", -1)),
          lease.roots(),
          scale,
          (table, rows, committed) -> {
            out.println(
                String.format(
                    Locale.ROOT, "  %-9s %,11d rows%s", table, rows, committed ? "" : " ..."));
            out.flush();
          });
    }
  }
}
