/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.e2e.fuzz.Warehouse.Way;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fuzzer finds faults: each that is planted makes a difference within a bounded number of
 * queries that it concerns.
 */
final class PlantedFaultsTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20_260_102L);
  private static final int QUERIES = 4000;
  private static final int ROUND = 400;

  @TempDir private Path folder;

  @Test
  void eachPlantedFaultIsFound() throws Exception {
    try (Reference reference = Reference.start();
        Warehouse whole = Warehouse.open(Files.createDirectory(folder.resolve("whole")));
        Warehouse globbing = Warehouse.open(Files.createDirectory(folder.resolve("globbing")))) {
      Hunt hunt = new Hunt(reference, whole, globbing);
      Workload workload = new Workload(SEED);
      List<TableDefinition> tables = List.of();
      for (int i = 0; i < QUERIES && !hunt.hidden.isEmpty(); i++) {
        if (i % ROUND == 0) {
          tables = workload.tables(i / ROUND);
          hunt.load("r" + i / ROUND, tables);
        }
        hunt.ask(workload.question(i, tables).query());
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
    private final Reference reference;
    private final Warehouse whole;
    private final Warehouse globbing;

    Hunt(Reference reference, Warehouse whole, Warehouse globbing) {
      this.reference = reference;
      this.whole = whole;
      this.globbing = globbing;
    }

    void load(String schema, List<TableDefinition> tables) throws SQLException {
      reference.load(schema, tables);
      whole.load(schema, tables);
      globbing.load(schema, tables);
      globbing.append(schema, tables);
    }

    /** Plants each fault that the query concerns; what is wrong without one counts for none. */
    void ask(Node query) {
      Outcome right = whole.query(query, Way.EMBEDDED);
      Outcome expected = reference.query(query);
      if (Comparison.difference(query, right, expected).isEmpty()) {
        hidden.removeIf(fault -> isFound(fault, query, right, expected));
      }
    }

    private boolean isFound(Fault fault, Node query, Outcome right, Outcome expected) {
      Outcome answer = fault.instead(query, answer(fault, query, right));
      if (answer.equals(right)) {
        return false;
      }
      asked.merge(fault, 1, Integer::sum);
      return !Comparison.difference(query, answer, expected).isEmpty();
    }

    private Outcome answer(Fault fault, Node query, Outcome right) {
      if (fault.readsASibling()) {
        return globbing.query(query, Way.EMBEDDED);
      }
      Node planted = fault.plantedIn(query);
      return planted.equals(query) ? right : whole.query(planted, Way.EMBEDDED);
    }
  }
}
