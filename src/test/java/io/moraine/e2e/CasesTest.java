/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The public cases beside the checkout, {@code ../shared/cases/cases.json}: each that needs nothing
 * but queries and appends, on every transport and in every layout of its tables. {@link CaseKinds}
 * says which class tests the kinds of the others, or what they need that is not there.
 */
final class CasesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CREATE =
      Pattern.compile("CREATE TABLE (\\w+) \\((.*)\\)", Pattern.DOTALL);
  private static final Pattern COLUMN =
      Pattern.compile("(\\w+) (\\w+(?:\\(\\d+(?:, ?\\d+)?\\))?)(?: NOT NULL)?(?:, |$)");

  /** What is refused, as the case says without a state. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "INSERT INTO c48 (a) VALUES (1)", "23502",
          "INSERT INTO c48 (id, a) VALUES (3, 3000000000)", "22003",
          "INSERT INTO c48 (id, d) VALUES (4, 1234.5)", "22003",
          "INSERT INTO c48 (id, d) VALUES (5, 1.005)", "22003",
          "UPDATE c48 SET id = NULL", "0A000");

  @TestFactory
  Stream<DynamicTest> caseHasItsRightResults() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode one : cases()) {
      String id = one.get("id").textValue();
      String name = id + " " + one.get("title").textValue();
      Optional<String> elsewhere = CaseKinds.reason(id);
      for (Transport transport : Transport.values()) {
        if (elsewhere.isEmpty()) {
          tests.add(dynamicTest(name + " " + transport, () -> check(one, transport)));
        }
      }
      elsewhere.ifPresent(
          why -> tests.add(dynamicTest(name, () -> Assumptions.abort(name + ": " + why))));
    }
    return tests.stream();
  }

  private static JsonNode cases() throws IOException {
    String shared = System.getProperty("moraine.shared");
    Path folder = shared == null ? SharedTables.root().resolveSibling("shared") : Path.of(shared);
    Path file = folder.resolve("cases/cases.json");
    Assumptions.assumeTrue(
        Files.exists(file), "no file shared/cases/cases.json beside the checkout");
    return JSON.readTree(file.toFile());
  }

  private static void check(JsonNode one, Transport transport) throws Exception {
    Path warehouse = Files.createTempDirectory("moraine-cases");
    try (Transport.Target target = transport.open(warehouse);
        Connection connection = target.connect()) {
      int number = 0;
      for (String layout : layouts(one, transport)) {
        String schema = "layout" + number++;
        run(connection, "CREATE SCHEMA lake." + schema, "SET schema = 'lake." + schema + "'");
        for (JsonNode statement : one.get("setup")) {
          run(connection, create(statement.textValue(), layout));
        }
        for (JsonNode check : one.get("checks")) {
          check(connection, check, layout);
        }
      }
    } finally {
      Folders.delete(warehouse);
    }
  }

  /** Unpartitioned, without statistics, and partitioned by each column in each way. */
  private static List<String> layouts(JsonNode one, Transport transport) {
    List<String> layouts =
        new ArrayList<>(List.of("", "WITH ('write.metadata.metrics.default' = 'none')"));
    Matcher table = CREATE.matcher(one.get("setup").get(0).textValue());
    assertThat(table.matches()).isTrue();
    Matcher column = COLUMN.matcher(table.group(2));
    while (column.find()) {
      layouts.add(by(column.group(1)));
      if (transport == Transport.EMBEDDED) {
        transforms(column.group(1), column.group(2)).forEach(each -> layouts.add(by(each)));
      }
    }
    return layouts;
  }

  private static String by(String field) {
    return "PARTITIONED BY (" + field + ")";
  }

  private static List<String> transforms(String column, String type) {
    String bucket = "bucket(3, " + column + ")";
    String truncate = "truncate(2, " + column + ")";
    if (type.startsWith("DECIMAL(38")) {
      // The largest numbers have no multiple of 2 below them.
      return List.of(bucket);
    }
    return switch (type.replaceFirst("\\(.*", "")) {
      case "INTEGER", "BIGINT", "DECIMAL", "VARCHAR", "VARBINARY" -> List.of(bucket, truncate);
      case "DATE" -> List.of(bucket, "month(" + column + ")", "year(" + column + ")");
      case "TIMESTAMP" ->
          List.of(bucket, "hour(" + column + ")", "day(" + column + ")", "year(" + column + ")");
      case "UUID" -> List.of(bucket);
      default -> List.of();
    };
  }

  /** A further table of the case keeps its plain layout. */
  private static String create(String statement, String layout) {
    Matcher table = CREATE.matcher(statement);
    boolean suits =
        table.matches()
            && (!layout.startsWith("PARTITIONED")
                || table.group(2).contains(layout.replaceAll(".*[( ](\\w+)\\)+$", "$1") + " "));
    return suits ? statement + " " + layout : statement;
  }

  private static void check(Connection connection, JsonNode check, String layout)
      throws SQLException {
    String sql = check.get("sql").textValue();
    JsonNode expected = check.get("expect");
    if (expected.isNull()) {
      assertThat(REFUSED).containsKey(sql);
      Statements.assertFailure(connection, sql).startsWith(REFUSED.get(sql) + ": ");
      return;
    }
    List<String> rows = new ArrayList<>();
    expected.forEach(row -> rows.add(texts(row).toString()));
    List<String> actual = new ArrayList<>();
    Statements.rows(connection, sql).forEach(row -> actual.add(row.toString()));
    if (!sql.contains("ORDER BY")) {
      rows.sort(Comparator.naturalOrder());
      actual.sort(Comparator.naturalOrder());
    }
    assertThat(actual).as("%s %s", sql, layout).isEqualTo(rows);
  }

  private static List<String> texts(JsonNode row) {
    List<String> cells = new ArrayList<>();
    // A prose expectation starts with the documented choice: lengths count code points.
    row.forEach(
        cell -> cells.add(cell.isNull() ? null : cell.asText().replaceFirst("^4 if .*", "4")));
    return cells;
  }
}
