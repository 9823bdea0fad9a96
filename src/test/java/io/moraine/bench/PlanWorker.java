/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Plans one statement in a JVM that has planned nothing; arguments are a URL and the statement. */
final class PlanWorker {
  /** What its answers begin with, which are nanoseconds, one line a step. */
  static final String ANSWER = "= ";

  /** How many processes are asked. */
  static final int PROCESSES = 5;

  /** What is timed, in this order. */
  static final List<String> STEPS =
      List.of(
          "1 new JVM: connect",
          "2 new JVM: compile another statement, which loads classes",
          "3 new JVM: compile the statement",
          "4 plan its files from manifests that were not read before",
          "5 plan them again",
          "6 the same JVM: plan the files of another such table for the first time",
          "7 the same JVM: plan those of a table of which every manifest must be read");

  private static final int REPETITIONS = 50;

  private PlanWorker() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    long start = System.nanoTime();
    try (Planning planning = Planning.open(arguments[0], ManyFiles.NAMESPACE)) {
      answer(out, LongStream.of(System.nanoTime() - start));
      answer(out, LongStream.of(planning.compile("SELECT 1 + 1 AS two")));
      answer(out, LongStream.of(planning.compile(arguments[1])));
      answer(out, LongStream.of(planning.again(arguments[1], 1).median()));
      answer(
          out,
          LongStream.rangeClosed(1, REPETITIONS).map(i -> again(planning, arguments[1])).skip(10));
      for (String table : List.of(ManyFiles.OTHER_TABLE, ManyFiles.MIXED_TABLE)) {
        String other = arguments[1].replace(ManyFiles.TABLE, table);
        planning.compile(other);
        answer(out, LongStream.of(again(planning, other)));
      }
    }
  }

  private static long again(Planning planning, String sql) {
    try {
      return planning.again(sql, 1).median();
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException("Planning failed", e);
    }
  }

  private static void answer(PrintStream out, LongStream nanos) {
    out.println(ANSWER + nanos.mapToObj(Long::toString).collect(Collectors.joining(" ")));
  }
}
