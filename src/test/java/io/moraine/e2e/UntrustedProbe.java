/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A program that damages tables and prints, tab by tab, what statements make of each. */
final class UntrustedProbe {
  private static final List<String> GOOD = List.of("1", "2", "3");

  private final Path warehouse;
  private final Connection connection;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private UntrustedProbe(Path warehouse) throws SQLException {
    this.warehouse = warehouse;
    this.connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse);
    Statements.run(
        connection,
        "CREATE SCHEMA lake.db",
        "CREATE TABLE lake.db.good (i INTEGER)",
        "INSERT INTO lake.db.good VALUES (1), (2), (3)");
  }

  /** {@code warehouse kind,kind} or {@code warehouse fuzz seed runs}. */
  public static void main(String[] arguments) throws Exception {
    UntrustedProbe probe = new UntrustedProbe(Path.of(arguments[0]));
    if (arguments[1].equals("fuzz")) {
      long seed = Long.parseLong(arguments[2]);
      for (int run = 0; run < Integer.parseInt(arguments[3]); run++) {
        probe.fuzz(seed + run);
      }
    } else {
      for (String kind : arguments[1].split(",")) {
        List<Damage> damages = damages(kind);
        for (int i = 0; i < damages.size(); i++) {
          probe.damage(kind + i, damages.get(i));
        }
      }
    }
    probe.out.println(Probe.MARK + "end");
  }

  private static List<Damage> damages(String kind) {
    return switch (kind) {
      case "metadatabombs" -> DamagedMetadata.bombs();
      case "metadata" -> DamagedMetadata.contradictions();
      case "avrobombs" -> DamagedManifests.bombs();
      case "avro" -> DamagedManifests.shapes();
      case "entries" -> DamagedManifests.entries();
      case "parquetbombs" -> DamagedParquet.bombs();
      case "parquet" -> DamagedParquet.shapes();
      case "checksums" -> DamagedParquet.checksums();
      case "vectors" -> DamagedDeletes.vectors();
      case "deletes" -> DamagedDeletes.files();
      case "data" -> DamagedDeletes.data();
      case "paths" -> DamagedPaths.all();
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private void damage(String name, Damage damage) throws Exception {
    DamagedTable table = DamagedTable.create(connection, warehouse, name);
    String file = String.valueOf(damage.action().apply(table).getFileName());
    report(String.join("\t", damage.name(), damage.expected(), name, file), table);
  }

  private void fuzz(long seed) throws Exception {
    DamagedTable table = DamagedTable.create(connection, warehouse, "f" + seed);
    String mutation = Mutation.apply(new Random(seed), table);
    out.println("trying " + seed + " " + mutation);
    report(seed + " " + mutation, table);
  }

  private void report(String damage, DamagedTable table) {
    long start = System.nanoTime();
    String outcome = outcome(table.name());
    long millis = (System.nanoTime() - start) / 1_000_000;
    out.println(
        Probe.MARK
            + String.join(
                "\t", damage, neighbours(), "" + millis, outcome.replaceAll("\\s+", " ")));
  }

  private String outcome(String table) {
    try {
      List<List<@Nullable String>> rows =
          Statements.rows(connection, "SELECT * FROM lake.db." + table + " ORDER BY 1, 2, 3, 4");
      return rows.equals(DamagedTable.ROWS) ? "right" : "WRONG " + rows;
    } catch (SQLException e) {
      return e.getSQLState() + ": " + e.getMessage();
    } catch (Exception | Error e) {
      return "THROWN " + e;
    }
  }

  private String neighbours() {
    try {
      return Statements.column(connection, "SELECT i FROM lake.db.good ORDER BY i").equals(GOOD)
          ? "good"
          : "BAD";
    } catch (Exception | Error e) {
      return "BAD " + e;
    }
  }
}
