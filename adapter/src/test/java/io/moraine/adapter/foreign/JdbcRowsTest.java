/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.rules.error.MoraineException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class JdbcRowsTest {
  @Test
  void aUrlInAnErrorKeepsItsSecrets() {
    SQLException quoting =
        new SQLException("No driver for jdbc:db://ann:pearl@host/shop?user=ann&password=coral");
    MoraineException failed = JdbcRows.failed("table shop.orders", quoting);
    assertThat(failed)
        .hasMessageContaining("table shop.orders")
        .hasMessageContaining("host/shop")
        .hasNoCause();
    assertThat(String.valueOf(failed.getMessage())).doesNotContain("pearl", "coral");
  }

  @Test
  void anErrorWithoutSecretsKeepsItsCause() {
    SQLException plain = new SQLException("relation does not exist", "42P01");
    assertThat(JdbcRows.failed("table shop.orders", plain))
        .hasMessageContaining("relation does not exist (SQLSTATE 42P01)")
        .hasCause(plain);
  }
}
