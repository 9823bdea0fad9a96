/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.adapter.EmbeddedCatalog;
import io.moraine.adapter.write.TableAppender;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetadataTablesTest {
  private static final Schema SCHEMA =
      new Schema(
          NestedField.required(1, "id", Types.LongType.get()),
          NestedField.optional(2, "day", Types.DateType.get()),
          NestedField.optional(3, "text", Types.StringType.get()));

  @TempDir Path folder;
  private EmbeddedCatalog catalog;
  private Table table;

  @BeforeEach
  void writeTwoSnapshots() {
    catalog = new EmbeddedCatalog(folder);
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).month("day").build();
    table = catalog.create("t", SCHEMA, spec, Map.of());
    append(1, LocalDate.of(1969, 12, 31));
    append(2, LocalDate.of(2024, 2, 29));
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private void append(long id, LocalDate day) {
    List<Object[]> rows = List.of(new Object[] {id, day, "ż"}, new Object[] {id, null, null});
    new TableAppender(catalog.roots()).append(table, rows.iterator(), ZoneOffset.UTC);
  }

  private static List<Object[]> rows(MetadataTable metadata) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    try (CloseableIterable<Object[]> iterable = metadata.rows()) {
      iterable.forEach(rows::add);
    }
    return rows;
  }

  private List<Object> column(MetadataTableType type, String column) throws IOException {
    MetadataTable metadata = MetadataTable.of(table, type);
    int index = metadata.flatSchema().columns().indexOf(metadata.flatSchema().findField(column));
    return rows(metadata).stream().map(row -> row[index]).toList();
  }

  private List<Object> snapshots(java.util.function.Function<Snapshot, Object> value) {
    return StreamSupport.stream(table.snapshots().spliterator(), false).map(value).toList();
  }

  private static OffsetDateTime utc(long millis) {
    return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
  }

  @Test
  void snapshotsEqualTheApi() throws IOException {
    assertThat(column(MetadataTableType.SNAPSHOTS, "snapshot_id"))
        .isEqualTo(snapshots(Snapshot::snapshotId));
    assertThat(column(MetadataTableType.SNAPSHOTS, "committed_at"))
        .isEqualTo(snapshots(snapshot -> utc(snapshot.timestampMillis())));
    assertThat(column(MetadataTableType.SNAPSHOTS, "parent_id"))
        .isEqualTo(snapshots(Snapshot::parentId));
    Object summary = column(MetadataTableType.SNAPSHOTS, "summary").get(1);
    assertThat(new ObjectMapper().readTree((String) summary))
        .isEqualTo(new ObjectMapper().valueToTree(table.currentSnapshot().summary()));
  }

  @Test
  void historyEqualsTheApi() throws IOException {
    assertThat(column(MetadataTableType.HISTORY, "snapshot_id"))
        .isEqualTo(table.history().stream().map(entry -> (Object) entry.snapshotId()).toList());
    assertThat(column(MetadataTableType.HISTORY, "is_current_ancestor"))
        .containsExactly(true, true);
  }

  @Test
  void manifestsEqualTheApi() throws IOException {
    List<ManifestFile> manifests = table.currentSnapshot().allManifests(table.io());
    assertThat(column(MetadataTableType.MANIFESTS, "path"))
        .isEqualTo(manifests.stream().map(manifest -> (Object) manifest.path()).toList());
    assertThat(column(MetadataTableType.MANIFESTS, "length"))
        .isEqualTo(manifests.stream().map(manifest -> (Object) manifest.length()).toList());
    assertThat(column(MetadataTableType.MANIFESTS, "partition_summaries"))
        .contains(
            "[{\"contains_null\":true,\"contains_nan\":false,\"lower_bound\":\"2024-02\","
                + "\"upper_bound\":\"2024-02\"}]");
  }

  @Test
  void filesEqualTheApi() throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (Snapshot snapshot : table.snapshots()) {
      SnapshotChanges.builderFor(table)
          .snapshot(snapshot)
          .build()
          .addedDataFiles()
          .forEach(files::add);
    }
    assertThat(column(MetadataTableType.FILES, "file_path"))
        .containsExactlyInAnyOrderElementsOf(
            files.stream().map(f -> (Object) f.location()).toList());
    assertThat(column(MetadataTableType.FILES, "file_size_in_bytes"))
        .containsExactlyInAnyOrderElementsOf(
            files.stream().map(f -> (Object) f.fileSizeInBytes()).toList());
    assertThat(column(MetadataTableType.FILES, "partition"))
        .containsExactlyInAnyOrder(
            "{\"day_month\":-1}",
            "{\"day_month\":649}",
            "{\"day_month\":null}",
            "{\"day_month\":null}");
    assertThat(column(MetadataTableType.FILES, "record_count")).containsOnly(1L);
    assertThat(column(MetadataTableType.FILES, "readable_metrics").toString())
        .contains("\"lower_bound\":\"1969-12-31\"")
        .contains("\"upper_bound\":\"ż\"");
    assertThat(column(MetadataTableType.FILES, "lower_bounds").toString())
        .contains("\"1\":\"0100000000000000\"");
  }

  @ParameterizedTest
  @EnumSource(
      value = MetadataTableType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "POSITION_DELETES")
  void everyMetadataTableHasRowsThatFitItsFlatSchema(MetadataTableType type) throws IOException {
    MetadataTable metadata = MetadataTable.of(table, type);
    assertThat(metadata.flatSchema().columns()).noneMatch(column -> column.type().isNestedType());
    List<Object[]> rows = rows(metadata);
    assertThat(rows.isEmpty()).isEqualTo(type.name().contains("DELETE"));
    for (Object[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        NestedField column = metadata.flatSchema().columns().get(i);
        if (row[i] == null) {
          assertThat(column.isOptional()).as(column.name()).isTrue();
        } else if (column.type() == Types.StringType.get()) {
          assertThat(row[i]).isInstanceOf(String.class);
        } else if (column.type() == Types.TimestampType.withZone()) {
          assertThat(row[i]).isInstanceOf(OffsetDateTime.class);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = MetadataTableType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "POSITION_DELETES")
  void everyMetadataTableOfAnEmptyUnpartitionedTableReads(MetadataTableType type)
      throws IOException {
    Table empty = catalog.create("e", SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    assertThat(rows(MetadataTable.of(empty, type)))
        .hasSize(type == MetadataTableType.METADATA_LOG_ENTRIES ? 1 : 0);
  }

  @Test
  void laterCommitsDoNotShow() throws IOException {
    MetadataTable snapshots = MetadataTable.of(table, MetadataTableType.SNAPSHOTS);
    MetadataTable files = MetadataTable.of(table, MetadataTableType.FILES);
    append(3, LocalDate.EPOCH);
    assertThat(rows(snapshots)).hasSize(2);
    assertThat(rows(files)).hasSize(4);
    assertThat(rows(MetadataTable.of(table, MetadataTableType.SNAPSHOTS))).hasSize(3);
  }

  @Test
  void namesAreParsedInAnyCase() {
    assertThat(MetadataTables.parse("t$snapshots"))
        .contains(new MetadataTableName("t", MetadataTableType.SNAPSHOTS));
    assertThat(MetadataTables.parse("A$B$All_Data_Files"))
        .contains(new MetadataTableName("A$B", MetadataTableType.ALL_DATA_FILES));
    assertThat(MetadataTables.parse("t")).isEmpty();
    assertThat(MetadataTables.parse("$files")).isEmpty();
  }

  @Test
  void anUnknownSuffixIsRefusedWithTheKnownOnes() {
    MoraineException error =
        catchThrowableOfType(MoraineException.class, () -> MetadataTables.parse("t$unknown"));
    assertThat(error.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    assertThat(error)
        .hasMessageContaining("$unknown")
        .hasMessageContaining("$snapshots")
        .hasMessageContaining("$history")
        .hasMessageContaining("$manifests")
        .hasMessageContaining("$files");
  }
}
