/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Aggregates that metadata answers wholly, in part or not at all are those of the rows: the same
 * aggregate over expressions, of which metadata knows nothing, is the reference.
 */
final class MetadataAnswersTest {
  private static final long SEED = Long.getLong("metadata.seed", 11);
  private static final Pattern ANSWERED = Pattern.compile("by metadata: \\d+ files?; read_parquet");
  private static final Schema COLUMNS =
      new Schema(
          Types.NestedField.optional(1, "p", Types.IntegerType.get()),
          Types.NestedField.optional(2, "q", Types.StringType.get()),
          Types.NestedField.optional(3, "v", Types.LongType.get()),
          Types.NestedField.optional(4, "d", Types.DoubleType.get()));

  private final Random random = new Random(SEED);

  @Test
  void theyAreThoseOfTheRows(@TempDir Path folder) throws Exception {
    System.out.println("metadata.seed=" + SEED);
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    try (JdbcCatalog catalog = sqlite.open();
        Connection connection = sqlite.connect()) {
      catalog.createNamespace(Namespace.of("s"));
      write(catalog);
      run(connection, "SET schema = 'lake.s'");
      int whole = 0;
      int partly = 0;
      for (String filter : filters()) {
        for (String select : List.of("", "p", "q", "p, q", "q, p", "d", "v")) {
          check(connection, select, filter);
          String plan = column(connection, "EXPLAIN PLAN FOR " + query(select, filter)).toString();
          Matcher mixed = ANSWERED.matcher(plan);
          partly += mixed.find() ? 1 : 0;
          whole += plan.contains("by metadata,") ? 1 : 0;
        }
      }
      assertThat(whole).as("answered by metadata alone").isGreaterThan(8);
      assertThat(partly).as("answered by metadata and some files").isGreaterThan(8);
    }
  }

  private static List<String> filters() {
    return List.of(
        "",
        " WHERE p = 2",
        " WHERE p IS NULL",
        " WHERE p > 0 AND q < 'c'",
        " WHERE v >= 50",
        " WHERE v BETWEEN 20 AND 60 AND p IS NOT NULL",
        " WHERE MOD(v, 2) = 0",
        " WHERE p > 100");
  }

  /** By p and q, then by p alone; some rows are deleted. */
  private void write(JdbcCatalog catalog) throws Exception {
    Table table =
        catalog.createTable(
            TableIdentifier.of("s", "t"),
            COLUMNS,
            PartitionSpec.builderFor(COLUMNS).identity("p").identity("q").build(),
            Map.of("format-version", "2"));
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      files.addAll(append(table));
    }
    table.updateSpec().removeField("q").commit();
    files.addAll(append(table));
    Map<DataFile, List<Long>> positions =
        Map.of(files.get(0), List.of(0L), files.get(3), List.of(0L));
    table.newRowDelta().addDeletes(new RowChanges(table).positions(positions)).commit();
  }

  private List<DataFile> append(Table table) throws Exception {
    RowChanges changes = new RowChanges(table);
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.add(
          changes.row(
              random.nextInt(5) == 0 ? null : random.nextInt(4),
              random.nextInt(5) == 0 ? null : String.valueOf((char) ('a' + random.nextInt(3))),
              random.nextInt(5) == 0 ? null : (long) random.nextInt(80),
              List.of(0.0, -0.0, Double.NaN, 1.5).get(random.nextInt(4))));
    }
    List<DataFile> files = changes.data(rows);
    var append = table.newAppend();
    files.forEach(append::appendFile);
    append.commit();
    return files;
  }

  private static String query(String keys, String filter) {
    String select = keys.isEmpty() ? "" : keys + ", ";
    String group = keys.isEmpty() ? "" : " GROUP BY " + keys;
    return "SELECT "
        + select
        + "COUNT(*), COUNT(v), MIN(v), MAX(v), MIN(p) FROM t"
        + filter
        + group;
  }

  private static void check(Connection connection, String keys, String filter) throws Exception {
    String disguised = keys.replace("p", "p + 0").replace("q", "q || ''").replace("v", "v + 0");
    String select = disguised.isEmpty() ? "" : disguised + ", ";
    String reference =
        "SELECT "
            + select
            + "SUM(CAST(1 AS BIGINT)), SUM(CASE WHEN v IS NULL THEN 0 ELSE 1 END),"
            + " MIN(v + 0), MAX(v + 0), MIN(p + 0) FROM t"
            + filter
            + (disguised.isEmpty() ? "" : " GROUP BY " + disguised);
    List<String> expected = sorted(rows(connection, reference));
    if (keys.isEmpty()) {
      expected.replaceAll(row -> row.replaceAll("^null, null", "0, 0"));
    }
    assertThat(sorted(rows(connection, query(keys, filter)))).as(reference).isEqualTo(expected);
    if (!keys.isEmpty()) {
      assertThat(sorted(rows(connection, "SELECT DISTINCT " + keys + " FROM t" + filter)))
          .isEqualTo(sorted(rows(connection, "SELECT DISTINCT " + disguised + " FROM t" + filter)));
    }
  }

  private static List<String> sorted(List<List<@Nullable String>> rows) {
    List<String> texts = new ArrayList<>();
    // Which of the zeros stands for both is not told.
    rows.forEach(
        row ->
            texts.add(
                String.join(", ", row.stream().map(String::valueOf).toList())
                    .replace("-0.0", "0.0")));
    texts.sort(null);
    return texts;
  }
}
