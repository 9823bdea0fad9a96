/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of {@code WHERE p} are those for which {@code SELECT p} is true, for many predicates
 * over every flat type: with statistics and without, and with the table partitioned in every way.
 * The expected rows come from a table that has no statistics, by a query without a filter, so that
 * nothing can be pruned.
 */
final class FilterPropertyTest {
  private static final int PREDICATES = 60;
  private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> whereGivesTheRowsForWhichThePredicateIsTrue() {
    long seed = Long.getLong("moraine.seed", System.nanoTime());
    return TypeValues.all().stream()
        .map(
            type ->
                dynamicTest(
                    type.sql() + " -Dmoraine.seed=" + seed, () -> check(type, new Random(seed))));
  }

  private void check(TypeValues type, Random random) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("timeZone", "Europe/Warsaw");
    Path warehouse = folder.resolve(type.sql().replaceAll("\\W", "_"));
    try (Connection connection =
        DriverManager.getConnection("jdbc:moraine:warehouse=" + warehouse, properties)) {
      run(connection, "CREATE SCHEMA lake.s", "SET schema = 'lake.s'");
      create(connection, type, "plain", "WITH ('write.metadata.metrics.default' = 'none')");
      create(connection, type, "bounded", "");
      List<String> tables = new ArrayList<>(List.of("bounded"));
      List<String> fields = new ArrayList<>(List.of("c"));
      fields.addAll(type.transforms());
      for (String field : fields) {
        tables.add("by" + tables.size());
        create(connection, type, tables.get(tables.size() - 1), "PARTITIONED BY (" + field + ")");
      }
      List<String> predicates = predicates(type, random);
      List<Set<String>> expected = flagged(connection, predicates);
      for (String table : tables) {
        List<Set<String>> actual = filtered(connection, table, predicates);
        for (int i = 0; i < predicates.size(); i++) {
          assertThat(actual.get(i))
              .as("%s WHERE %s", table, predicates.get(i))
              .isEqualTo(expected.get(i));
        }
      }
    }
  }

  /** Four files: low values, high ones, NULL alone, and some of all. */
  private static void create(Connection connection, TypeValues type, String table, String layout)
      throws SQLException {
    run(connection, "CREATE TABLE " + table + " (id INTEGER, c " + type.sql() + ") " + layout);
    List<String> values = new ArrayList<>(type.values());
    int half = values.size() / 2;
    insert(connection, type, table, 0, values.subList(0, half));
    insert(connection, type, table, 100, values.subList(half, values.size()));
    insert(connection, type, table, 200, List.of("NULL"));
    insert(connection, type, table, 300, List.of(values.get(0), "NULL", values.get(half)));
  }

  private static void insert(
      Connection connection, TypeValues type, String table, int first, List<String> values)
      throws SQLException {
    List<String> rows =
        IntStream.range(0, values.size())
            .mapToObj(i -> "(" + (first + i) + ", " + typed(type, values.get(i)) + ")")
            .toList();
    run(connection, "INSERT INTO " + table + " VALUES " + String.join(", ", rows));
  }

  private static String typed(TypeValues type, String value) {
    return "NULL".equals(value) ? "CAST(NULL AS " + type.sql() + ")" : value;
  }

  private static List<Set<String>> flagged(Connection connection, List<String> predicates)
      throws SQLException {
    List<Set<String>> ids = sets(predicates);
    for (List<@Nullable String> row :
        rows(connection, "SELECT id, " + String.join(", ", predicates) + " FROM plain")) {
      for (int i = 0; i < predicates.size(); i++) {
        if ("true".equals(row.get(i + 1))) {
          ids.get(i).add(row.get(0));
        }
      }
    }
    return ids;
  }

  private static List<Set<String>> filtered(
      Connection connection, String table, List<String> predicates) throws SQLException {
    List<String> queries =
        IntStream.range(0, predicates.size())
            .mapToObj(i -> "SELECT " + i + ", id FROM " + table + " WHERE " + predicates.get(i))
            .toList();
    List<Set<String>> ids = sets(predicates);
    for (List<@Nullable String> row : rows(connection, String.join(" UNION ALL ", queries))) {
      assertThat(ids.get(Integer.parseInt(row.get(0))).add(row.get(1))).isTrue();
    }
    return ids;
  }

  private static List<Set<String>> sets(List<String> predicates) {
    return predicates.stream().<Set<String>>map(p -> new TreeSet<>()).toList();
  }

  private static List<String> predicates(TypeValues type, Random random) {
    Set<String> predicates = new LinkedHashSet<>(List.of("c IS NULL", "c IS NOT NULL"));
    while (predicates.size() < PREDICATES) {
      predicates.add(predicate(type, random, 2));
    }
    return List.copyOf(predicates);
  }

  private static String predicate(TypeValues type, Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 16 : 10);
    return switch (kind) {
      case 0, 1 -> "c " + comparison(random) + " " + value(type, random);
      case 2 -> value(type, random) + " " + comparison(random) + " c";
      case 3 -> "c " + not(random) + "IN (" + values(type, random) + ")";
      case 4 ->
          "c " + not(random) + "BETWEEN " + value(type, random) + " AND " + value(type, random);
      case 5 -> "c IS " + not(random) + "DISTINCT FROM " + value(type, random);
      case 6 -> "c IS " + not(random) + "NULL";
      case 7, 8, 9 -> special(type, random);
      case 10, 11 ->
          "("
              + predicate(type, random, depth - 1)
              + " AND "
              + predicate(type, random, depth - 1)
              + ")";
      case 12, 13 ->
          "("
              + predicate(type, random, depth - 1)
              + " OR "
              + predicate(type, random, depth - 1)
              + ")";
      case 14 -> "NOT (" + predicate(type, random, depth - 1) + ")";
      default ->
          "("
              + predicate(type, random, depth - 1)
              + ") IS "
              + not(random)
              + List.of("TRUE", "FALSE", "UNKNOWN").get(random.nextInt(3));
    };
  }

  private static String comparison(Random random) {
    return COMPARISONS[random.nextInt(COMPARISONS.length)];
  }

  private static String not(Random random) {
    return random.nextBoolean() ? "NOT " : "";
  }

  private static String value(TypeValues type, Random random) {
    return random.nextInt(20) == 0
        ? "CAST(NULL AS " + type.sql() + ")"
        : type.values().get(random.nextInt(type.values().size()));
  }

  private static String values(TypeValues type, Random random) {
    return String.join(
        ", ", Stream.generate(() -> value(type, random)).limit(1 + random.nextInt(4)).toList());
  }

  /** Constants of other types, and functions of the column, as far as the type has them. */
  private static String special(TypeValues type, Random random) {
    String comparison = " " + comparison(random) + " ";
    List<String> choices =
        switch (type.sql().replaceFirst("\\([^)]*\\)", "")) {
          case "BOOLEAN" -> List.of("c", "NOT c", "c IS TRUE", "c IS NOT FALSE", "c IS UNKNOWN");
          case "INTEGER", "BIGINT", "REAL", "DOUBLE", "DECIMAL" ->
              List.of(
                  "c" + comparison + "0.5",
                  "c" + comparison + "-1.5E0",
                  "c" + comparison + "9223372036854775807",
                  "c" + comparison + "99999999999999999999",
                  "c" + comparison + "CAST('NaN' AS DOUBLE)",
                  "c" + comparison + "CAST('-Infinity' AS DOUBLE)",
                  "c" + comparison + "10.655",
                  "CAST(c AS DOUBLE)" + comparison + "0.1E0");
          case "DATE" ->
              List.of(
                  "c" + comparison + "TIMESTAMP '1969-12-31 12:00:00'",
                  "EXTRACT(YEAR FROM c)" + comparison + "1970",
                  "FLOOR(c TO MONTH)" + comparison + "DATE '2024-02-15'",
                  "c + INTERVAL '1' DAY" + comparison + "DATE '1970-01-01'");
          case "TIME" -> List.of("EXTRACT(HOUR FROM c)" + comparison + "12");
          case "TIMESTAMP", "TIMESTAMP WITH LOCAL TIME ZONE" ->
              List.of(
                  "c" + comparison + "TIMESTAMP '1969-12-31 23:59:59.999999'",
                  "c" + comparison + "TIMESTAMP '1970-01-01 00:00:00.000000001'",
                  "c" + comparison + "TIMESTAMP '9999-12-31 23:59:59.999999'",
                  "c" + comparison + "DATE '0001-01-01'",
                  "c + INTERVAL '1' DAY" + comparison + "TIMESTAMP '1970-01-01 00:00:00'",
                  "EXTRACT(YEAR FROM c)" + comparison + "1970",
                  "FLOOR(c TO DAY)" + comparison + "TIMESTAMP '1970-01-01 00:00:00'",
                  "FLOOR(c TO HOUR)" + comparison + "TIMESTAMP '2024-03-31 02:00:00'",
                  "CAST(c AS DATE)" + comparison + "DATE '1970-01-01'");
          case "VARCHAR" ->
              List.of(
                  "c " + not(random) + "LIKE 'a%'",
                  "c " + not(random) + "LIKE 'a!%' ESCAPE '!'",
                  "c " + not(random) + "LIKE '_'",
                  "c " + not(random) + "LIKE '😀%'",
                  "c " + not(random) + "LIKE '%'",
                  "CHAR_LENGTH(c)" + comparison + "1",
                  "c || 'b'" + comparison + "'ab'");
          case "UUID" -> List.of("c" + comparison + "'7FFFFFFF-ffff-ffff-ffff-FFFFFFFFFFFF'");
          default -> List.of("c IS NOT NULL");
        };
    return choices.get(random.nextInt(choices.size()));
  }
}
