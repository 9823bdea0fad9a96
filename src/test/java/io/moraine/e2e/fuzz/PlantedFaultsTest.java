/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.e2e.fuzz.Warehouse.Way;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fuzzer finds faults: each that is planted makes a difference within a bounded number of the
 * random queries that it concerns.
 */
final class PlantedFaultsTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20_260_102L);
  private static final int ROUNDS = 20;

  /** So many random queries a round; a fault is planted in those that it concerns. */
  private static final int QUERIES_A_ROUND = 1000;

  private static final int PLANTED_A_ROUND = 25;

  @TempDir private Path folder;

  @Test
  void eachPlantedFaultIsFound() throws Exception {
    try (Reference reference = Reference.start();
        Warehouse warehouse = Warehouse.open(folder)) {
      Hunt hunt = new Hunt(reference, warehouse);
      for (int round = 0; round < ROUNDS && !hunt.hidden.isEmpty(); round++) {
        hunt.search(round);
      }
      System.out.println(
          "planted faults with -Dfuzz.seed="
              + SEED
              + " and the queries that they took: "
              + hunt.asked);
      assertThat(hunt.hidden).as("faults that no query found").isEmpty();
    }
  }

  /** The faults that were not found yet. */
  private static final class Hunt {
    final Set<Fault> hidden = EnumSet.allOf(Fault.class);
    final Map<Fault, Integer> asked = new EnumMap<>(Fault.class);
    private final Workload workload = new Workload(SEED);
    private final Reference reference;
    private final Warehouse warehouse;

    Hunt(Reference reference, Warehouse warehouse) {
      this.reference = reference;
      this.warehouse = warehouse;
    }

    void search(int round) throws SQLException {
      List<TableDefinition> tables = workload.tables(round);
      reference.load("r" + round, tables);
      warehouse.load("globbed" + round, tables);
      warehouse.append("globbed" + round, tables);
      warehouse.load("r" + round, tables);
      List<Node> queries =
          IntStream.range(round * QUERIES_A_ROUND, (round + 1) * QUERIES_A_ROUND)
              .mapToObj(number -> workload.question(number, tables).query())
              .toList();
      for (Fault fault : EnumSet.copyOf(hidden)) {
        if (isFound(fault, queries, round)) {
          hidden.remove(fault);
        }
      }
    }

    private boolean isFound(Fault fault, List<Node> queries, int round) throws SQLException {
      List<Node> concerned =
          queries.stream().filter(fault::concerns).limit(PLANTED_A_ROUND).toList();
      for (Node query : concerned) {
        asked.merge(fault, 1, Integer::sum);
        if (isFound(fault, query, round)) {
          return true;
        }
      }
      return false;
    }

    /** Whether a fault makes a difference that does not exist without it. */
    private boolean isFound(Fault fault, Node query, int round) throws SQLException {
      Outcome expected = reference.query(query);
      Outcome planted =
          fault.readsASibling()
              ? globbed(query, round)
              : warehouse.query(fault.plantedIn(query), Way.EMBEDDED);
      return !Comparison.difference(query, fault.instead(query, planted), expected).isEmpty()
          && Comparison.difference(query, warehouse.query(query, Way.EMBEDDED), expected).isEmpty();
    }

    private Outcome globbed(Node query, int round) throws SQLException {
      warehouse.use("globbed" + round);
      Outcome outcome = warehouse.query(query, Way.EMBEDDED);
      warehouse.use("r" + round);
      return outcome;
    }
  }
}
