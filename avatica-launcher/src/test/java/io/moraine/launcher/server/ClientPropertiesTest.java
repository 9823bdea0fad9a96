/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientPropertiesTest {
  @Test
  void allowedPropertiesAreHandedOnUnderTheDriversNames() throws SQLException {
    assertThat(
            ClientProperties.allowed(
                Map.of(
                    "schema",
                    "lake.a",
                    "TIMEZONE",
                    "UTC",
                    "timestamps",
                    "text",
                    "queryTimeout",
                    "5")))
        .isEqualTo(
            Map.of(
                "schema", "lake.a", "timeZone", "UTC", "timestamps", "text", "queryTimeout", "5"));
  }

  @Test
  void loginsAreAcceptedAndDropped() throws SQLException {
    assertThat(ClientProperties.allowed(Map.of("user", "sa", "password", "x"))).isEmpty();
    assertThat(ClientProperties.allowed(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model",
        "MODEL",
        "warehouse",
        "catalog.lake.uri",
        "wire",
        "parserFactory",
        "schemaFactory",
        "typeSystem",
        "fun",
        "lex",
        "conformance",
        "metaTableFactory",
        "jdbcUrl",
        "jdbcDriver",
        "dataSource",
        "schema.operand",
        "anything"
      })
  void everythingElseIsRefusedByNameAndWithoutItsValue(String name) {
    assertThatThrownBy(() -> ClientProperties.allowed(Map.of(name, "s3cret")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("property " + name + " cannot be set")
        .hasMessageNotContaining("s3cret")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42501");
  }
}
