/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoraineTypeSystemTest {
  private final MoraineTypeSystem system = MoraineTypeSystem.INSTANCE;
  private final RelDataTypeFactory types = new JavaTypeFactoryImpl(system);

  private RelDataType decimal(int precision, int scale) {
    return types.createSqlType(SqlTypeName.DECIMAL, precision, scale);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER | BIGINT | DECIMAL(38, 16)",
        "BIGINT | DECIMAL(38, 0) | DECIMAL(38, 16)",
        "REAL | DOUBLE | DOUBLE",
        "DOUBLE | DOUBLE | DOUBLE"
      })
  void aggregatesOfNumbersDoNotOverflow(SqlTypeName argument, String sum, String avg) {
    RelDataType type = types.createSqlType(argument);
    assertThat(system.deriveSumType(types, type)).hasToString(sum);
    assertThat(system.deriveAvgAggType(types, type)).hasToString(avg);
  }

  @Test
  void aggregatesOfDecimalsKeepIntegerDigitsAndScale() {
    assertThat(system.deriveSumType(types, decimal(12, 2))).hasToString("DECIMAL(38, 2)");
    assertThat(system.deriveAvgAggType(types, decimal(12, 2))).hasToString("DECIMAL(38, 16)");
    assertThat(system.deriveAvgAggType(types, decimal(38, 10))).hasToString("DECIMAL(38, 10)");
    RelDataType nullable = types.createTypeWithNullability(decimal(12, 2), true);
    assertThat(system.deriveSumType(types, nullable).isNullable()).isTrue();
  }

  @Test
  void decimalArithmeticReaches38Digits() {
    assertThat(system.deriveDecimalPlusType(types, decimal(30, 2), decimal(20, 4)))
        .hasToString("DECIMAL(33, 4)");
    assertThat(system.deriveDecimalMultiplyType(types, decimal(15, 2), decimal(15, 2)))
        .hasToString("DECIMAL(30, 4)");
  }

  @Test
  void dateTimesReachNanosecondsAndDefaultToMicroseconds() {
    for (SqlTypeName name :
        new SqlTypeName[] {
          SqlTypeName.TIME,
          SqlTypeName.TIMESTAMP,
          SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          SqlTypeName.TIMESTAMP_TZ
        }) {
      assertThat(types.createSqlType(name).getPrecision()).isEqualTo(6);
      assertThat(types.createSqlType(name, 12).getPrecision()).isEqualTo(9);
    }
  }

  @Test
  void longLiteralsKeepTheirLength() {
    assertThat(types.createSqlType(SqlTypeName.CHAR, 100_000).getPrecision()).isEqualTo(100_000);
  }

  @Test
  void saffronPropertiesMakeUtf8TheDefaultCharset() {
    assertThat(types.getDefaultCharset()).isEqualTo(StandardCharsets.UTF_8);
  }

  @Test
  void conformanceIsLenientButReportsOverflow() throws Exception {
    SqlConformance conformance = MoraineConformance.class.getConstructor().newInstance();
    assertThat(conformance.checkedArithmetic()).isTrue();
    assertThat(conformance.isGroupByAlias()).isTrue();
    assertThat(conformance.isGroupByOrdinal()).isTrue();
    assertThat(conformance.isBangEqualAllowed()).isTrue();
    assertThat(conformance.isPercentRemainderAllowed()).isTrue();
  }
}
