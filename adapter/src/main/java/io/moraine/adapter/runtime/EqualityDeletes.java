/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.LocalPaths;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.BaseFileScanTask;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ResidualEvaluator;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructLikeWrapper;

/**
 * The equality deletes of data files, as anti-joins: one for each set of columns, and one more for
 * those that are for one partition. A row is deleted by one with a greater sequence number.
 *
 * <p>The columns are compared as Iceberg's own reader does: NULL is equal to NULL, NaN to NaN, and
 * −0.0 is not equal to 0.0.
 */
final class EqualityDeletes {
  private final Table state;
  private final Map<Integer, Types.NestedField> keys = new LinkedHashMap<>();
  private final Map<Group, Map<String, DeleteFile>> groups = new LinkedHashMap<>();
  private final Map<Partition, Integer> partitions = new HashMap<>();
  private final Map<String, Long> sequences = new HashMap<>();
  private final Map<String, Integer> scopes = new HashMap<>();

  /**
   * Delete files that make one anti-join.
   *
   * @param ids the columns, in order
   * @param scoped whether each is for one partition
   */
  record Group(List<Integer> ids, boolean scoped) {}

  private record Partition(int specId, StructLikeWrapper values) {}

  /**
   * The equality deletes of some data files.
   *
   * @param files files of which each {@link #isReadable}
   */
  EqualityDeletes(Table state, List<FileScanTask> files) {
    this.state = state;
    for (FileScanTask file : files) {
      add(file.file());
      for (DeleteFile delete : in(file)) {
        List<Integer> ids = List.copyOf(new TreeSet<>(delete.equalityFieldIds()));
        ids.forEach(id -> keys.computeIfAbsent(id, i -> key(state, i).orElseThrow()));
        boolean scoped = !state.specs().get(delete.specId()).isUnpartitioned();
        add(delete);
        groups
            .computeIfAbsent(new Group(ids, scoped), g -> new LinkedHashMap<>())
            .put(delete.location(), delete);
      }
    }
  }

  private void add(ContentFile<?> file) {
    PartitionSpec spec = state.specs().get(file.specId());
    Partition partition =
        new Partition(
            file.specId(), StructLikeWrapper.forType(spec.partitionType()).set(file.partition()));
    Long sequence = file.dataSequenceNumber();
    sequences.put(file.location(), sequence == null ? 0 : sequence);
    scopes.put(file.location(), partitions.computeIfAbsent(partition, p -> partitions.size()));
  }

  /** The equality deletes that may delete rows of a data file. */
  static List<DeleteFile> in(FileScanTask file) {
    return file.deletes().stream()
        .filter(delete -> delete.content() == FileContent.EQUALITY_DELETES)
        .toList();
  }

  /** Whether the engine can read and compare all equality deletes of a data file. */
  static boolean isReadable(Table state, FileScanTask file) {
    return in(file).stream()
        .allMatch(
            delete ->
                delete.format() == FileFormat.PARQUET
                    && LocalPaths.of(delete.location()).isPresent()
                    && delete.equalityFieldIds().stream()
                        .allMatch(
                            id -> key(state, id).filter(EqualityDeletes::isFlat).isPresent()));
  }

  /** The engine would cut nanoseconds of instants. */
  private static boolean isFlat(Types.NestedField column) {
    return column.type().isPrimitiveType() && column.type().typeId() != Type.TypeID.TIMESTAMP_NANO;
  }

  /** A column of the table, or one that it had before, under a name that no other has. */
  static Optional<Types.NestedField> key(Table state, int id) {
    Types.NestedField current = state.schema().asStruct().field(id);
    if (current != null) {
      return Optional.of(current);
    }
    return state.schemas().values().stream()
        .sorted(Comparator.comparing(Schema::schemaId).reversed())
        .map(schema -> schema.asStruct().field(id))
        .filter(field -> field != null)
        .findFirst()
        .map(field -> Types.NestedField.from(field).withName("dropped_" + id).build());
  }

  /** What is asked of the rows of data files, and behind it what else must be known of them. */
  List<Types.NestedField> with(List<Types.NestedField> asked) {
    Set<Integer> ids = asked.stream().map(Types.NestedField::fieldId).collect(Collectors.toSet());
    return Stream.concat(
            asked.stream(),
            columns(List.copyOf(keys.keySet()), true).stream()
                .filter(column -> !ids.contains(column.fieldId())))
        .toList();
  }

  private List<Types.NestedField> columns(List<Integer> ids, boolean scoped) {
    return Stream.concat(
            ids.stream().map(keys::get),
            scoped
                ? Stream.of(FileValues.SEQUENCE, FileValues.SCOPE)
                : Stream.of(FileValues.SEQUENCE))
        .toList();
  }

  /** The names of columns, here and in delete files. */
  static List<String> names(List<Types.NestedField> columns) {
    return columns.stream().map(column -> name(column.fieldId())).toList();
  }

  private static String name(int id) {
    return "k" + id;
  }

  /** What is known of data files and delete files. */
  FileValues values() {
    return new FileValues(sequences, scopes);
  }

  /** Gives the rows of files, with some columns under some names. */
  interface Rows {
    List<String> of(List<Types.NestedField> columns, List<String> names, List<FileScanTask> files)
        throws SQLException;
  }

  /**
   * The rows of data files that no equality delete deletes.
   *
   * @param rows queries of the rows, {@link #with} all that must be known of them
   * @param select what is selected of them, where they are called {@code r}
   * @param deletes reads delete files as if they were data files
   */
  String sql(List<String> rows, String select, Rows deletes) throws SQLException {
    StringBuilder text =
        new StringBuilder(
            "SELECT " + select + " FROM (" + String.join(" UNION ALL ", rows) + ") r");
    int number = 0;
    for (Map.Entry<Group, Map<String, DeleteFile>> group : groups.entrySet()) {
      String alias = "e" + number++;
      text.append(" ANTI JOIN (")
          .append(deleted(group.getKey(), List.copyOf(group.getValue().values()), deletes))
          .append(") ")
          .append(alias)
          .append(" ON ")
          .append(condition(group.getKey(), alias));
    }
    return text.toString();
  }

  /** The deleted keys; of equal ones, that of the last delete is enough. */
  private String deleted(Group group, List<DeleteFile> files, Rows deletes) throws SQLException {
    List<Types.NestedField> columns = columns(group.ids(), group.scoped());
    List<String> rows =
        deletes.of(columns, names(columns), files.stream().map(EqualityDeletes::task).toList());
    List<String> keyed = new ArrayList<>();
    for (Types.NestedField column : columns) {
      if (column.fieldId() != FileValues.SEQUENCE.fieldId()) {
        keyed.add(name(column.fieldId()));
      }
      if (isFloating(column)) {
        keyed.add(negativeZero("", column) + " AS " + zeroName(column));
      }
    }
    String sequence = name(FileValues.SEQUENCE.fieldId());
    return "SELECT "
        + String.join(", ", keyed)
        + ", max("
        + sequence
        + ") AS "
        + sequence
        + " FROM ("
        + String.join(" UNION ALL ", rows)
        + ") GROUP BY ALL";
  }

  private String condition(Group group, String alias) {
    String sequence = name(FileValues.SEQUENCE.fieldId());
    List<String> conditions = new ArrayList<>();
    conditions.add(alias + "." + sequence + " > r." + sequence);
    if (group.scoped()) {
      String scope = name(FileValues.SCOPE.fieldId());
      conditions.add(alias + "." + scope + " = r." + scope);
    }
    for (int id : group.ids()) {
      conditions.add("r." + name(id) + " IS NOT DISTINCT FROM " + alias + "." + name(id));
      Types.NestedField column = keys.get(id);
      if (isFloating(column)) {
        conditions.add(
            negativeZero("r.", column) + " IS NOT DISTINCT FROM " + alias + "." + zeroName(column));
      }
    }
    return String.join(" AND ", conditions);
  }

  private static boolean isFloating(Types.NestedField column) {
    Type.TypeID type = column.type().typeId();
    return type == Type.TypeID.FLOAT || type == Type.TypeID.DOUBLE;
  }

  /** To the engine both zeros are equal. */
  private static String negativeZero(String alias, Types.NestedField column) {
    String value = alias + name(column.fieldId());
    return "(" + value + " = 0 AND signbit(" + value + "))";
  }

  private static String zeroName(Types.NestedField column) {
    return "z" + column.fieldId();
  }

  /** A delete file is read like a data file of no partition. */
  private static FileScanTask task(DeleteFile delete) {
    PartitionSpec unpartitioned = PartitionSpec.unpartitioned();
    return new BaseFileScanTask(
        DataFiles.builder(unpartitioned)
            .withPath(delete.location())
            .withFormat(delete.format())
            .withFileSizeInBytes(delete.fileSizeInBytes())
            .withRecordCount(delete.recordCount())
            .build(),
        new DeleteFile[0],
        SchemaParser.toJson(new Schema()),
        PartitionSpecParser.toJson(unpartitioned),
        ResidualEvaluator.unpartitioned(Expressions.alwaysTrue()));
  }
}
