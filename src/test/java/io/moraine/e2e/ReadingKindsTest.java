/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables whose columns were changed or named by others. */
final class ReadingKindsTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");

  @TempDir private Path folder;

  private JdbcCatalog library() {
    return new SqliteCatalog("moraine", folder).open();
  }

  @ParameterizedTest
  @EnumSource
  void filtersHoldAfterTypesWereWidened(Transport transport) throws Exception {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      for (String layout : List.of("", "PARTITIONED BY (x)", "PARTITIONED BY (bucket(2, d))")) {
        run(
            connection,
            "CREATE SCHEMA IF NOT EXISTS lake.s",
            "DROP TABLE IF EXISTS lake.s.t",
            "CREATE TABLE lake.s.t (x INTEGER, f REAL, d DECIMAL(9, 2)) " + layout,
            "INSERT INTO lake.s.t VALUES (1, 0.5, 1.25), (2, 1.5, 2.50), (3, NULL, NULL)");
        try (JdbcCatalog library = library()) {
          library
              .loadTable(T)
              .updateSchema()
              .updateColumn("x", Types.LongType.get())
              .updateColumn("f", Types.DoubleType.get())
              .updateColumn("d", Types.DecimalType.of(20, 2))
              .commit();
        }
        run(connection, "INSERT INTO lake.s.t VALUES (3000000000, 2.5, 123456789012345678.90)");
        counts(connection, "x < 2500000000", "3");
        counts(connection, "x > -2500000000", "4");
        counts(connection, "x <> 2500000000", "4");
        counts(connection, "x >= 3000000000 OR x = 2", "2");
        counts(connection, "f >= 0.5", "3");
        counts(connection, "f = 0.5 OR f = 2.5", "2");
        counts(connection, "d < 100000000000", "2");
        counts(connection, "d = 2.50 OR d IS NULL", "2");
        assertThat(column(connection, "SELECT x FROM lake.s.t WHERE d > 1000000000"))
            .containsExactly("3000000000");
      }
    }
  }

  private static void counts(Connection connection, String condition, String expected)
      throws Exception {
    assertThat(column(connection, "SELECT COUNT(*) FROM lake.s.t WHERE " + condition))
        .as(condition)
        .containsExactly(expected);
  }

  @ParameterizedTest
  @EnumSource
  void namesOfOthersAreFound(Transport transport) throws Exception {
    try (Transport.Target target = transport.open(folder);
        Connection connection = target.connect()) {
      run(
          connection,
          "CREATE SCHEMA lake.s",
          "CREATE TABLE lake.s.c33 (id INTEGER, \"Select\" INTEGER, \"_time\" INTEGER,"
              + " \"x.y\" INTEGER, \"user name\" VARCHAR, \"größe\" INTEGER)",
          "INSERT INTO lake.s.c33 VALUES (1, 2, 3, 4, 'n', 5)");
      assertThat(
              rows(
                  connection,
                  "SELECT \"Select\", \"_time\", \"x.y\", \"user name\", \"größe\" FROM lake.s.c33"))
          .containsExactly(List.of("2", "3", "4", "n", "5"));
      assertThat(column(connection, "SELECT ID FROM lake.s.c33 WHERE Id = 1 AND \"x.y\" = 4"))
          .containsExactly("1");
      try (JdbcCatalog library = library()) {
        library.createTable(
            T,
            new Schema(
                Types.NestedField.optional(1, "a", Types.IntegerType.get()),
                Types.NestedField.optional(2, "A", Types.IntegerType.get())));
      }
      run(connection, "INSERT INTO lake.s.t VALUES (10, 100)");
      assertFailure(connection, "SELECT * FROM lake.s.t").startsWith("42702: ");
      assertFailure(connection, "SELECT \"a\", \"A\" FROM lake.s.t").startsWith("42702: ");
      assertFailure(connection, "CREATE TABLE lake.s.d (v INTEGER, \"V\" INTEGER)")
          .startsWith("42S21: ");
    }
  }
}
