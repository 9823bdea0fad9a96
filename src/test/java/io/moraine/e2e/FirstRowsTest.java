/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first rows in an order are those of all rows, whatever files planning skips: random files
 * with NULLs, ties and files of one kind, every order, with and without filters.
 */
final class FirstRowsTest {
  private static final long SEED = Long.getLong("first.seed", 7);
  private static final int FILES = 12;
  private static final int QUERIES = 150;
  private static final List<String> TYPES =
      List.of("INTEGER", "BIGINT", "DECIMAL(20, 2)", "DATE", "TIME(6)", "TIMESTAMP(6)", "DOUBLE");

  private final Random random = new Random(SEED);

  @Test
  void theyAreTheFirstOfAll(@TempDir Path folder) throws SQLException {
    System.out.println("first.seed=" + SEED);
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder)) {
      run(connection, "CREATE SCHEMA s", "CREATE TABLE s.t (" + columns() + ")");
      for (int file = 0; file < FILES; file++) {
        run(connection, "INSERT INTO s.t VALUES " + rowsOfAFile());
      }
      long skipped = 0;
      for (int i = 0; i < QUERIES; i++) {
        skipped += check(connection);
      }
      assertThat(skipped).as("files that were skipped").isGreaterThan(QUERIES);
    }
  }

  private static String columns() {
    return IntStream.range(0, TYPES.size())
        .mapToObj(i -> "c" + i + " " + TYPES.get(i))
        .collect(Collectors.joining(", ", "id INTEGER, ", ""));
  }

  /** Rows around a number that is the file's own, so that files overlap a little. */
  private String rowsOfAFile() {
    int middle = random.nextInt(60);
    int nulls = random.nextInt(4) == 0 ? 100 : random.nextInt(3) * 20;
    return IntStream.range(0, 1 + random.nextInt(6))
        .mapToObj(row -> row(middle, nulls))
        .collect(Collectors.joining(", "));
  }

  private String row(int middle, int nulls) {
    return TYPES.stream()
        .map(
            type ->
                random.nextInt(100) < nulls
                    ? "CAST(NULL AS " + type + ")"
                    : value(type, Math.max(0, middle - 2 + random.nextInt(5))))
        .collect(Collectors.joining(", ", "(" + middle + ", ", ")"));
  }

  private static String value(String type, int number) {
    return switch (type) {
      case "DATE" -> "DATE '1970-01-01' + INTERVAL '" + number + "' DAY";
      case "TIME(6)" -> "TIME '00:00:" + String.format("%02d", number % 60) + ".000001'";
      case "TIMESTAMP(6)" -> "TIMESTAMP '1969-12-31 23:59:30' + INTERVAL '" + number + "' SECOND";
      case "DOUBLE" -> number == 7 ? "CAST('NaN' AS DOUBLE)" : "CAST(" + number + " AS DOUBLE)";
      default -> "CAST(" + (number - 30) + " AS " + type + ")";
    };
  }

  private long check(Connection connection) throws SQLException {
    String column = "c" + random.nextInt(TYPES.size());
    String order =
        column
            + List.of("", " DESC").get(random.nextInt(2))
            + List.of("", " NULLS FIRST", " NULLS LAST").get(random.nextInt(3));
    String filter =
        List.of("", " WHERE id < 40", " WHERE c0 IS NOT NULL AND c1 > -10", " WHERE MOD(id, 2) = 0")
            .get(random.nextInt(4));
    int limit = random.nextInt(12);
    int offset = random.nextInt(3);
    String all = "SELECT " + column + " FROM s.t" + filter + " ORDER BY " + order + ", " + column;
    String first = all + " LIMIT " + limit + " OFFSET " + offset;
    List<String> expected = column(connection, all);
    assertThat(column(connection, first))
        .as(first)
        .isEqualTo(
            expected.subList(
                Math.min(offset, expected.size()), Math.min(offset + limit, expected.size())));
    return planned(connection, all) - planned(connection, first);
  }

  private static long planned(Connection connection, String sql) throws SQLException {
    String plan = column(connection, "EXPLAIN PLAN FOR " + sql).toString();
    return Long.parseLong(plan.replaceAll("(?s).*files (\\d+) of \\d+.*", "$1"));
  }
}
