/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans that the server of a REST catalog plans. */
final class RestPlanningTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "s", Types.StringType.get()));

  @TempDir private Path folder;
  private JdbcCatalog backend;
  private Counting adapter;
  private RestCatalogServer server;

  /** The catalog, with the number of scans that it was asked to plan. */
  private static final class Counting extends RESTCatalogAdapter {
    private final AtomicInteger plans = new AtomicInteger();

    Counting(Catalog catalog) {
      super(catalog);
    }

    @Override
    protected <T extends RESTResponse> T execute(
        HTTPRequest request,
        Class<T> type,
        Consumer<ErrorResponse> errors,
        Consumer<Map<String, String>> headers,
        ParserContext context) {
      count(request);
      return super.execute(request, type, errors, headers, context);
    }

    private void count(HTTPRequest request) {
      if (request.method() == HTTPRequest.HTTPMethod.POST && request.path().endsWith("/plan")) {
        plans.incrementAndGet();
      }
    }
  }

  @BeforeEach
  void start() throws Exception {
    backend = new SqliteCatalog("rest", folder).open();
    backend.createNamespace(Namespace.of("db"));
    adapter = new Counting(backend);
    server = new RestCatalogServer(adapter);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    backend.close();
  }

  private Connection connect(String planner) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("catalog.r.type", "rest");
    properties.setProperty("catalog.r.uri", server.uri());
    properties.setProperty("catalog.r.roots", folder.toString());
    properties.setProperty("catalog.r.scan-planning-mode", planner);
    return DriverManager.getConnection("jdbc:moraine:", properties);
  }

  private static Record row(int id, String s) {
    Record record = GenericRecord.create(SCHEMA);
    record.setField("id", id);
    record.setField("s", s);
    return record;
  }

  private Table table() throws IOException {
    Table table =
        backend.createTable(
            TableIdentifier.of("db", "t"),
            SCHEMA,
            PartitionSpec.builderFor(SCHEMA).identity("s").build(),
            Map.of("format-version", "2"));
    FormatFiles files = new FormatFiles(table, "f-");
    Schema key = SCHEMA.select("id");
    int id = 0;
    for (FileFormat format : List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO)) {
      for (String s : List.of("a", "b")) {
        int first = id;
        List<Record> rows = List.of(row(++id, s), row(++id, s), row(++id, s));
        DataFile file = files.append(format, SCHEMA, rows, files.partition(rows.get(0)));
        files.deletePositions(format, file, 0);
        if (s.equals("a")) {
          files.deleteEqual(format, key, file.partition(), List.of(Map.of("id", first + 2)));
          // The same key again, behind its delete.
          rows = List.of(row(first + 2, s));
          files.append(format, SCHEMA, rows, files.partition(rows.get(0)));
        }
      }
    }
    return table;
  }

  @Test
  void theServerPlansAndRowsAreTheSame() throws Exception {
    Table table = table();
    List<String> queries =
        List.of(
            "SELECT id, s FROM db.t ORDER BY id",
            "SELECT id FROM db.t WHERE s = 'a' ORDER BY id",
            "SELECT id FROM db.t WHERE s = 'b' AND id > 5 ORDER BY id",
            "SELECT COUNT(*), MIN(id), MAX(s) FROM db.t",
            "SELECT _file, _pos, _partition FROM db.t ORDER BY 1, 2",
            "SELECT id FROM db.t ORDER BY id DESC LIMIT 2");
    try (Connection server = connect("server");
        Connection client = connect("client")) {
      run(server, "SET schema = 'r.db'");
      for (String sql : queries) {
        assertThat(rows(server, sql.replace("db.t", "r.db.t")))
            .as(sql)
            .isNotEmpty()
            .isEqualTo(rows(client, sql.replace("db.t", "r.db.t")));
      }
      assertThat(rows(client, "SELECT id FROM r.db.t")).hasSize(12);
      // The first three, and the rows of the aggregate, which metadata could not answer; the others
      // need metrics, or what manifests alone have.
      assertThat(adapter.plans).hasValue(4);
      String plan =
          String.join("\n", column(server, "EXPLAIN PLAN FOR SELECT id FROM t WHERE s = 'a'"));
      assertThat(plan).contains("planned by the catalog's server").doesNotContain("manifests");
      assertThat(String.join("\n", column(client, "EXPLAIN PLAN FOR SELECT id FROM r.db.t")))
          .contains("manifests")
          .doesNotContain("catalog's server");
      // Columns other than those of the snapshot are planned here.
      table.updateSchema().addColumn("n", Types.LongType.get()).commit();
      int asked = adapter.plans.get();
      assertThat(column(server, "SELECT COUNT(*) FROM t WHERE n IS NULL AND s = 'b'"))
          .containsExactly("6");
      assertThat(adapter.plans).hasValue(asked);
    }
  }
}
