/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.adapter.catalog.CatalogConfig;
import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.CatalogRegistry;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TpchSampleTest {
  @TempDir Path folder;

  @Test
  void theEightTablesAreWrittenOnce() {
    List<String> lines = new ArrayList<>();
    TpchSample.writeTo(folder, "tpch", 0.001, lines::add);
    assertThat(lines).contains("orders: 1500 rows").hasSize(8);
    CatalogConfig config = CatalogConfig.ofWarehouse("test", folder);
    try (CatalogLease lease = CatalogRegistry.shared().lease(config)) {
      Map<String, Long> counts = new LinkedHashMap<>();
      for (TableIdentifier name : lease.catalog().listTables(Namespace.of("tpch"))) {
        Table table = lease.catalog().loadTable(name);
        String records = table.currentSnapshot().summary().get("total-records");
        counts.put(name.name(), Long.parseLong(records));
      }
      assertThat(counts)
          .containsOnly(
              Map.entry("region", 5L),
              Map.entry("nation", 25L),
              Map.entry("supplier", 10L),
              Map.entry("customer", 150L),
              Map.entry("part", 200L),
              Map.entry("partsupp", 800L),
              Map.entry("orders", 1500L),
              Map.entry("lineitem", 6005L));
      Table orders = lease.catalog().loadTable(TableIdentifier.of("tpch", "orders"));
      assertThat(orders.currentSnapshot().summary()).containsEntry("total-data-files", "7");
      assertThat(orders.schema().findType("o_orderkey")).isEqualTo(Types.LongType.get());
      assertThat(orders.schema().findType("o_totalprice")).isEqualTo(Types.DecimalType.of(12, 2));
    }
    MoraineException error =
        catchThrowableOfType(
            MoraineException.class, () -> TpchSample.writeTo(folder, "tpch", 0.001, line -> {}));
    assertThat(error.code()).isEqualTo(ErrorCode.TABLE_EXISTS);
    assertThat(error).hasMessageContaining("tpch.region");
  }

  @Test
  void aFailureLeavesNoTable() {
    MoraineException cancelled = new MoraineException(ErrorCode.CANCELLED, "stop");
    MoraineException error =
        catchThrowableOfType(
            MoraineException.class,
            () ->
                TpchSample.writeTo(
                    folder,
                    "tpch",
                    0.001,
                    line -> {
                      if (line.startsWith("nation")) {
                        throw cancelled;
                      }
                    }));
    assertThat(error).isSameAs(cancelled);
    CatalogConfig config = CatalogConfig.ofWarehouse("test", folder);
    try (CatalogLease lease = CatalogRegistry.shared().lease(config)) {
      assertThat(lease.catalog().listTables(Namespace.of("tpch"))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100.5, Double.NaN})
  void scalesOutOfRangeAreRefused(double scale) {
    MoraineException error =
        catchThrowableOfType(
            MoraineException.class, () -> TpchSample.writeTo(folder, "tpch", scale, line -> {}));
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }
}
