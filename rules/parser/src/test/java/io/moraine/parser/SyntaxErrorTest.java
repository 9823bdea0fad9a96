/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntaxErrorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1|1|There is no statement to parse|` `",
        "1|1|There is no statement to parse|-- nothing",
        "1|11|There is more than one statement: send them one at a time|select 1; select 2",
        "1|1|CREATE TABLE needs a list of columns, AS query, or both|create table t",
        "1|1|CREATE OR REPLACE SCHEMA is not possible: use CREATE SCHEMA IF NOT EXISTS|"
            + "create or replace schema s",
        "1|1|OR REPLACE and IF NOT EXISTS contradict each other: leave one|"
            + "create or replace table if not exists t (a int)",
        "1|36|COMMENT is given twice: leave one|create table t (a int) comment 'a' comment 'b'",
        "1|43|PARTITIONED BY is given twice: leave one|"
            + "create table t (a int) partitioned by (a) partitioned by (a)",
        "1|42|NULL or NOT NULL is given twice: leave one|"
            + "create table t (a int null default 1 not null)",
        "1|54|PRIMARY KEY is given twice: leave one|"
            + "create table t (primary key (a) not enforced, a int, primary key (b) not enforced)",
        "1|34|Property 'k' is given twice: leave one|"
            + "create schema s with ('k' = '1', 'k' = '2')",
        "1|25|Expected one string literal such as 'text'|create schema s comment x'00'"
      })
  void theMessageSaysWhatToWriteAndThePositionWhere(
      int line, int column, String message, String sql) {
    var e = Sql.failure(sql);

    assertThat(e).hasMessage(message);
    assertThat(e.getPos().getLineNum()).isEqualTo(line);
    assertThat(e.getPos().getColumnNum()).isEqualTo(column);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table",
        "create table t (",
        "create table t ()",
        "create table t (a)",
        "create table t (a int,)",
        "create table t (a int not)",
        "create table t (a int, primary key (a))",
        "create table t (a int) partitioned by ()",
        "create table t (a int) partitioned by a",
        "create table t (a int) partitioned by (bucket(16 a))",
        "create table t (a int) partitioned by (a.*)",
        "create table t (a int) ordered by (a nulls)",
        "create table t (a int) with (k)",
        "create table t (a int) with ('k')",
        "create table t (a int) with (k = 'v')",
        "create table t (a int) location x",
        "create table t (a int) as",
        "create view v as select 1",
        "create schema",
        "create schema s with ()",
        "drop schema s cascade",
        "drop table",
        "drop table t, u",
        "drop table t purge purge",
        "truncate t",
        "select * from t where",
        "select 'open",
        "select # from t",
        "set = 1"
      })
  void aSyntaxErrorHasAPosition(String sql) {
    var e = Sql.failure(sql);

    assertThat(e.getMessage()).isNotBlank();
    assertThat(e.getPos()).isNotNull();
    assertThat(e.getPos().getLineNum()).isEqualTo(1);
    assertThat(e.getPos().getColumnNum()).isPositive();
  }

  @Test
  void thePositionIsThatOfTheDefinitionInError() {
    var pos = Sql.failure("create table t (\n  a int,\n  b, c int)").getPos();

    assertThat(pos.getLineNum()).isEqualTo(3);
    assertThat(pos.getColumnNum()).isEqualTo(3);
  }
}
