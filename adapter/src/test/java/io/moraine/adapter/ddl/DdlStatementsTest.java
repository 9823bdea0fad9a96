/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.parser.MoraineParser;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class DdlStatementsTest {
  enum Kind {
    SQLITE,
    IN_MEMORY,
    ICEBERG_IN_MEMORY
  }

  @Parameter Kind kind;
  @TempDir Path folder;
  private CatalogLease lease;
  private DdlStatements ddl;

  @BeforeEach
  void open() {
    lease =
        new CatalogRegistry()
            .lease(
                switch (kind) {
                  case SQLITE -> CatalogConfig.ofWarehouse("lake", folder);
                  case IN_MEMORY ->
                      CatalogConfig.fromOperands(
                          "lake", Map.of("type", "in-memory", "warehouse", folder.toString()));
                  case ICEBERG_IN_MEMORY ->
                      CatalogConfig.fromOperands(
                          "lake",
                          Map.of(
                              "catalog-impl",
                              InMemoryCatalog.class.getName(),
                              "warehouse",
                              folder.toString()));
                });
    ddl = new DdlStatements(new PlainNames(lease));
    run("CREATE SCHEMA db");
  }

  @AfterEach
  void close() {
    lease.close();
  }

  @Test
  void schemasAreCreatedAndDropped() {
    run("CREATE SCHEMA IF NOT EXISTS db");
    run("CREATE SCHEMA db.sub COMMENT 'mine' WITH ('owner' = 'me')");
    assertThat(lease.namespaces().orElseThrow().loadNamespaceMetadata(Namespace.of("db", "sub")))
        .containsEntry("comment", "mine")
        .containsEntry("owner", "me");
    assertFails("CREATE SCHEMA db", ErrorCode.SCHEMA_EXISTS, "create schema lake.db", "IF NOT");
    assertFails(
        "CREATE SCHEMA gone.sub", ErrorCode.SCHEMA_NOT_FOUND, "lake.gone", "create it first");
    assertFails("CREATE SCHEMA \"..\"", ErrorCode.INVALID_NAME, "'..'");
    assertFails(
        "CREATE SCHEMA x WITH ('location' = '/etc')", ErrorCode.ACCESS_DENIED, "schema lake.x");
    run("DROP SCHEMA db.sub");
    run("DROP SCHEMA IF EXISTS db.sub");
    assertFails("DROP SCHEMA db.sub", ErrorCode.SCHEMA_NOT_FOUND, "lake.db.sub", "IF EXISTS");
  }

  @Test
  void aSchemaWithTablesIsNotDropped() {
    run("CREATE TABLE db.t (a INTEGER)");
    assertFails("DROP SCHEMA db", ErrorCode.SCHEMA_NOT_EMPTY, "drop schema lake.db", "drop its");
    run("DROP TABLE db.t");
    run("DROP SCHEMA db");
  }

  @Test
  void everyFlatTypeHasItsColumn() {
    run(
        "CREATE TABLE db.t (b BOOLEAN, i INTEGER NOT NULL, l BIGINT COMMENT 'doc', f REAL,"
            + " d DOUBLE, n DECIMAL(38, 10), dt DATE, tm TIME, ts TIMESTAMP(6),"
            + " tz TIMESTAMP(6) WITH LOCAL TIME ZONE, s VARCHAR, u UUID, x BINARY(16),"
            + " v VARBINARY, \"Odd Name\" VARCHAR, PRIMARY KEY (i) NOT ENFORCED)");
    Table table = table();
    assertThat(table.schema().asStruct().fields().stream().map(f -> f.name() + " " + f.type()))
        .containsExactly(
            "b boolean",
            "i int",
            "l long",
            "f float",
            "d double",
            "n decimal(38, 10)",
            "dt date",
            "tm time",
            "ts timestamp",
            "tz timestamptz",
            "s string",
            "u uuid",
            "x fixed[16]",
            "v binary",
            "Odd Name string");
    Types.NestedField i = table.schema().findField("i");
    assertThat(i.isRequired()).isTrue();
    assertThat(table.schema().findField("b").isOptional()).isTrue();
    assertThat(table.schema().findField("l").doc()).isEqualTo("doc");
    assertThat(table.schema().identifierFieldIds()).containsExactly(i.fieldId());
    assertThat(TableUtil.formatVersion(table)).isEqualTo(2);
    assertThat(table.properties()).containsEntry("write.parquet.compression-codec", "zstd");
    assertThat(table.location()).isEqualTo(root() + "/db/t");
  }

  @Test
  void everyTransformPartitions() {
    run(
        "CREATE TABLE db.t (a INTEGER, b BIGINT, c VARCHAR, y DATE, m TIMESTAMP, d DATE,"
            + " h TIMESTAMP, v UUID) PARTITIONED BY (A, bucket(16, b), truncate(4, c), year(y),"
            + " month(m), day(d), hour(h), void(v))");
    assertThat(table().spec().fields().stream().map(Object::toString))
        .containsExactly(
            "1000: a: identity(1)",
            "1001: b_bucket: bucket[16](2)",
            "1002: c_trunc: truncate[4](3)",
            "1003: y_year: year(4)",
            "1004: m_month: month(5)",
            "1005: d_day: day(6)",
            "1006: h_hour: hour(7)",
            "1007: v_null: void(8)");
  }

  @Test
  void wrongTransformsAreExplained() {
    assertFails(
        "CREATE TABLE db.t (d DATE) PARTITIONED BY (hour(d))",
        ErrorCode.INVALID_STATEMENT,
        "create table lake.db.t",
        "hour(d): column d is of Iceberg type date, but hour takes TIMESTAMP");
    assertFails(
        "CREATE TABLE db.t (d DOUBLE) PARTITIONED BY (bucket(4, d))",
        ErrorCode.INVALID_STATEMENT,
        "bucket(4, d): column d is of Iceberg type double, but bucket takes INTEGER");
    assertFails(
        "CREATE TABLE db.t (d DATE) PARTITIONED BY (day(e))",
        ErrorCode.COLUMN_NOT_FOUND,
        "PARTITIONED BY names column e, which is not among [d]");
    assertFails(
        "CREATE TABLE db.t (d DATE) PARTITIONED BY (day(d), day(d))",
        ErrorCode.INVALID_STATEMENT,
        "day(d)");
    assertFails(
        "CREATE TABLE db.t (d DATE, d_day INTEGER) PARTITIONED BY (day(d))",
        ErrorCode.INVALID_STATEMENT,
        "d_day");
  }

  @Test
  void sortOrderLocationAndPropertiesAreKept() {
    run(
        "CREATE TABLE db.t (a INTEGER, b INTEGER, c INTEGER)"
            + " ORDERED BY (a, b DESC, c DESC NULLS FIRST)"
            + " LOCATION '"
            + root()
            + "/elsewhere/' COMMENT 'mine'"
            + " WITH ('format-version' = '1', 'write.metadata.path' = '"
            + root()
            + "/meta')");
    Table table = table();
    assertThat(table.sortOrder().fields().stream().map(Object::toString))
        .containsExactly(
            "identity(1) ASC NULLS FIRST",
            "identity(2) DESC NULLS LAST",
            "identity(3) DESC NULLS FIRST");
    assertThat(table.location()).isEqualTo(root() + "/elsewhere");
    assertThat(table.properties()).containsEntry("comment", "mine");
    assertThat(TableUtil.formatVersion(table)).isEqualTo(1);
  }

  @Test
  void locationsOutsideOfTheRootsAreRefused() {
    for (String place : new String[] {"/etc/x", "file:///etc/x", root() + "/../x", "s3://b/x"}) {
      assertFails(
          "CREATE TABLE db.t (a INTEGER) LOCATION '" + place + "'",
          ErrorCode.ACCESS_DENIED,
          "location of table lake.db.t",
          place);
      for (String key :
          new String[] {
            "write.data.path",
            "write.metadata.path",
            "write.object-storage.path",
            "write.folder-storage.path"
          }) {
        assertFails(
            "CREATE TABLE db.t (a INTEGER) WITH ('" + key + "' = '" + place + "')",
            ErrorCode.ACCESS_DENIED,
            key,
            place);
      }
    }
    assertThat(exists()).isFalse();
  }

  @Test
  void namesThatLeaveTheCatalogAreRefused() {
    assertFails("CREATE TABLE db.\"../../x\" (a INTEGER)", ErrorCode.INVALID_NAME, "'../../x'");
    assertFails("CREATE TABLE \"..\".x (a INTEGER)", ErrorCode.INVALID_NAME, "namespace");
  }

  @Test
  void anExistingTableIsOnlyAcceptedOnRequest() {
    run("CREATE TABLE db.t (a INTEGER)");
    run("CREATE TABLE IF NOT EXISTS db.t (b INTEGER)");
    assertThat(table().schema().columns()).extracting(Types.NestedField::name).containsExactly("a");
    assertFails("CREATE TABLE db.t (a INTEGER)", ErrorCode.TABLE_EXISTS, "lake.db.t", "IF NOT");
    assertFails(
        "CREATE TABLE gone.t (a INTEGER)", ErrorCode.SCHEMA_NOT_FOUND, "lake.gone", "create");
    run("DROP TABLE db.t");
    run("DROP TABLE IF EXISTS db.t");
    assertFails("DROP TABLE db.t", ErrorCode.TABLE_NOT_FOUND, "lake.db.t", "IF EXISTS");
  }

  @Test
  void columnsMustDiffer() {
    assertFails("CREATE TABLE db.t (a INTEGER, a DATE)", ErrorCode.COLUMN_EXISTS, "given twice");
    assertFails("CREATE TABLE db.t (a INTEGER, A DATE)", ErrorCode.COLUMN_EXISTS, "only in case");
  }

  @Test
  void primaryKeysMustBeRequiredAndExact() {
    assertFails(
        "CREATE TABLE db.t (a INTEGER, PRIMARY KEY (a) NOT ENFORCED)",
        ErrorCode.INVALID_STATEMENT,
        "column a of PRIMARY KEY may be null");
    assertFails(
        "CREATE TABLE db.t (a DOUBLE NOT NULL, PRIMARY KEY (a) NOT ENFORCED)",
        ErrorCode.INVALID_STATEMENT,
        "inexact type double");
    assertFails(
        "CREATE TABLE db.t (a INTEGER NOT NULL, PRIMARY KEY (b) NOT ENFORCED)",
        ErrorCode.COLUMN_NOT_FOUND,
        "PRIMARY KEY names column b");
  }

  @Test
  void whatIsNotSupportedIsRefusedByName() {
    assertFails("CREATE OR REPLACE TABLE db.t (a INTEGER)", ErrorCode.NOT_SUPPORTED, "OR REPLACE");
    assertFails("CREATE TABLE db.t AS SELECT 1", ErrorCode.NOT_SUPPORTED, "AS query", "INSERT");
    assertFails(
        "CREATE TABLE db.t (a INTEGER DEFAULT 1)", ErrorCode.NOT_SUPPORTED, "DEFAULT of column a");
    assertFails("DROP TABLE db.t PURGE", ErrorCode.NOT_SUPPORTED, "PURGE");
    assertFails("TRUNCATE TABLE db.t", ErrorCode.NOT_SUPPORTED, "TRUNCATE");
    assertFails(
        "CREATE TABLE db.t (a INTEGER) WITH ('format-version' = '4')",
        ErrorCode.NOT_SUPPORTED,
        "'format-version' = '4': use 1, 2 or 3");
    assertFails(
        "CREATE TABLE db.t (a INTEGER) WITH ('uuid' = 'x')", ErrorCode.INVALID_ARGUMENT, "'uuid'");
    assertFails(
        "CREATE TABLE db.t (a INTEGER) WITH ('write.format.default' = 'csv')",
        ErrorCode.INVALID_ARGUMENT,
        "use parquet, orc or avro");
    assertFails(
        "CREATE TABLE db.t (a INTEGER) COMMENT 'x' WITH ('comment' = 'y')",
        ErrorCode.INVALID_STATEMENT,
        "give one");
  }

  @Test
  void typesThatIcebergLacksAreRefused() {
    assertFails("CREATE TABLE db.t (a DECIMAL(39, 2))", ErrorCode.NOT_SUPPORTED, "column a", "38");
    assertFails("CREATE TABLE db.t (a DECIMAL(39, 2) NOT NULL)", ErrorCode.NOT_SUPPORTED, "(39");
    assertFails("CREATE TABLE db.t (a TIMESTAMP(8))", ErrorCode.NOT_SUPPORTED, "a", "6", "9");
    assertFails("CREATE TABLE db.t (a TIMESTAMP(12))", ErrorCode.NOT_SUPPORTED, "a");
    assertFails("CREATE TABLE db.t (a SMALLINT)", ErrorCode.NOT_SUPPORTED, "a", "INTEGER");
    assertFails("CREATE TABLE db.t (a CHAR(3))", ErrorCode.NOT_SUPPORTED, "a", "VARCHAR");
    assertFails("CREATE TABLE db.t (a TEXT)", ErrorCode.NOT_SUPPORTED, "TEXT; use VARCHAR");
    assertFails("CREATE TABLE db.t (a INTEGER ARRAY)", ErrorCode.NOT_SUPPORTED, "a");
    assertFails("CREATE TABLE db.t (a nonsense)", ErrorCode.NOT_SUPPORTED, "nonsense");
  }

  private String root() {
    return kind == Kind.SQLITE ? folder + "/warehouse" : folder.toString();
  }

  private Table table() {
    return lease.catalog().loadTable(TableIdentifier.of("db", "t"));
  }

  private boolean exists() {
    return lease.catalog().tableExists(TableIdentifier.of("db", "t"));
  }

  private void run(String sql) {
    SqlNode statement = parse(sql);
    assertThat(DdlStatements.handles(statement)).isTrue();
    ddl.execute(statement);
  }

  private void assertFails(String sql, ErrorCode code, String... parts) {
    assertThatThrownBy(() -> ddl.execute(parse(sql)))
        .as(sql)
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContainingAll(parts);
  }

  private static SqlNode parse(String sql) {
    try {
      return MoraineParser.parse(sql, MoraineParser.config());
    } catch (SqlParseException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** All names are of one catalog, and none is qualified by it. */
  private record PlainNames(CatalogLease catalog) implements ObjectNames {
    @Override
    public TableName table(SqlIdentifier name) {
      return new TableName(catalog, TableIdentifier.of(name.names.toArray(String[]::new)));
    }

    @Override
    public Optional<TableName> findTable(SqlIdentifier name) {
      return Optional.of(table(name));
    }

    @Override
    public Optional<SchemaName> findSchema(SqlIdentifier name) {
      return Optional.of(schema(name));
    }

    @Override
    public SchemaName schema(SqlIdentifier name) {
      return new SchemaName(catalog, Namespace.of(name.names.toArray(String[]::new)));
    }
  }
}
