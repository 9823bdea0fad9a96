/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.MoraineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeLimitsTest {
  private static final long GIB = 1L << 30;

  @Test
  void theEngineGetsFourTenthsAndItsResultsOne() {
    RuntimeLimits limits = RuntimeLimits.of("10GB", GIB);
    assertThat(limits.engineBytes()).isEqualTo(4 * GIB);
    assertThat(limits.arrowBytes()).isEqualTo(GIB);
    assertThat(RuntimeLimits.of(" 10 gib", GIB)).isEqualTo(limits);
    assertThat(RuntimeLimits.of("10240MB", GIB)).isEqualTo(limits);
  }

  @Test
  void whatTheHeapTakesIsNotGivenTwice() {
    long heap = Runtime.getRuntime().maxMemory();
    RuntimeLimits limits = RuntimeLimits.of(null, heap + 10 * (GIB / 10));
    assertThat(limits.engineBytes() + limits.arrowBytes()).isLessThanOrEqualTo(GIB);
    assertThat(RuntimeLimits.of(null, heap / 2).engineBytes()).isEqualTo(32L << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1GB", "1.5GB", "10%", "127MB", "999999999999999999TB"})
  void whatIsNoSizeIsRefused(String size) {
    assertThatThrownBy(() -> RuntimeLimits.of(size, GIB))
        .isInstanceOf(MoraineException.class)
        .hasMessageStartingWith("'moraine.memory' is '" + size + "', not ")
        .extracting(e -> ((MoraineException) e).code().sqlState())
        .isEqualTo("F0000");
  }
}
