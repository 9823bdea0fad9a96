/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.runtime.ColumnarRuntime;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WarmUpTest {
  @TempDir Path dir;

  @Test
  void everyStatementCanBePlanned() throws Exception {
    assertThat(WarmUp.plan(1, 0)).isGreaterThan(10);
  }

  @Test
  void everyStatementCanBeRun() throws Exception {
    assertThat(WarmUp.plan(1, 1)).isGreaterThan(10);
    assertThat(ColumnarRuntime.usage().engines()).isZero();
  }

  @Test
  void aConnectionIsUsableMeanwhile() throws Exception {
    String url = "jdbc:moraine:warehouse=" + dir + ";warmUp=true";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      assertThat(rows.next()).isTrue();
    }
  }

  @Test
  void aConnectionThatWaitsOpensWhenAllIsPlanned() throws Exception {
    String url = "jdbc:moraine:warehouse=" + dir + ";warmUp=wait";
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(connection.isValid(1)).isTrue();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .doesNotContain("moraine-warm-up");
    }
  }

  @Test
  void theOptimizingCompilerLeavesThePlannerAlone() throws Exception {
    PlannerCompilation.quick();
    Object printed =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "compilerDirectivesPrint",
                new Object[0],
                new String[0]);
    assertThat(printed.toString())
        .contains("org/apache/calcite/sql2rel/")
        .doesNotContain("io/moraine/adapter/jdbc/");
    assertThat(WarmUp.plan(1, 0)).isPositive();
  }

  @Test
  void otherValuesAreRefused() {
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:moraine:warehouse=" + dir + ";warmUp=yes"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("'warmUp' is 'yes', not true, wait or false");
  }
}
