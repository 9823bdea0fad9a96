/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.junit.jupiter.api.Test;

class CalciteValuesTest {
  private static final RelDataTypeFactory TYPES =
      new SqlTypeFactoryImpl(MoraineTypeSystem.INSTANCE);

  private static Object exact(SqlTypeName type, Object value) {
    return CalciteValues.exact(TYPES.createSqlType(type), value);
  }

  @Test
  void encodedValuesBecomeExactOnes() {
    assertThat(exact(SqlTypeName.DATE, -1)).isEqualTo(LocalDate.of(1969, 12, 31));
    assertThat(exact(SqlTypeName.TIME, 86_399_999))
        .isEqualTo(LocalTime.of(23, 59, 59, 999_000_000));
    assertThat(exact(SqlTypeName.TIMESTAMP, -1L))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000));
    assertThat(exact(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 5L))
        .isEqualTo(Instant.ofEpochMilli(5));
    assertThat(exact(SqlTypeName.VARBINARY, new ByteString(new byte[] {1})))
        .isEqualTo(new byte[] {1});
    NlsString text = new NlsString("ż", StandardCharsets.UTF_8.name(), SqlCollation.IMPLICIT);
    assertThat(exact(SqlTypeName.VARCHAR, text)).isEqualTo("ż");
  }

  @Test
  void otherValuesAndNullPass() {
    assertThat(exact(SqlTypeName.DECIMAL, BigDecimal.ONE)).isEqualTo(BigDecimal.ONE);
    assertThat(exact(SqlTypeName.TIMESTAMP, LocalDateTime.MIN)).isEqualTo(LocalDateTime.MIN);
    assertThat(exact(SqlTypeName.DATE, null)).isNull();
  }

  @Test
  void aRowOfOneColumnIsItsValue() {
    RelDataType one = TYPES.builder().add("a", SqlTypeName.DATE).build();
    assertThat(new CalciteValues(one).row(0)).containsExactly(LocalDate.EPOCH);
    assertThat(new CalciteValues(one).row(null)).containsExactly((Object) null);
    RelDataType two =
        TYPES.builder().add("a", SqlTypeName.DATE).add("b", SqlTypeName.INTEGER).build();
    assertThat(new CalciteValues(two).row(new Object[] {1, 2}))
        .containsExactly(LocalDate.of(1970, 1, 2), 2);
  }

  @Test
  void typesWithoutAnEncodingAreRefused() {
    assertThatThrownBy(() -> exact(SqlTypeName.ANY, 1L))
        .isInstanceOf(MoraineException.class)
        .hasMessageContaining("not supported");
  }
}
