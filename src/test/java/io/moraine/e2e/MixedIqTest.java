/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts in {@code resources/iq/mixed}: Iceberg tables beside other sources, views and
 * functions of one model, on every way that has the whole of SQL. What a script makes in the lake
 * is dropped before it runs on the next way.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MixedIqTest {
  private static final List<WayIn> WAYS = List.of(WayIn.MORAINE, WayIn.JSON, WayIn.PROTOBUF);

  private ForeignModel model;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    model = ForeignModel.open(folder);
    model.postgres(
        "CREATE TABLE t (id BIGINT PRIMARY KEY, s VARCHAR(20))",
        "INSERT INTO t VALUES (1, 'one'), (2, 'zażółć'), (3, NULL)",
        "CREATE TABLE customers (id INTEGER, name TEXT, city CHAR(3), since DATE,"
            + " credit NUMERIC(38, 10))",
        "INSERT INTO customers VALUES (10, 'ann', 'WAW', '2020-02-29', 9999999999.0000000001),"
            + " (11, 'bob', 'KRK', '0001-01-01', -1.5), (12, 'żółw', NULL, NULL, NULL)");
    model.sqlite("INSERT INTO made VALUES (2), (3), (3000000000)");
  }

  @AfterAll
  void stop() throws IOException {
    model.close();
  }

  @TestFactory
  Stream<DynamicTest> scriptPrintsItself() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path script : IqTest.mixedScripts()) {
      for (WayIn way : WAYS) {
        tests.add(
            dynamicTest(
                script.getFileName() + " " + way,
                () -> {
                  clear();
                  IqTest.assertPrintsItself(script, way.name(), () -> model.connect(way));
                }));
      }
    }
    return tests.stream();
  }

  private void clear() throws SQLException {
    try (Connection connection = model.connect(WayIn.MORAINE)) {
      for (String table : List.of("joins.orders", "joins.copy", "db.t", "functions.t")) {
        String schema = "lake." + table.substring(0, table.indexOf('.'));
        Statements.run(
            connection,
            "CREATE SCHEMA IF NOT EXISTS " + schema,
            "DROP TABLE IF EXISTS lake." + table);
      }
      Statements.run(
          connection,
          "DROP SCHEMA lake.joins",
          "DROP SCHEMA lake.db",
          "DROP SCHEMA lake.functions");
    }
  }
}
