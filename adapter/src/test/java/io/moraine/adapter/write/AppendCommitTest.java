/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.adapter.EmbeddedCatalog;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of rows when the commit of their files fails, or its answer is lost. */
class AppendCommitTest {
  private static final Schema PAIR =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;
  private EmbeddedCatalog catalog;

  @BeforeEach
  void open() {
    catalog = new EmbeddedCatalog(folder);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private long append(Table table, long id, String name) {
    return new TableAppender(catalog.roots())
        .append(table, List.<Object[]>of(new Object[] {id, name}).iterator(), ZoneOffset.UTC);
  }

  private Table pair(Map<String, String> properties) {
    return catalog.create("t", PAIR, PartitionSpec.unpartitioned(), properties);
  }

  private static Table faulty(Table table, RuntimeException failure, boolean afterCommit) {
    TableOperations operations = ((HasTableOperations) table).operations();
    return new BaseTable(new FaultyOperations(operations, failure, afterCommit), table.name());
  }

  private static Map<String, String> noRetries() {
    return Map.of("commit.retry.num-retries", "0");
  }

  @Test
  void aLostRaceIsAConflictAndLeavesNoFile() {
    Table table = faulty(pair(noRetries()), new CommitFailedException("lost"), false);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, 1, "a"));
    assertThat(error.code()).isEqualTo(ErrorCode.COMMIT_CONFLICT);
    assertThat(catalog.dataFiles()).isEmpty();
  }

  @Test
  void anErrorThatTheTableDisprovesIsASuccess() {
    Table table = faulty(pair(noRetries()), new IllegalStateException("lost answer"), true);
    assertThat(append(table, 1, "a")).isEqualTo(1);
    assertThat(catalog.rows(catalog.load("t"))).containsExactly(List.of(1L, "a"));
  }

  @Test
  void aLostAnswerIsNotAppendedTwice() {
    Table table = faulty(pair(Map.of()), new CommitFailedException("lost answer"), true);
    assertThat(append(table, 1, "a")).isEqualTo(1);
    assertThat(catalog.rows(catalog.load("t"))).hasSize(1);
  }

  @Test
  void anUnknownStateDeletesNothingAndNamesTheSnapshot() {
    RuntimeException failure = new CommitStateUnknownException(new IllegalStateException("gone"));
    Table table = faulty(pair(Map.of()), failure, true);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, 1, "a"));
    assertThat(error.code()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
    Table now = catalog.load("t");
    assertThat(error).hasMessageContaining("snapshot " + now.currentSnapshot().snapshotId());
    assertThat(catalog.rows(now)).hasSize(1);
  }

  @Test
  void anErrorThatProvesNothingIsAnUnknownState() {
    Table table = faulty(pair(Map.of()), new IllegalStateException("connection reset"), false);
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> append(table, 1, "a"));
    assertThat(error.code()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
    assertThat(catalog.dataFiles()).hasSize(1);
  }

  @Test
  void appendsThroughAStaleTableKeepBothRows() {
    Table first = pair(Map.of());
    Table second = catalog.load("t");
    append(first, 1, "a");
    append(second, 2, "b");
    assertThat(catalog.rows(catalog.load("t")))
        .containsExactlyInAnyOrder(List.of(1L, "a"), List.of(2L, "b"));
  }
}
