/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Warehouse.Way;
import java.util.List;
import java.util.Random;

/** The tables and queries of a seed, by their numbers. */
record Workload(long seed) {
  private static final int TABLES = 4;

  /** A query and how it reaches Moraine. */
  record Question(int number, Node query, Way way) {}

  List<TableDefinition> tables(int round) {
    return new TableGenerator(random(2L * round)).tables(TABLES);
  }

  Question question(int number, List<TableDefinition> tables) {
    Random random = random(2L * number + 1);
    Node risky = random.nextInt(10) == 0 ? new Risks(random, tables).query() : null;
    if (risky != null) {
      return new Question(number, risky, Way.EMBEDDED);
    }
    Node query = new Queries(random, tables).query();
    return new Question(number, query, way(random, query));
  }

  private static Way way(Random random, Node query) {
    // JSON has no NaN.
    boolean hasFloating = query.columns().stream().anyMatch(t -> t.kind().isFloating());
    // Two parameters are never the same expression, as GROUP BY needs it.
    boolean isGrouped =
        List.of("GROUP BY", "ROLLUP", "CUBE", "GROUPING SETS").stream().anyMatch(query::has);
    return switch (random.nextInt(20)) {
      case 0 -> hasFloating ? Way.PROTOBUF : Way.JSON;
      case 1 -> Way.PROTOBUF;
      case 2, 3 -> isGrouped ? Way.EMBEDDED : Way.PREPARED;
      default -> Way.EMBEDDED;
    };
  }

  /** Neighbours get seeds that have nothing in common. */
  private Random random(long number) {
    return new Random((seed * 1_000_003 + number) * 0x9E3779B97F4A7C15L);
  }
}
