/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

final class ParameterTextTest {
  private static final SqlTypeFactoryImpl TYPES =
      new SqlTypeFactoryImpl(MoraineTypeSystem.INSTANCE);

  private static RelDataType type(SqlTypeName name) {
    return TYPES.createSqlType(name);
  }

  @Test
  void aNumberKeepsDigitsThatItsPlaceDoesNotHave() {
    RelDataType price = TYPES.createSqlType(SqlTypeName.DECIMAL, 6, 2);
    assertThat(ParameterText.sql(1, price, new BigDecimal("7.255")))
        .isEqualTo("CAST('7.255' AS DECIMAL(4, 3))");
    assertThat(ParameterText.sql(1, type(SqlTypeName.INTEGER), 3_000_000_000L))
        .isEqualTo("CAST('3000000000' AS BIGINT)");
    assertThat(ParameterText.sql(1, type(SqlTypeName.BIGINT), new BigDecimal("1E+3")))
        .isEqualTo("CAST('1000' AS BIGINT)");
  }

  @Test
  void dateTimesGoAsTextAndKeepEveryDay() {
    assertThat(ParameterText.sql(1, type(SqlTypeName.DATE), LocalDate.parse("1582-10-10")))
        .isEqualTo("CAST('1582-10-10' AS DATE)");
    assertThat(
            ParameterText.sql(
                1, type(SqlTypeName.TIMESTAMP), LocalDateTime.parse("1969-12-31T23:59:59.999999")))
        .isEqualTo("CAST('1969-12-31 23:59:59.999999' AS TIMESTAMP)");
    assertThat(
            ParameterText.sql(
                1,
                type(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                OffsetDateTime.parse("2024-01-01T01:00:00+01:00")))
        .isEqualTo("CAST('2024-01-01 00:00:00+00' AS TIMESTAMPTZ)");
  }

  @Test
  void nanosecondsAreRefusedNotCut() {
    assertThatThrownBy(
            () ->
                ParameterText.sql(
                    2,
                    type(SqlTypeName.TIMESTAMP),
                    LocalDateTime.parse("2024-01-01T00:00:00.000000001")))
        .isInstanceOfSatisfying(
            MoraineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATETIME_FIELD_OVERFLOW))
        .hasMessageContaining("Parameter 2");
  }

  @Test
  void quotesAreDoubled() {
    assertThat(ParameterText.sql(1, type(SqlTypeName.VARCHAR), "it's '; DROP"))
        .isEqualTo("CAST('it''s ''; DROP' AS VARCHAR)");
  }

  @Test
  void aValueOfAnotherKindIsRefusedByNumber() {
    assertThatThrownBy(
            () ->
                ParameterText.sql(
                    3, type(SqlTypeName.DATE), OffsetDateTime.parse("2024-01-01T00:00Z")))
        .isInstanceOfSatisfying(
            MoraineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
        .hasMessageContaining("Parameter 3");
    assertThat(ParameterText.sql(1, type(SqlTypeName.UUID), new UUID(0, 1)))
        .isEqualTo("CAST('00000000-0000-0000-0000-000000000001' AS UUID)");
  }

  @Test
  void pathsArePatternsOfThemselves() {
    assertThat(FilePaths.pattern("/a/b[1]*?.parquet")).isEqualTo("/a/b[[]1][*][?].parquet");
  }
}
