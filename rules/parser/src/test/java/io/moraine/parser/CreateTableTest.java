/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreateTableTest {
  private static SqlCreateTable create(String sql) {
    return Sql.parse(sql, SqlCreateTable.class);
  }

  @Test
  void everyClauseIsReadAndWritten() {
    String sql =
        "create table if not exists lake.sales.orders ("
            + "id bigint not null comment 'the key', note string default 'none',"
            + " amount decimal(12, 2) null, primary key (id, note) not enforced)"
            + " partitioned by (bucket(16, id), day(placed))"
            + " ordered by (id desc nulls last, note asc nulls first, amount)"
            + " location 'file:///data/orders' comment 'it''s all'"
            + " with ('format-version' = '2', 'a' = 'b')";
    SqlCreateTable table = create(sql);

    assertThat(table.getKind()).isEqualTo(SqlKind.CREATE_TABLE);
    assertThat(table.isA(SqlKind.DDL)).isTrue();
    assertThat(table.getName().names).containsExactly("lake", "sales", "orders");
    assertThat(table.isIfNotExists()).isTrue();
    assertThat(table.getReplace()).isFalse();
    assertThat(table.getPrimaryKey()).extracting(Object::toString).containsExactly("id", "note");
    assertThat(table.getPartitioning()).hasSize(2);
    assertThat(table.getLocation()).isEqualTo("file:///data/orders");
    assertThat(table.getComment()).isEqualTo("it's all");
    assertThat(table.getProperties())
        .containsExactly(entry("format-version", "2"), entry("a", "b"));
    assertThat(table.getQuery()).isNull();
    assertThat(Sql.roundTrip(sql))
        .isEqualTo(
            "CREATE TABLE IF NOT EXISTS \"lake\".\"sales\".\"orders\" ("
                + "\"id\" BIGINT NOT NULL COMMENT 'the key', \"note\" VARCHAR DEFAULT 'none',"
                + " \"amount\" DECIMAL(12, 2), PRIMARY KEY (\"id\", \"note\") NOT ENFORCED)"
                + " PARTITIONED BY (BUCKET(16, \"id\"), DAY(\"placed\"))"
                + " ORDERED BY (\"id\" DESC NULLS LAST, \"note\" NULLS FIRST, \"amount\")"
                + " LOCATION 'file:///data/orders' COMMENT 'it''s all'"
                + " WITH ('format-version' = '2', 'a' = 'b')");
  }

  @Test
  void aColumnSaysItsNameTypeNullabilityDefaultAndComment() {
    List<SqlColumnDefinition> columns =
        create("create table t (a int not null, b double null default 1 + 1 comment 'c', d date)")
            .getColumns();

    assertThat(columns).extracting(c -> c.getName().getSimple()).containsExactly("a", "b", "d");
    assertThat(columns)
        .extracting(SqlColumnDefinition::isNullable)
        .containsExactly(false, true, true);
    assertThat(columns)
        .extracting(c -> c.getType().getNullable())
        .containsExactly(false, true, true);
    assertThat(columns)
        .extracting(SqlColumnDefinition::getComment)
        .containsExactly(null, "c", null);
    assertThat(columns.get(1).getDefaultValue()).hasToString("1 + 1");
    assertThat(columns.get(0).getDefaultValue()).isNull();
  }

  @Test
  void notNullMayFollowTheDefault() {
    assertThat(
            Sql.roundTrip("create table t (a int default 1 not null comment 'c', b int default 2)"))
        .isEqualTo(
            "CREATE TABLE \"t\" (\"a\" INTEGER NOT NULL DEFAULT 1 COMMENT 'c',"
                + " \"b\" INTEGER DEFAULT 2)");
  }

  @Test
  void clausesComeInAnyOrder() {
    assertThat(
            Sql.roundTrip(
                "create table t (a int) with ('k' = 'v') comment 'c' location 'l'"
                    + " ordered by (a) partitioned by (a)"))
        .isEqualTo(
            Sql.roundTrip(
                "create table t (a int) partitioned by (a) ordered by (a)"
                    + " location 'l' comment 'c' with ('k' = 'v')"));
  }

  @Test
  void aQueryGivesTheColumns() {
    SqlCreateTable table =
        create("create table t partitioned by (a) as with q as (select 1 as a) select * from q");

    assertThat(table.getColumns()).isEmpty();
    assertThat(table.getQuery()).isNotNull().extracting(SqlNode::getKind).isEqualTo(SqlKind.WITH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t as select a, b from u where a > 1 order by b limit 3",
        "create table t as values (1, 'x'), (2, 'y')",
        "create table t (a int, b varchar) as select 1, 'x'",
        "create or replace table t (a int)",
        "create or replace table t as select 1 as a union all select 2",
        "create table t (a int, primary key (a) not enforced)",
        "create table t (\"select\" int) partitioned by (\"select\")",
        "create table t (a int) partitioned by (truncate(4, s.inner_name.deep), s.x)",
        "create table \"a b\".\"c.d\" (\"e\"\"f\" int comment '')",
        "create table t (ts timestamp default timestamp '2020-01-01 00:00:00', b boolean"
            + " default not true comment 'x', c int default (1) comment 'y')"
      })
  void aTableSurvivesBeingWrittenAndParsed(String sql) {
    Sql.roundTrip(sql);
  }

  @Test
  void orReplaceIsTold() {
    assertThat(create("create or replace table t (a int)").getReplace()).isTrue();
  }

  @Test
  void equalityCountsTheFlags() {
    SqlNode plain = Sql.parse("create table t (a int)");

    assertThat(plain.equalsDeep(Sql.parse("create or replace table t (a int)"), Litmus.IGNORE))
        .isFalse();
    assertThat(plain.equalsDeep(Sql.parse("create table t (a int not null)"), Litmus.IGNORE))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean|BOOLEAN",
        "int|INTEGER",
        "bigint|BIGINT",
        "real|REAL",
        "float|FLOAT",
        "double|DOUBLE",
        "double precision|DOUBLE",
        "decimal(38, 10)|DECIMAL(38, 10)",
        "string|VARCHAR",
        "varchar(10)|VARCHAR(10)",
        "char(3)|CHAR(3)",
        "binary(16)|BINARY(16)",
        "varbinary|VARBINARY",
        "uuid|UUID",
        "date|DATE",
        "time|TIME",
        "time(6)|TIME(6)",
        "timestamp|TIMESTAMP",
        "timestamp(9)|TIMESTAMP(9)",
        "timestamp with local time zone|TIMESTAMP WITH LOCAL TIME ZONE",
        "timestamp(6) with local time zone|TIMESTAMP(6) WITH LOCAL TIME ZONE",
        "timestamp(6) with time zone|TIMESTAMP(6) WITH TIME ZONE",
        "timestamptz|TIMESTAMP(6) WITH LOCAL TIME ZONE",
        "timestamptz(9)|TIMESTAMP(9) WITH LOCAL TIME ZONE",
        "variant|VARIANT",
        "int array|INTEGER ARRAY",
        "string array array|VARCHAR ARRAY ARRAY",
        "map<string, int>|MAP< VARCHAR, INTEGER >",
        "row(a int, b string null)|ROW(\"a\" INTEGER, \"b\" VARCHAR NULL)",
        "row(a row(b int) array)|ROW(\"a\" ROW(\"b\" INTEGER) ARRAY)",
        "map<string, row(a timestamptz)>|"
            + "MAP< VARCHAR, ROW(\"a\" TIMESTAMP(6) WITH LOCAL TIME ZONE) >"
      })
  void aTypeIsReadAndWritten(String type, String written) {
    assertThat(Sql.roundTrip("create table t (c %s not null)".formatted(type)))
        .isEqualTo("CREATE TABLE \"t\" (\"c\" %s NOT NULL)".formatted(written));
  }

  @Test
  void typeSynonymsWorkInCasts() {
    assertThat(Sql.write(Sql.parse("select cast(a as string), cast(b as timestamptz) from t")))
        .contains("CAST(\"a\" AS VARCHAR)", "CAST(\"b\" AS TIMESTAMP(6) WITH LOCAL TIME ZONE)");
  }
}
