/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSetOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DdlStatementTest {
  @Test
  void createSchemaSaysItsClauses() {
    SqlCreateSchema schema =
        Sql.parse(
            "create schema if not exists lake.sales comment 'c' with ('location' = 'file:/x')",
            SqlCreateSchema.class);

    assertThat(schema.getKind()).isEqualTo(SqlKind.CREATE_SCHEMA);
    assertThat(schema.getName().names).containsExactly("lake", "sales");
    assertThat(schema.isIfNotExists()).isTrue();
    assertThat(schema.getComment()).isEqualTo("c");
    assertThat(schema.getProperties()).containsExactly(entry("location", "file:/x"));
  }

  @Test
  void aPlainCreateSchemaHasNoClauses() {
    SqlCreateSchema schema = Sql.parse("create schema s", SqlCreateSchema.class);

    assertThat(schema.isIfNotExists()).isFalse();
    assertThat(schema.getComment()).isNull();
    assertThat(schema.getProperties()).isEmpty();
  }

  @Test
  void dropSaysItsFlags() {
    SqlDropSchema schema = Sql.parse("drop schema if exists a.b restrict", SqlDropSchema.class);
    SqlDropTable table = Sql.parse("drop table if exists a.b purge", SqlDropTable.class);

    assertThat(schema.getKind()).isEqualTo(SqlKind.DROP_SCHEMA);
    assertThat(schema.getName().names).containsExactly("a", "b");
    assertThat(schema.isIfExists()).isTrue();
    assertThat(table.getKind()).isEqualTo(SqlKind.DROP_TABLE);
    assertThat(table.getName().names).containsExactly("a", "b");
    assertThat(table.isIfExists()).isTrue();
    assertThat(table.isPurge()).isTrue();
    assertThat(Sql.parse("drop table t", SqlDropTable.class).isPurge()).isFalse();
    assertThat(Sql.parse("drop table t", SqlDropTable.class).isIfExists()).isFalse();
  }

  @Test
  void truncateIsAStatementAndStaysAFunction() {
    SqlTruncateTable truncate = Sql.parse("truncate table a.t", SqlTruncateTable.class);

    assertThat(truncate.getName().names).containsExactly("a", "t");
    assertThat(truncate.isA(SqlKind.DDL)).isTrue();
    assertThat(Sql.write(Sql.parse("select truncate(1.5, 0)"))).containsIgnoringCase("truncate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "create schema s|CREATE SCHEMA \"s\"",
        "create schema if not exists a.b|CREATE SCHEMA IF NOT EXISTS \"a\".\"b\"",
        "create schema s comment 'c'|CREATE SCHEMA \"s\" COMMENT 'c'",
        "create schema s with ('k'='v', 'l'='')|CREATE SCHEMA \"s\" WITH ('k' = 'v', 'l' = '')",
        "drop schema s|DROP SCHEMA \"s\"",
        "drop schema s restrict|DROP SCHEMA \"s\"",
        "drop schema if exists a.b|DROP SCHEMA IF EXISTS \"a\".\"b\"",
        "drop table t|DROP TABLE \"t\"",
        "drop table if exists a.b.t|DROP TABLE IF EXISTS \"a\".\"b\".\"t\"",
        "drop table t purge|DROP TABLE \"t\" PURGE",
        "truncate table a.t|TRUNCATE TABLE \"a\".\"t\""
      })
  void aStatementSurvivesBeingWrittenAndParsed(String sql, String written) {
    assertThat(Sql.roundTrip(sql)).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SET timeZone = 'UTC'|timeZone",
        "SET \"a.b\" = 1|a.b",
        "SET a.b = true|a.b",
        "set location = 'x'|location",
        "ALTER SESSION SET timeZone = 'UTC'|timeZone",
        "RESET timeZone|timeZone"
      })
  void aSettingIsCalcites(String sql, String name) {
    SqlSetOption option = Sql.parse(sql, SqlSetOption.class);

    assertThat(option.isA(SqlKind.DDL)).isTrue();
    assertThat(option.name()).hasToString(name);
  }
}
