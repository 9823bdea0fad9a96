/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

final class ExactTypeFactoryTest {
  private final ExactTypeFactory factory = new ExactTypeFactory();

  private RelDataType decimal(int precision, int scale) {
    return factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
  }

  @Test
  void theCommonDecimalHoldsTheDigitsOfBoth() {
    RelDataType common = factory.leastRestrictive(List.of(decimal(10, 0), decimal(12, 3)));
    assertThat(common).hasToString("DECIMAL(13, 3)");
  }

  @Test
  void decimalsWithoutACommonTypeAreRefusedByName() {
    assertThatThrownBy(() -> factory.leastRestrictive(List.of(decimal(38, 0), decimal(38, 30))))
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessageContaining("DECIMAL(38, 30)");
  }
}
