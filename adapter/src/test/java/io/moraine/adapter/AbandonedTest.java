/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.adapter.runtime.ColumnarRuntime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program forgets to close. */
class AbandonedTest {
  @TempDir Path folder;

  @Test
  void aLostConnectionGivesBackItsResults() throws SQLException {
    lose();
    assertThat(ColumnarRuntime.usage().connections()).isEqualTo(1);
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (ColumnarRuntime.usage().connections() > 0) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      System.gc();
      LockSupport.parkNanos(10_000_000);
    }
    assertThat(ColumnarRuntime.usage().running()).isZero();
    assertThat(ColumnarRuntime.usage().arrowBytes()).isZero();
    // NothingLeftOpen finds that the catalog's database is closed, too.
    assertThat(Files.exists(folder.resolve("catalog.db"))).isTrue();
  }

  private void lose() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder);
    ResultSet rows =
        connection
            .createStatement()
            .executeQuery("SELECT * FROM (VALUES 1, 2, 3) AS a(x), (VALUES 1, 2, 3) AS b(y)");
    assertThat(rows.next()).isTrue();
  }
}
