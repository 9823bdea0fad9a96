/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogRegistryTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final Namespace DB = Namespace.of("db");
  private static final TableIdentifier T = TableIdentifier.of(DB, "t");

  private final AtomicLong clock = new AtomicLong();
  private final CatalogRegistry registry = new CatalogRegistry(clock::get);
  @TempDir Path folder;

  @Test
  void equalConfigurationsShareOneCatalogUntilTheLastCloses() {
    CatalogLease first = registry.lease(CatalogConfig.ofWarehouse("lake", folder));
    CatalogLease second = registry.lease(CatalogConfig.ofWarehouse("lake", folder));
    assertThat(registry.openCount()).isZero();
    assertThat(first.catalog()).isSameAs(second.catalog());
    assertThat(registry.openCount()).isEqualTo(1);
    first.close();
    first.close();
    assertThat(registry.openCount()).isEqualTo(1);
    assertThatThrownBy(first::catalog)
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATE));
    CatalogLease third = second.share();
    second.close();
    assertThat(third.catalog().tableExists(T)).isFalse();
    third.close();
    assertThat(registry.openCount()).isZero();
  }

  @Test
  void differentConfigurationsDoNot() {
    try (CatalogLease one = registry.lease(CatalogConfig.ofWarehouse("a", folder));
        CatalogLease two = registry.lease(CatalogConfig.ofWarehouse("b", folder))) {
      assertThat(one.catalog()).isNotSameAs(two.catalog());
      one.namespaces().orElseThrow().createNamespace(DB);
      one.catalog().createTable(T, SCHEMA);
      assertThat(two.catalog().tableExists(T)).isTrue();
      assertThat(one.catalog().loadTable(T).location()).isEqualTo(folder + "/warehouse/db/t");
      assertThat(folder.resolve("catalog.db")).exists();
      assertThat(one.roots().localDirectories()).contains(folder.resolve("warehouse"));
    }
  }

  @Test
  void anIdleCatalogIsClosedAndOpenedAgain() {
    CatalogLease idle = registry.idleLease(CatalogConfig.ofWarehouse("lake", folder));
    Catalog before = idle.catalog();
    clock.addAndGet(Duration.ofMinutes(4).toNanos());
    registry.closeIdle();
    assertThat(idle.catalog()).isSameAs(before);
    clock.addAndGet(Duration.ofMinutes(4).toNanos());
    registry.closeIdle();
    assertThat(registry.openCount()).isEqualTo(1);
    clock.addAndGet(Duration.ofMinutes(1).toNanos());
    registry.closeIdle();
    assertThat(registry.openCount()).isZero();
    assertThat(idle.catalog()).isNotSameAs(before);
    idle.close();
    assertThat(registry.openCount()).isZero();
  }

  @Test
  void aSharedLeaseKeepsAnIdleCatalogOpen() {
    CatalogLease idle = registry.idleLease(CatalogConfig.ofWarehouse("lake", folder));
    CatalogLease running = idle.share();
    Catalog open = running.catalog();
    clock.addAndGet(Duration.ofHours(1).toNanos());
    registry.closeIdle();
    assertThat(idle.catalog()).isSameAs(open);
    clock.addAndGet(Duration.ofHours(1).toNanos());
    running.close();
    registry.closeIdle();
    assertThat(registry.openCount()).isEqualTo(1);
    idle.close();
  }

  @Test
  void aCatalogInMemoryIsSharedByNameAndGoneWithItsFilesAfterTheLastLease() {
    CatalogConfig config = CatalogConfig.fromOperands("mem", Map.of("type", "in-memory"));
    CatalogLease idle = registry.idleLease(config);
    idle.namespaces().orElseThrow().createNamespace(DB);
    idle.catalog().createTable(T, SCHEMA);
    clock.addAndGet(Duration.ofHours(1).toNanos());
    registry.closeIdle();
    Path files;
    try (CatalogLease second = registry.lease(config)) {
      assertThat(second.catalog().tableExists(T)).isTrue();
      files = Path.of(second.catalog().loadTable(T).location());
      assertThat(files).isDirectory();
      assertThat(second.roots().allows(files.toString())).isTrue();
      assertThat(second.roots().allows(folder.toString())).isFalse();
    }
    idle.close();
    assertThat(files.getParent().getParent()).doesNotExist();
    try (CatalogLease fresh = registry.lease(config)) {
      assertThat(fresh.catalog().tableExists(T)).isFalse();
    }
  }

  @Test
  void anyCatalogOfIcebergIsOpenedByItsClass() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "x", Map.of("catalog-impl", InMemoryCatalog.class.getName(), "warehouse", "/w"));
    try (CatalogLease lease = registry.lease(config)) {
      assertThat(lease.catalog()).isInstanceOf(InMemoryCatalog.class);
      assertThat(lease.name()).isEqualTo("x");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a%20b", "a#b", "żółw", "a;b&c"})
  void warehousesWithOddNamesWork(String name) {
    CatalogConfig config = CatalogConfig.ofWarehouse("lake", folder.resolve(name));
    try (CatalogLease lease = registry.lease(config)) {
      lease.namespaces().orElseThrow().createNamespace(DB);
      lease.catalog().createTable(T, SCHEMA);
      assertThat(lease.catalog().loadTable(T).schema().asStruct()).isEqualTo(SCHEMA.asStruct());
    }
    assertThat(folder.resolve(name).resolve("catalog.db")).isRegularFile();
  }

  @Test
  void aWarehouseThatIsAFileIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    try (CatalogLease lease = registry.lease(CatalogConfig.ofWarehouse("lake", file))) {
      assertThatThrownBy(lease::catalog)
          .isInstanceOfSatisfying(
              MoraineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
          .hasMessageContainingAll("'" + file + "'", "'lake'", "not a folder", "'warehouse'");
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() {
    CatalogConfig config = CatalogConfig.ofWarehouse("lake", Path.of("/proc/none/lake"));
    try (CatalogLease lease = registry.lease(config)) {
      assertThatThrownBy(lease::catalog)
          .isInstanceOfSatisfying(
              MoraineException.class,
              e ->
                  assertThat(e.code())
                      .isIn(ErrorCode.ACCESS_DENIED, ErrorCode.INVALID_CONFIGURATION))
          .hasMessageContainingAll("'/proc/none/lake'", "'lake'", "'warehouse'");
    }
  }

  @Test
  void writersOfSeveralProcessesWaitForEachOther() throws Exception {
    CatalogConfig config = CatalogConfig.ofWarehouse("lake", folder);
    try (CatalogLease one = registry.lease(config);
        CatalogLease other = new CatalogRegistry().lease(config)) {
      one.namespaces().orElseThrow().createNamespace(DB);
      List<Callable<Table>> creations = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Catalog catalog = (i % 2 == 0 ? one : other).catalog();
        TableIdentifier id = TableIdentifier.of(DB, "t" + i);
        creations.add(() -> catalog.createTable(id, SCHEMA));
      }
      ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        for (Future<Table> created : threads.invokeAll(creations)) {
          assertThat(created.get().schema().columns()).hasSize(1);
        }
      } finally {
        threads.shutdown();
      }
      assertThat(other.catalog().listTables(DB)).hasSize(40);
    }
  }

  @Test
  void aDatabaseFileThatIsNoneIsNamed() throws IOException {
    Files.writeString(folder.resolve("catalog.db"), "not a database ".repeat(100));
    try (CatalogLease lease = registry.lease(CatalogConfig.ofWarehouse("lake", folder))) {
      assertThatThrownBy(lease::catalog)
          .isInstanceOfSatisfying(
              MoraineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE))
          .hasMessageContainingAll("catalog 'lake'", folder + "/catalog.db");
    }
  }

  @Test
  void anUnreachableServerIsNamedWithTheRootCause() throws IOException {
    int freePort;
    try (ServerSocket socket = new ServerSocket(0)) {
      freePort = socket.getLocalPort();
    }
    String uri = "http://localhost:" + freePort;
    CatalogConfig config = CatalogConfig.fromOperands("r", Map.of("type", "rest", "uri", uri));
    try (CatalogLease lease = registry.lease(config)) {
      assertThatThrownBy(lease::catalog)
          .isInstanceOfSatisfying(
              MoraineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE))
          .hasMessageContainingAll("catalog 'r' (type rest, uri " + uri + ")", "refused");
    }
  }

  @Test
  void aMissingLibraryIsNamed() {
    CatalogConfig config = CatalogConfig.fromOperands("g", Map.of("type", "glue"));
    try (CatalogLease lease = registry.lease(config)) {
      assertThatThrownBy(lease::catalog)
          .hasMessageContainingAll("'g'", "org.apache.iceberg.aws.glue.GlueCatalog", "class path");
    }
  }

  @Test
  void whatCannotBeOpenedIsUnavailableWithoutSecrets() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "pg",
            Map.of(
                "type", "jdbc",
                "uri", "jdbc:nosuchdb://bob:hidden1@h/x?password=hidden2",
                "warehouse", "s3://b/w",
                "io-impl", LocalFileIO.class.getName(),
                "jdbc.password", "hidden3"));
    try (CatalogLease lease = registry.lease(config)) {
      assertThatThrownBy(lease::catalog)
          .isInstanceOfSatisfying(
              MoraineException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
                assertThat(e).hasStackTraceContaining("catalog 'pg' (type jdbc, uri jdbc:nosuchdb");
                assertThat(e.toString() + e.getCause()).doesNotContain("hidden");
              });
    }
    CatalogConfig missing = CatalogConfig.fromOperands("c", Map.of("catalog-impl", "no.Such"));
    try (CatalogLease lease = registry.lease(missing)) {
      assertThatThrownBy(lease::catalog).hasMessageContainingAll("'c'", "no.Such");
    }
  }
}
