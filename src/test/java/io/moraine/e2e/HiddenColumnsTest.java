/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static io.moraine.e2e.Statements.assertFailure;
import static io.moraine.e2e.Statements.column;
import static io.moraine.e2e.Statements.rows;
import static io.moraine.e2e.Statements.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where rows lie and which numbers they have, asked for by name. */
final class HiddenColumnsTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");

  @TempDir private Path folder;

  private SqliteCatalog catalog() {
    return new SqliteCatalog("lake", folder);
  }

  private Connection connect() throws Exception {
    Connection connection = catalog().connect();
    run(connection, "CREATE SCHEMA IF NOT EXISTS lake.s", "SET schema = 'lake.s'");
    return connection;
  }

  /** The hidden columns and the first of the table, as Iceberg's own reader has them. */
  private static List<List<@Nullable String>> library(Table table) throws Exception {
    Schema hidden =
        TypeUtil.join(
            new Schema(
                MetadataColumns.FILE_PATH,
                MetadataColumns.ROW_POSITION,
                MetadataColumns.SPEC_ID,
                MetadataColumns.ROW_ID,
                MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER),
            new Schema(table.schema().columns().get(0)));
    List<List<@Nullable String>> texts = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).project(hidden).build()) {
      for (Record row : records) {
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < hidden.columns().size(); i++) {
          Object value = row.get(i);
          cells.add(value == null ? null : value.toString());
        }
        texts.add(cells);
      }
    }
    return Rows.sorted(texts);
  }

  private static List<List<@Nullable String>> ours(Connection connection) throws Exception {
    return Rows.sorted(
        rows(
            connection,
            "SELECT _file, _pos, _spec_id, _row_id, _last_updated_sequence_number, id FROM t"));
  }

  @Test
  void theyAreThoseOfIcebergsReader() throws Exception {
    try (Connection connection = connect();
        JdbcCatalog library = catalog().open()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER, k VARCHAR) PARTITIONED BY (k)"
              + " WITH ('format-version' = '2')",
          "INSERT INTO t VALUES (1, 'a'), (2, 'a'), (3, 'b')");
      Table table = library.loadTable(T);
      assertThat(ours(connection)).hasSize(3).isEqualTo(library(table));
      assertThat(column(connection, "SELECT COUNT(_row_id) FROM t")).containsExactly("0");
      table.updateProperties().set("format-version", "3").commit();
      table.updateSpec().removeField("k").addField("id").commit();
      run(connection, "INSERT INTO t VALUES (4, 'a'), (4, 'c')");
      table.refresh();
      assertThat(ours(connection)).hasSize(5).isEqualTo(library(table));
      // Rows keep their numbers when they are written anew.
      Schema lineage = MetadataColumns.schemaWithRowLineage(table.schema());
      RowChanges rows = new RowChanges(table, lineage);
      DataFile moved =
          rows.dataFile(
              rows.row(5, "m", 1000L, 1L), rows.row(5, "n", null, null), rows.row(5, "o", 7L, 1L));
      table.newAppend().appendFile(moved).commit();
      table
          .newRowDelta()
          .addDeletes(rows.vectors(Map.of(moved, List.of(0L))).toArray(DeleteFile[]::new)[0])
          .commit();
      table.refresh();
      assertThat(ours(connection)).hasSize(7).isEqualTo(library(table));
      assertThat(column(connection, "SELECT _pos FROM t WHERE k = 'o' AND _row_id = 7"))
          .containsExactly("2");
      assertThat(rows(connection, "SELECT id, _partition FROM t WHERE k <> 'n' ORDER BY id, k"))
          .containsExactly(
              List.of("1", "k=a"),
              List.of("2", "k=a"),
              List.of("3", "k=b"),
              List.of("4", "id=4"),
              List.of("4", "id=4"),
              List.of("5", "id=5"));
    }
  }

  @Test
  void onlyTheirNamesFindThem() throws Exception {
    try (Connection connection = connect()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER, \"file_row_number\" INTEGER, \"file_index\" INTEGER)",
          "CREATE TABLE u (id INTEGER, _POS INTEGER)",
          "INSERT INTO t VALUES (1, 10, 100), (2, 20, 200)",
          "INSERT INTO t VALUES (3, 30, 300)",
          "INSERT INTO u VALUES (1, -1), (3, -3)");
      assertThat(rows(connection, "SELECT * FROM t WHERE _pos = 1"))
          .containsExactly(List.of("2", "20", "200"));
      assertThat(rows(connection, "SELECT t.*, _pos FROM t WHERE _POS = 1"))
          .containsExactly(List.of("2", "20", "200", "1"));
      assertThat(column(connection, "SELECT COUNT(DISTINCT _file) FROM t")).containsExactly("2");
      assertThat(column(connection, "SELECT \"file_index\" + _pos FROM t ORDER BY 1"))
          .containsExactly("100", "201", "300");
      assertThat(column(connection, "SELECT MAX(_pos) FROM t")).containsExactly("1");
      assertThat(column(connection, "SELECT COUNT(*) FROM t WHERE _pos = 0")).containsExactly("2");
      assertThat(column(connection, "SELECT id FROM t WHERE _pos = 1 LIMIT 1"))
          .containsExactly("2");
      assertThat(
              column(
                  connection, "SELECT id FROM t WHERE _file = (SELECT _file FROM t WHERE id = 3)"))
          .containsExactly("3");
      String file = column(connection, "SELECT _file FROM t WHERE id = 3").get(0);
      assertThat(column(connection, "SELECT id FROM t WHERE _file = '" + file + "'"))
          .containsExactly("3");
      assertThat(
              rows(
                  connection,
                  "SELECT * FROM t JOIN u ON u.id = t.id JOIN (SELECT *, _pos AS p FROM t) v"
                      + " ON v.id = t.id ORDER BY v.p, t.id"))
          .containsExactly(
              List.of("1", "10", "100", "1", "-1", "1", "10", "100", "0"),
              List.of("3", "30", "300", "3", "-3", "3", "30", "300", "0"));
      assertThat(
              rows(
                  connection,
                  "WITH w AS (SELECT id, _pos FROM t) SELECT * FROM w ORDER BY id LIMIT 1"))
          .containsExactly(List.of("1", "0"));
      assertThat(column(connection, "SELECT _pos FROM u ORDER BY id")).containsExactly("-1", "-3");
      run(connection, "INSERT INTO u SELECT id, CAST(_pos AS INTEGER) FROM t");
      assertThat(column(connection, "SELECT SUM(_pos) FROM u")).containsExactly("-3");
      assertFailure(connection, "INSERT INTO t SELECT id, 0, 0 FROM t WHERE _pos = 0")
          .containsIgnoringCase("_pos");
      assertFailure(connection, "INSERT INTO t (id, _pos) VALUES (1, 1)")
          .containsIgnoringCase("_pos");
      assertFailure(connection, "SELECT _file FROM t NATURAL JOIN u").startsWith("0A000: ");
      assertFailure(connection, "SELECT t._pos FROM t JOIN u USING (id)").startsWith("0A000: ");
      assertFailure(connection, "SELECT _deleted FROM t").startsWith("42");
      try (ResultSet columns = connection.getMetaData().getColumns("lake", "s", "t", "%")) {
        assertThat(rows(columns)).hasSize(3);
      }
    }
  }

  @Test
  void whatAStatementNamesItselfComesFirst() throws Exception {
    try (Connection connection = connect()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER, v INTEGER)",
          "CREATE TABLE u (id INTEGER, _pos INTEGER)",
          "CREATE TABLE w (_pos INTEGER, \"_FILE\" VARCHAR)",
          "INSERT INTO t VALUES (1, 10), (2, 20)",
          "INSERT INTO u VALUES (1, 0), (2, -2)",
          "INSERT INTO w VALUES (0, 'f'), (-2, 'g')");
      // A column of a table that is joined with others
      assertThat(column(connection, "SELECT _pos FROM t JOIN u ON t.id = u.id ORDER BY t.id"))
          .containsExactly("0", "-2");
      assertThat(rows(connection, "SELECT * FROM u NATURAL JOIN w ORDER BY _pos"))
          .containsExactly(List.of("-2", "2", "g"), List.of("0", "1", "f"));
      assertThat(column(connection, "SELECT _pos FROM u JOIN w USING (_pos) ORDER BY id"))
          .containsExactly("0", "-2");
      assertThat(column(connection, "SELECT _file FROM t, w WHERE t.id = 1 AND _pos = 0"))
          .containsExactly("f");
      // A column of an outer query, and one of a sub-query
      assertThat(
              column(connection, "SELECT id FROM u WHERE EXISTS (SELECT 1 FROM t WHERE _pos = 0)"))
          .containsExactly("1");
      assertThat(
              column(
                  connection,
                  "SELECT _pos FROM (SELECT id AS _pos FROM t) a JOIN t ON t.id = a._pos"
                      + " WHERE _pos = 2"))
          .containsExactly("2");
      // Aliases
      assertThat(column(connection, "SELECT -id AS _pos FROM t ORDER BY _pos"))
          .containsExactly("-2", "-1");
      assertThat(rows(connection, "SELECT v AS _pos, COUNT(*) FROM t GROUP BY v ORDER BY _pos"))
          .containsExactly(List.of("10", "1"), List.of("20", "1"));
      assertThat(rows(connection, "SELECT * FROM (SELECT id, v AS _file FROM t) x NATURAL JOIN t"))
          .hasSize(2)
          .allMatch(row -> row.size() == 3);
      // Beside hidden ones
      assertThat(column(connection, "SELECT t._pos + u._pos FROM t JOIN u ON t.id = u.id"))
          .containsExactlyInAnyOrder("0", "-1");
      assertFailure(connection, "SELECT _pos, _row FROM t").startsWith("42S22: ").contains("_row");
    }
  }

  @Test
  void viewsHaveNone() throws Exception {
    try (Connection connection = connect()) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER, v INTEGER)",
          "CREATE TABLE u (id INTEGER, w INTEGER)",
          "INSERT INTO t VALUES (1, 10), (2, 20)",
          "INSERT INTO u VALUES (1, 100), (3, 300)");
    }
    String model =
        "{\"version\": \"1.0\", \"schemas\": [{\"name\": \"lake\", \"type\": \"custom\","
            + " \"factory\": \"io.moraine.adapter.IcebergSchemaFactory\", \"operand\":"
            + " {\"uri\": \""
            + catalog().uri()
            + "\", \"type\": \"jdbc\", \"warehouse\": \""
            + catalog().warehouse()
            + "\"}}, {\"name\": \"views\", \"tables\": ["
            + view("merged", "SELECT * FROM lake.s.t NATURAL JOIN lake.s.u")
            + ", "
            + view("used", "SELECT * FROM lake.s.t JOIN lake.s.u USING (id)")
            + ", "
            + view("hidden", "SELECT _pos FROM lake.s.t")
            + "]}]}";
    Path file = Files.writeString(folder.resolve("model.json"), model);
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:model=" + file)) {
      for (String view : List.of("merged", "used")) {
        String join = "views." + view + " m JOIN lake.s.t ON t.id = m.id";
        assertThat(rows(connection, "SELECT m.*, t.v AS _pos FROM " + join + " ORDER BY _pos"))
            .containsExactly(List.of("1", "10", "100", "10"));
        assertFailure(connection, "SELECT m.*, t._pos FROM " + join)
            .startsWith("0A000: ")
            .contains("a view of a statement that names hidden columns");
      }
      assertFailure(connection, "SELECT * FROM views.hidden").contains("_pos");
      assertFailure(connection, "SELECT _pos FROM views.merged").startsWith("42S22: ");
    }
  }

  private static String view(String name, String sql) {
    return "{\"name\": \"" + name + "\", \"type\": \"view\", \"sql\": \"" + sql + "\"}";
  }
}
