/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

final class DecimalsTest {
  private static final SqlTypeFactoryImpl TYPES =
      new SqlTypeFactoryImpl(MoraineTypeSystem.INSTANCE);

  private static RelDataType decimal(int precision) {
    return TYPES.createSqlType(SqlTypeName.DECIMAL, precision, 2);
  }

  @Test
  void onlySumsThatCanLeave128BitsAreGuarded() {
    assertThat(Decimals.guard(decimal(20))).isEmpty();
    assertThat(Decimals.guard(decimal(21))).contains(Decimals.COUNT);
    assertThat(Decimals.guard(decimal(28))).contains(Decimals.COUNT);
    assertThat(Decimals.guard(decimal(29))).contains(Decimals.FLOATING);
  }

  @Test
  void asManyValuesAsTheCountAllowsCannotWrapAround() {
    for (int precision = 21; precision <= 28; precision++) {
      BigInteger largest = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
      BigInteger values = BigInteger.TEN.pow(38 - precision);
      assertThat(largest.multiply(values)).isLessThan(BigInteger.TWO.pow(127));
    }
  }

  @Test
  void oneValueMoreThanTheCountAllowsIsAnError() throws SQLException {
    assertThat(sum("10000000000")).isEqualTo("1.50");
    assertThatThrownBy(() -> sum("10000000001"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("22003");
  }

  @Test
  void averagesOfLongNumbersAreExact() throws SQLException {
    String largest = "9".repeat(36) + ".99";
    assertThat(average(largest, "1", 38)).isEqualTo(largest);
    assertThat(average("9999999999999999999999999999999999.99", "10000000000", 34))
        .isEqualTo("1000000000000000000000000.000000");
    for (String sign : new String[] {"", "-"}) {
      assertThat(average(sign + "0.05", "3", 34)).isEqualTo(sign + "0.016667");
      assertThat(average(sign + "1000000000000000000000000000000.01", "8", 34))
          .isEqualTo(sign + "125000000000000000000000000000.001250");
      assertThat(average(sign + "0.01", "20000", 34)).isEqualTo(sign + "0.000001");
      assertThat(average(sign + "0.01", "20001", 34)).isEqualTo("0.000000");
    }
  }

  /** The average, whose type has four digits more than the argument if these fit. */
  private static String average(String total, String count, int precision) throws SQLException {
    RelDataType type =
        TYPES.createSqlType(SqlTypeName.DECIMAL, 38, Math.min(6, 38 - (precision - 2)));
    String sum = "CAST('" + total + "' AS DECIMAL(38, 2))";
    return value(Decimals.quotient(sum, count, decimal(precision), type));
  }

  private static String sum(String count) throws SQLException {
    String total = "CAST(1.5 AS DECIMAL(38, 2))";
    return value(Decimals.guardedSum(total, Decimals.COUNT, count, decimal(28)));
  }

  private static String value(String text) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String macro : DuckMacros.DEFINITIONS) {
        statement.execute(macro);
      }
      try (ResultSet result = statement.executeQuery("SELECT " + text)) {
        result.next();
        return result.getString(1);
      }
    }
  }
}
