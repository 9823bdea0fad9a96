/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class PredicateTranslatorTest {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "i", Types.IntegerType.get()),
          Types.NestedField.optional(2, "l", Types.LongType.get()),
          Types.NestedField.optional(3, "f", Types.FloatType.get()),
          Types.NestedField.optional(4, "d", Types.DoubleType.get()),
          Types.NestedField.optional(5, "n", Types.DecimalType.of(6, 2)),
          Types.NestedField.optional(6, "s", Types.StringType.get()),
          Types.NestedField.optional(7, "b", Types.BooleanType.get()),
          Types.NestedField.optional(8, "dt", Types.DateType.get()),
          Types.NestedField.optional(9, "tm", Types.TimeType.get()),
          Types.NestedField.optional(10, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(11, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(12, "u", Types.UUIDType.get()),
          Types.NestedField.optional(13, "x", Types.FixedType.ofLength(2)),
          Types.NestedField.optional(14, "y", Types.BinaryType.get()),
          Types.NestedField.required(15, "r", Types.IntegerType.get()));

  private final SqlConditions conditions = new SqlConditions(SCHEMA);

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(
      resources = "predicates.csv",
      delimiter = '|',
      numLinesToSkip = 1,
      quoteCharacter = '`')
  void sqlConditionBecomes(String sql, String expression, Exactness exactness) throws Exception {
    Pushdown pushdown =
        new PredicateTranslator(SCHEMA, ParameterValues.UNBOUND, ZoneId.of("Europe/Warsaw"))
            .translate(conditions.parse(sql));
    assertThat(pushdown.expression().toString().replaceAll("ref\\(name=\"(\\w+)\"\\)", "$1"))
        .isEqualTo(expression);
    assertThat(pushdown.exactness()).isEqualTo(exactness);
  }

  @Test
  void deepTestsForUnknownEndInTime() throws Exception {
    String condition = "i > 1";
    for (int depth = 0; depth < 40; depth++) {
      condition = "((%s) %s l > %d)".formatted(condition, depth % 2 == 0 ? "AND" : "OR", depth);
    }
    Pushdown pushdown =
        new PredicateTranslator(SCHEMA, ParameterValues.UNBOUND, ZoneId.of("UTC"))
            .translate(conditions.parse(condition + " IS UNKNOWN"));
    assertThat(pushdown.exactness()).isNotNull();
  }
}
