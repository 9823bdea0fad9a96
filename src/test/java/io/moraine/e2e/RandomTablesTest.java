/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables of every type, version and format, after random deletes and changes of columns and
 * partitions, have the rows that Iceberg's own reader finds: in the files that the engine opens by
 * itself, and in those that Iceberg's library reads for it. {@code -Dproperty.tables=} is the
 * number of tables, {@code -Dproperty.seed=} repeats a run.
 */
final class RandomTablesTest {
  private static final int TABLES = Integer.getInteger("property.tables", 25);
  private static final int CHANGES = 7;
  private static final int MOST_FAILURES = 10;
  private static final String LIBRARY_READS_ALL = "moraine.internal.library-reads-all";

  @TempDir private Path folder;

  @Test
  void rowsAreThoseOfIcebergsReader() throws Exception {
    long seed = Long.getLong("property.seed", System.nanoTime());
    System.out.println("-Dproperty.seed=" + seed);
    SqliteCatalog sqlite = new SqliteCatalog("lake", folder);
    List<String> failures = new ArrayList<>();
    long rows = 0;
    try (JdbcCatalog catalog = sqlite.open();
        Connection connection = sqlite.connect()) {
      catalog.createNamespace(Namespace.of("s"));
      for (int i = 0; i < TABLES && failures.size() < MOST_FAILURES; i++) {
        TableIdentifier name = TableIdentifier.of("s", "t" + i);
        Random random = new Random(seed + i);
        RandomTable table = new RandomTable(catalog, name, random);
        try {
          table.append();
          for (int change = 0; change < CHANGES; change++) {
            table.change();
          }
          rows += check(connection, table.table(), "lake.s.t" + i, random);
          catalog.dropTable(name, true);
        } catch (Exception | AssertionError e) {
          failures.add(
              "-Dproperty.seed=%d -Dproperty.tables=1: %s%n%s"
                  .formatted(seed + i, String.join("\n", table.log), e));
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(rows).isGreaterThan(TABLES);
  }

  private static int check(Connection connection, Table table, String name, Random random)
      throws Exception {
    List<List<@Nullable String>> expected = library(table);
    Selection some = Selection.of(table.schema(), expected, random);
    for (boolean byLibrary : List.of(false, true)) {
      System.setProperty(LIBRARY_READS_ALL, String.valueOf(byLibrary));
      try {
        assertThat(different(connection, "SELECT * FROM " + name, table.schema(), expected))
            .as("all rows, by the library: %s", byLibrary)
            .isEmpty();
        assertThat(different(connection, some.sql(name), some.schema(), some.rows()))
            .as("%s, by the library: %s", some.sql(name), byLibrary)
            .isEmpty();
        assertThat(Statements.column(connection, "SELECT COUNT(*) FROM " + name))
            .containsExactly("" + expected.size());
      } finally {
        System.clearProperty(LIBRARY_READS_ALL);
      }
    }
    return expected.size();
  }

  /** The rows that are not the same, ours first. */
  private static List<List<List<@Nullable String>>> different(
      Connection connection, String sql, Schema schema, List<List<@Nullable String>> library)
      throws Exception {
    List<List<@Nullable String>> ours = Rows.sorted(Rows.query(connection, sql, schema));
    assertThat(ours).as(sql).hasSameSizeAs(library);
    return IntStream.range(0, ours.size())
        .filter(i -> !ours.get(i).equals(library.get(i)))
        .mapToObj(i -> List.of(ours.get(i), library.get(i)))
        .limit(2)
        .toList();
  }

  private static List<List<@Nullable String>> library(Table table) throws Exception {
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        List<Types.NestedField> columns = table.schema().columns();
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          cells.add(ExactValue.ofIceberg(columns.get(i).type(), row.get(i)));
        }
        rows.add(cells);
      }
    }
    return Rows.sorted(rows);
  }
}
