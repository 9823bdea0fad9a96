/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ParameterPushdownTest {
  private final SqlConditions conditions = new SqlConditions(PredicateTranslatorTest.SCHEMA);

  private Pushdown translate(String sql, @Nullable Object value) throws Exception {
    ParameterValues parameters = ParameterValues.of(Collections.singletonList(value));
    return new PredicateTranslator(
            PredicateTranslatorTest.SCHEMA, parameters, ZoneId.of("Europe/Warsaw"))
        .translate(conditions.parse(sql));
  }

  static Stream<Arguments> boundValues() {
    return Stream.of(
        Arguments.of("i = ?", 5, "i == 5"),
        Arguments.of("i = ?", 5L, "i == 5"),
        Arguments.of("i = ?", (short) 5, "i == 5"),
        Arguments.of("l = ?", new BigDecimal("5.0"), "l == 5"),
        Arguments.of("d = ?", 1.5f, "d == 1.5"),
        Arguments.of("d = ?", 2, "d == 2.0"),
        Arguments.of("d = ?", Double.NaN, "is_nan(d)"),
        Arguments.of("d <= ?", Double.NaN, "not_null(d)"),
        Arguments.of("d > ?", Double.NaN, "false"),
        Arguments.of("d <> ?", Double.NaN, "(not_null(d) and not_nan(d))"),
        Arguments.of("f = ?", 0.5, "f == 0.5"),
        Arguments.of("n = ?", new BigDecimal("7.250"), "n == 7.25"),
        Arguments.of("s = ?", "ab", "s == \"ab\""),
        Arguments.of("b = ?", true, "b == true"),
        Arguments.of("dt = ?", LocalDate.of(1970, 1, 2), "dt == 1"),
        Arguments.of("dt = ?", Date.valueOf("1969-12-31"), "dt == -1"),
        Arguments.of("tm = ?", LocalTime.of(0, 0, 1), "tm == 1000000"),
        Arguments.of("tm = ?", Time.valueOf("00:00:01"), "tm == 1000000"),
        Arguments.of("ts = ?", LocalDateTime.of(1970, 1, 1, 0, 0, 1), "ts == 1000000"),
        Arguments.of("ts = ?", Timestamp.valueOf("1970-01-01 00:00:00.000001"), "ts == 1"),
        Arguments.of("tz = ?", Instant.ofEpochSecond(1), "tz == 1000000"),
        Arguments.of("tz = ?", OffsetDateTime.parse("1970-01-01T02:00:01+02:00"), "tz == 1000000"),
        Arguments.of("tz = ?", Timestamp.from(Instant.ofEpochSecond(-1)), "tz == -1000000"),
        Arguments.of("x = ?", new byte[] {1, 2}, "x == X'0102'"));
  }

  @ParameterizedTest
  @MethodSource("boundValues")
  void boundValueIsALiteralOfTheColumnsType(String sql, Object value, String expected)
      throws Exception {
    Pushdown pushdown = translate(sql, value);
    assertThat(pushdown.expression().toString().replaceAll("ref\\(name=\"(\\w+)\"\\)", "$1"))
        .isEqualTo(expected);
    assertThat(pushdown.exactness()).isEqualTo(Exactness.EXACT);
  }

  static Stream<Arguments> uncertainValues() {
    return Stream.of(
        Arguments.of("i = ?", 2.5),
        Arguments.of("i = ?", 3_000_000_000L),
        Arguments.of("i = ?", "5"),
        Arguments.of("i = ?", new BigDecimal("1E+1000000000")),
        Arguments.of("n = ?", new BigDecimal("7.255")),
        Arguments.of("f = ?", 0.1),
        Arguments.of("dt = ?", Timestamp.valueOf("1970-01-01 10:00:00")),
        Arguments.of("ts = ?", Instant.EPOCH),
        Arguments.of("ts = ?", Timestamp.valueOf("1970-01-01 00:00:00.000000001")),
        Arguments.of("s = ?", "\uD83D"),
        Arguments.of("x = ?", new byte[] {1}),
        Arguments.of("u = ?", new UUID(0, 1)),
        Arguments.of("s = ?", new Object()));
  }

  @Test
  void whichInstantALocalTimeIsTheEngineSays() throws Exception {
    Pushdown pushdown = translate("tz >= ?", LocalDateTime.of(1970, 1, 1, 1, 0));
    assertThat(pushdown.expression().toString()).contains(">= -10800000000");
    assertThat(pushdown.exactness()).isEqualTo(Exactness.INEXACT);
  }

  @ParameterizedTest
  @MethodSource("uncertainValues")
  void valueThatItsTypeDoesNotHoldExactlyIsLeftToTheEngine(String sql, Object value)
      throws Exception {
    assertThat(translate(sql, value)).isEqualTo(Pushdown.unsupported());
  }

  @Test
  void boundNullMakesAComparisonNeverTrue() throws Exception {
    assertThat(translate("i > ?", null)).isEqualTo(Pushdown.constant(false));
    assertThat(translate("NOT (i > ?)", null)).isEqualTo(Pushdown.constant(false));
    assertThat(translate("s LIKE ?", null)).isEqualTo(Pushdown.constant(false));
  }

  @Test
  void unboundParameterIsUnsupportedAndDropsOnlyItsConjunct() throws Exception {
    Pushdown pushdown =
        new PredicateTranslator(
                PredicateTranslatorTest.SCHEMA, ParameterValues.of(List.of()), ZoneId.of("UTC"))
            .translate(conditions.parse("i > ? AND l = 2"));
    assertThat(pushdown.expression().toString()).isEqualTo("ref(name=\"l\") == 2");
    assertThat(pushdown.exactness()).isEqualTo(Exactness.INEXACT);
  }
}
