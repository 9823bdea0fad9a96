/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionFieldTest {
  private static SqlPartitionField field(String text) {
    return Sql.parse(
            "create table t (a int) partitioned by (%s)".formatted(text), SqlCreateTable.class)
        .getPartitioning()
        .get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c|identity||c|\"c\"",
        "identity(c)|identity||c|\"c\"",
        "bucket(16, c)|bucket|16|c|BUCKET(16, \"c\")",
        "Bucket(16, c)|bucket|16|c|BUCKET(16, \"c\")",
        "\"bucket\"(16, c)|bucket|16|c|BUCKET(16, \"c\")",
        "truncate(4, c)|truncate|4|c|TRUNCATE(4, \"c\")",
        "year(c)|year||c|YEAR(\"c\")",
        "years(c)|year||c|YEAR(\"c\")",
        "month(c)|month||c|MONTH(\"c\")",
        "months(c)|month||c|MONTH(\"c\")",
        "day(c)|day||c|DAY(\"c\")",
        "days(c)|day||c|DAY(\"c\")",
        "hour(c)|hour||c|HOUR(\"c\")",
        "HOURS(c)|hour||c|HOUR(\"c\")",
        "void(c)|void||c|VOID(\"c\")",
        "bucket|identity||bucket|\"bucket\"",
        "day(a.b.c)|day||a.b.c|DAY(\"a\".\"b\".\"c\")",
        "a.b.c|identity||a.b.c|\"a\".\"b\".\"c\"",
        "bucket(8, \"a b\".location)|bucket|8|a b.location|BUCKET(8, \"a b\".\"location\")"
      })
  void aTransformIsReadAndWritten(
      String text, String transform, Integer width, String column, String written) {
    SqlPartitionField field = field(text);

    assertThat(field.getTransformName()).isEqualTo(transform);
    assertThat(field.getWidth()).isEqualTo(width);
    assertThat(field.getColumn()).hasToString(column);
    assertThat(Sql.write(field)).isEqualTo(written);
    Sql.roundTrip("create table t (a int) partitioned by (%s)".formatted(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bucket(c)|Partition transform 'bucket' needs a positive width: write bucket(n, column)",
        "bucket(0, c)|Partition transform 'bucket' needs a positive width: write bucket(n, column)",
        "truncate(c)|Partition transform 'truncate' needs a positive width: write truncate(n, column)",
        "day(3, c)|Partition transform 'day' takes no width: write day(column)",
        "week(c)|Unknown partition transform 'week': use a column alone, bucket(n, c), truncate(n,"
            + " c), year(c), month(c), day(c), hour(c), identity(c) or void(c)"
      })
  void aWrongTransformIsRefusedAtItsPlace(String text, String message) {
    var e = Sql.failure("create table t (a int)\n partitioned by (a, %s)".formatted(text));

    assertThat(e).hasMessage(message);
    assertThat(e.getPos().getLineNum()).isEqualTo(2);
    assertThat(e.getPos().getColumnNum()).isEqualTo(21);
  }
}
