/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries give what PostgreSQL gives. {@code -Dfuzz.queries}, {@code -Dfuzz.first} and
 * {@code -Dfuzz.seed} say how many, from which number on and of which workload.
 */
final class DifferentialFuzzTest {
  private static final int QUERIES = Integer.getInteger("fuzz.queries", 800);
  private static final int FIRST = Integer.getInteger("fuzz.first", 0);
  private static final long SEED = Long.getLong("fuzz.seed", 20_260_101L);
  private static final int ENOUGH_DIFFERENCES = Integer.getInteger("fuzz.differences", 5);
  private static final double COLUMNAR_SHARE = 0.9;
  private static final Path COUNTS =
      Path.of(System.getProperty("moraine.root"), "src/test/target/fuzz-counts.txt");

  @TempDir private Path folder;

  @Test
  void randomQueriesGiveWhatPostgresqlGives() throws Exception {
    System.out.println("fuzzing with -Dfuzz.seed=" + SEED + " -Dfuzz.queries=" + QUERIES);
    List<String> differences = new ArrayList<>();
    // A pattern to the engine, unless it is told otherwise.
    Path patterns = Files.createDirectory(folder.resolve("[w]*"));
    try (Reference reference = Reference.start();
        Warehouse warehouse = Warehouse.open(patterns)) {
      Fuzzer fuzzer = new Fuzzer(warehouse, reference, SEED, differences::add);
      fuzzer.run(FIRST, QUERIES, ENOUGH_DIFFERENCES);
      Counts counts = fuzzer.counts();
      Files.writeString(COUNTS, counts.table() + counts.summary() + "\n");
      System.out.println(counts.table() + counts.summary());
      assertThat(differences).isEmpty();
      assertThat(counts.columnarShare()).isGreaterThanOrEqualTo(COLUMNAR_SHARE);
    }
  }
}
