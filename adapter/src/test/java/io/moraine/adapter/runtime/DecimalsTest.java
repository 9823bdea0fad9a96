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

  private static String sum(String count) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String macro : DuckMacros.DEFINITIONS) {
        statement.execute(macro);
      }
      String total = "CAST(1.5 AS DECIMAL(38, 2))";
      String text = Decimals.guardedSum(total, Decimals.COUNT, count, decimal(28));
      try (ResultSet result = statement.executeQuery("SELECT " + text)) {
        result.next();
        return result.getString(1);
      }
    }
  }
}
