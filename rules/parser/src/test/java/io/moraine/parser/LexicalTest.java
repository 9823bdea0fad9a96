/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LexicalTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders$snapshots|\"orders$snapshots\"",
        "lake.sales.orders$files|\"lake\".\"sales\".\"orders$files\"",
        "sales.orders$snapshot_123|\"sales\".\"orders$snapshot_123\"",
        "sales.orders$at_2024|\"sales\".\"orders$at_2024\"",
        "s1.t2$history$x|\"s1\".\"t2$history$x\"",
        "sales.\"orders$files\"|\"sales\".\"orders$files\""
      })
  void aDollarIsPartOfAName(String name, String written) {
    assertThat(Sql.write(Sql.parse("select * from " + name))).isEqualTo("SELECT * FROM " + written);
  }

  @Test
  void aDollarAfterAnOperatorIsPartOfTheNextName() {
    assertThat(Sql.write(Sql.parse("select a-b$c, t.x$y from t")))
        .isEqualTo("SELECT \"a\" - \"b$c\", \"t\".\"x$y\" FROM \"t\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bucket",
        "comment",
        "enforced",
        "files",
        "identity_",
        "if",
        "location",
        "ordered",
        "partitioned",
        "properties",
        "purge",
        "schema",
        "string",
        "timestamptz",
        "void"
      })
  void aWordOfTheDdlNamesAColumnAndATableWithoutQuotes(String word) {
    String sql =
        "create table %1$s (%1$s int not null comment 'c', b string, primary key (%1$s) not"
                .formatted(word)
            + " enforced) partitioned by (%1$s, bucket(2, %1$s)) ordered by (%1$s desc)"
                .formatted(word);
    Sql.roundTrip(sql);
    Sql.roundTrip(
        "select %1$s, t.%1$s as x, b %1$s from %1$s as t where %1$s > 1 order by %1$s"
            .formatted(word));
    Sql.roundTrip("select * from s.%1$s %1$s".formatted(word));
    Sql.roundTrip("insert into %1$s (%1$s) values (1)".formatted(word));
    Sql.roundTrip("drop table %1$s".formatted(word));
    Sql.roundTrip("drop table if exists %1$s purge".formatted(word));
    Sql.roundTrip("truncate table %1$s".formatted(word));
    Sql.roundTrip("create schema %1$s".formatted(word));
  }

  @Test
  void ifStaysAFunction() {
    assertThat(Sql.write(Sql.parse("select if(a > 1, 2, 3) from t")))
        .isEqualTo("SELECT \"if\"(\"a\" > 1, 2, 3) FROM \"t\"");
  }

  @Test
  void namesKeepTheirCase() {
    assertThat(Sql.write(Sql.parse("select Foo, \"bAr\" from T")))
        .isEqualTo("SELECT \"Foo\", \"bAr\" FROM \"T\"");
  }

  @Test
  void aNameMayHave255Characters() {
    Sql.roundTrip("select * from " + "x".repeat(255));
    assertThat(Sql.failure("select * from " + "x".repeat(256)).getPos()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select größe, 名前 from данные",
        "create table größe (名前 int comment 'Zürich 東京', \"🙂\" string default 'ж')",
        "create table t (a int) comment '🙂' with ('ключ' = 'значение')",
        "create table t (a int) comment U&'\\4e1c' location 'file:/tmp/東京'",
        "select * from t where a = 'Zürich' and b = '東京'"
      })
  void unicodeStandsInNamesAndTexts(String sql) {
    Sql.roundTrip(sql);
  }

  @Test
  void aTextIsTheSameInEveryLiteralForm() {
    assertThat(comment("'東\n''x'")).isEqualTo("東\n'x");
    assertThat(comment("U&'\\6771'")).isEqualTo("東");
    assertThat(comment("N'x'")).isEqualTo("x");
    assertThat(comment("_UTF8'東'")).isEqualTo("東");
    assertThat(comment("E'a\\tb'")).isEqualTo("a\tb");
  }

  private static String comment(String literal) {
    return Sql.parse("create schema s comment " + literal, SqlCreateSchema.class).getComment();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1;",
        "select 1 ; ",
        "select ';' ; -- done",
        "select 1 /* ; */",
        "drop table t;",
        "create table t as select 1 as a;"
      })
  void aSemicolonMayEndAStatement(String sql) {
    assertThat(Sql.parse(sql)).isNotNull();
  }

  @Test
  void hintsAndCommentsAreCalcites() {
    assertThat(Sql.parse("select /*+ fast */ 1 -- x\n").getKind()).isEqualTo(SqlKind.SELECT);
  }

  @Test
  void theParserOfTheFactoryNamesItsWords() {
    var metadata = SqlParser.create("", MoraineParser.config()).getMetadata();

    assertThat(metadata.isKeyword("PARTITIONED")).isTrue();
    assertThat(metadata.isReservedWord("PARTITIONED")).isFalse();
    assertThat(metadata.isReservedWord("LOCATION")).isFalse();
    assertThat(metadata.isReservedWord("SELECT")).isTrue();
  }
}
