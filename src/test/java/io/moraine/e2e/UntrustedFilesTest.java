/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables whose files cannot be trusted, in a JVM of 256 MB: each statement ends with the error that
 * names the table and the file, or with the right rows, and the table beside it is read.
 */
final class UntrustedFilesTest {
  private static final long MOST_MILLIS = 10_000;

  @TempDir private Path folder;

  /** A line of {@link UntrustedProbe}, in its parts. */
  private record Line(
      String damage, String expected, String table, String file, long millis, String outcome) {
    static Line of(String text) {
      String[] parts = text.split("\t", 7);
      assertThat(parts).as(text).hasSize(7);
      assertThat(parts[4]).as("the table beside: %s", text).isEqualTo("good");
      return new Line(parts[0], parts[1], parts[2], parts[3], Long.parseLong(parts[5]), parts[6]);
    }

    void requireExpected() {
      assertThat(outcome).as(damage).matches("(" + expected + ")(: .*)?");
      assertThat(millis).as(damage).isLessThan(MOST_MILLIS);
      if (!outcome.equals("right")) {
        assertThat(outcome).as(damage).contains(file);
        assertThat(outcome).as(damage).matches(file.isEmpty() ? ".*" : ".*\\b" + table + "\\b.*");
      }
    }
  }

  private List<String> run(ChildJvm child, String... arguments) throws Exception {
    ChildJvm.Result result = child.main(UntrustedProbe.class).with("-Xmx256m").run(arguments);
    assertThat(result.lines()).as(result.log()).endsWith("end");
    assertThat(result.exit()).isZero();
    return result.lines().subList(0, result.lines().size() - 1);
  }

  /** Many kinds in one JVM, each with how many damages there are at least. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadatabombs 10, avrobombs 20, parquetbombs 10, vectors 20, deletes 20",
        "metadata 10, avro 20, entries 5, parquet 10, data 15, paths 10"
      })
  void eachDamageHasItsError(String kinds) throws Exception {
    Map<String, Integer> atLeast =
        Arrays.stream(kinds.split(", "))
            .map(kind -> kind.split(" "))
            .collect(Collectors.toMap(kind -> kind[0], kind -> Integer.valueOf(kind[1])));
    List<Line> lines =
        run(new ChildJvm(folder), folder.toString(), String.join(",", atLeast.keySet())).stream()
            .map(Line::of)
            .toList();
    lines.forEach(Line::requireExpected);
    atLeast.forEach(
        (kind, count) ->
            assertThat(lines.stream().filter(line -> line.table().matches(kind + "\\d+")))
                .as(kind)
                .hasSizeGreaterThanOrEqualTo(count));
  }

  @Test
  void checksumsAreVerifiedWhereTheyAreAskedFor() throws Exception {
    List<String> lines =
        run(
            new ChildJvm(folder).with("-Dmoraine.verify=checksums"),
            folder.toString(),
            "checksums");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(10);
    lines.forEach(line -> Line.of(line).requireExpected());
  }

  @Test
  void randomDamageIsFoundOrDoesNoHarm() throws Exception {
    String seed = String.valueOf(Long.getLong("moraine.fuzz.seed", 20_261_130L));
    String runs = String.valueOf(Integer.getInteger("moraine.fuzz.damages", 120));
    List<String> lines =
        run(
            new ChildJvm(folder).with("-Dmoraine.verify=checksums"),
            folder.toString(),
            "fuzz",
            seed,
            runs);
    assertThat(lines).hasSize(Integer.parseInt(runs));
    for (String line : lines) {
      String[] parts = line.split("\t", 4);
      assertThat(parts[1]).as(line).isEqualTo("good");
      assertThat(Long.parseLong(parts[2])).as(line).isLessThan(MOST_MILLIS);
      assertThat(parts[3]).as(line).matches("right|(XX001|58P01|42501|0A000): .*");
    }
  }
}
