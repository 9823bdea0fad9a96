/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Warehouse.Way;
import io.moraine.e2e.fuzz.Workload.Question;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Asks both the same random queries over the same random tables. */
final class Fuzzer {
  static final int QUERIES_A_ROUND = 200;

  /** One query of so many is explained. */
  private static final int EXPLAINED = 5;

  private final Warehouse warehouse;
  private final Reference reference;
  private final Workload workload;
  private final Counts counts = new Counts();
  private final Consumer<String> report;
  private int differences;

  /**
   * A fuzzer.
   *
   * @param report is told of each difference
   */
  Fuzzer(Warehouse warehouse, Reference reference, long seed, Consumer<String> report) {
    this.report = report;
    this.warehouse = warehouse;
    this.reference = reference;
    this.workload = new Workload(seed);
  }

  Counts counts() {
    return counts;
  }

  /** Asks so many queries from a number on, fewer when so many differences were found. */
  void run(int first, int queries, int enough) throws SQLException {
    List<TableDefinition> tables = List.of();
    for (int i = first; i < first + queries && differences < enough; i++) {
      int round = i / QUERIES_A_ROUND;
      if (i == first || i % QUERIES_A_ROUND == 0) {
        tables = workload.tables(round);
        warehouse.load("r" + round, tables);
        reference.load("r" + round, tables);
      }
      ask(workload.question(i, tables), tables);
    }
  }

  private void ask(Question question, List<TableDefinition> tables) throws SQLException {
    Node query = question.query();
    Way way = question.way();
    String difference =
        Comparison.difference(query, warehouse.query(query, way), reference.query(query));
    if (difference.isEmpty()) {
      counts.add(query, way);
      if (question.number() % EXPLAINED == 0) {
        counts.explained(warehouse.isColumnar(query));
      }
    } else {
      Node small = new Shrinker(warehouse, reference, way, difference).shrink(query);
      differences++;
      report.accept(show(question, difference, small) + definitions(tables, small));
    }
  }

  private static String definitions(List<TableDefinition> tables, Node query) {
    String text = Sql.ours(query, false).text();
    return tables.stream()
        .filter(table -> text.contains(table.name()))
        .map(table -> table.ours("") + "\n")
        .collect(Collectors.joining());
  }

  private String show(Question question, String difference, Node query) {
    Way way = question.way();
    Sql ours = Sql.ours(query, way == Way.PREPARED);
    return "Difference (%s) of query %d with -Dfuzz.seed=%d, %s\n%s%s\n%s%s\n%s"
        .formatted(
            difference,
            question.number(),
            workload.seed(),
            way,
            ours.text(),
            ours.parameters().isEmpty() ? "" : " with " + ours.parameters(),
            warehouse.query(query, way).show(),
            Sql.theirs(query).text(),
            reference.query(query).show());
  }
}
