/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Files in groups whose columns are found in the same way, following the specification's "column
 * projection": by field id, else by the table's name mapping, else from an identity partition.
 */
final class FileGroups {
  private final List<Types.NestedField> columns;
  private final @Nullable NameMapping mapping;

  private FileGroups(List<Types.NestedField> columns, @Nullable NameMapping mapping) {
    this.columns = columns;
    this.mapping = mapping;
  }

  /**
   * The groups, in order of their first file.
   *
   * @param nameMapping the table's property {@code schema.name-mapping.default}, or null
   * @param footers the columns of each file, by path
   * @param path the local path of a task's file
   */
  static Map<List<ColumnSource>, List<FileScanTask>> of(
      List<FileScanTask> files,
      List<Types.NestedField> columns,
      @Nullable String nameMapping,
      Map<String, List<FileColumn>> footers,
      Function<FileScanTask, String> path) {
    FileGroups groups =
        new FileGroups(
            columns, nameMapping == null ? null : NameMappingParser.fromJson(nameMapping));
    Map<List<ColumnSource>, List<FileScanTask>> grouped = new LinkedHashMap<>();
    for (FileScanTask file : files) {
      List<FileColumn> footer = Objects.requireNonNull(footers.get(path.apply(file)));
      grouped.computeIfAbsent(groups.sources(file, footer), s -> new ArrayList<>()).add(file);
    }
    return grouped;
  }

  private List<ColumnSource> sources(FileScanTask file, List<FileColumn> footer) {
    boolean hasIds = footer.stream().anyMatch(FileColumn::hasId);
    return columns.stream().map(column -> source(file, footer, hasIds, column)).toList();
  }

  private ColumnSource source(
      FileScanTask file, List<FileColumn> footer, boolean hasIds, Types.NestedField column) {
    if (FileValues.has(column)) {
      return new ColumnSource.OfFile();
    }
    if (column.fieldId() == MetadataColumns.ROW_POSITION.fieldId()) {
      return new ColumnSource.Position();
    }
    Optional<FileColumn> found =
        hasIds ? columnWithId(footer, column) : columnWithoutId(footer, column);
    if (FileValues.isLineage(column)) {
      boolean position = column.fieldId() == MetadataColumns.ROW_ID.fieldId();
      return new ColumnSource.Lineage(found.map(c -> lineage(column)), position);
    }
    if (column.type().isNestedType() && lacksPartitionSource(file, column, found)) {
      // The library puts values of partitions into structs.
      return new ColumnSource.ByLibrary();
    }
    if (found.isPresent()) {
      FileColumn inFile = found.get();
      if (!FileTypes.fit(inFile.engineType(), column.type())) {
        throw ofAnotherType(file, inFile, column);
      }
      String key = hasIds ? String.valueOf(column.fieldId()) : SqlText.string(inFile.name());
      if (!hasIds && mapping == null && holdsStruct(column.type())) {
        // Iceberg numbers no fields of structs.
        return new ColumnSource.ByLibrary();
      }
      NestedSource.Fields fields = hasIds ? FileGroups::columnWithId : this::columnWithoutId;
      return ColumnSource.of(key, inFile, column.type(), fields)
          .orElseThrow(() -> holdsNanos(file, column));
    }
    return identityPosition(file, column) >= 0
        ? new ColumnSource.FromPartition()
        : new ColumnSource.Absent();
  }

  /** Whether the file is partitioned by a field within a column and does not hold the field. */
  private static boolean lacksPartitionSource(
      FileScanTask file, Types.NestedField column, Optional<FileColumn> found) {
    Set<Integer> within = TypeUtil.getProjectedIds(column.type());
    return file.spec().fields().stream()
        .filter(field -> field.transform().isIdentity() && within.contains(field.sourceId()))
        .anyMatch(field -> found.filter(c -> hasId(c, field.sourceId())).isEmpty());
  }

  private static boolean hasId(FileColumn column, int id) {
    return Objects.equals(column.fieldId(), id)
        || column.children().stream().anyMatch(child -> hasId(child, id));
  }

  private static MoraineException ofAnotherType(
      FileScanTask file, FileColumn inFile, Types.NestedField column) {
    return new MoraineException(
        ErrorCode.CORRUPT_FILE,
        "Column "
            + column.name()
            + " of type "
            + column.type()
            + " is of the type "
            + (inFile.engineType().isEmpty() ? "of a nested column" : inFile.engineType())
            + " in data file "
            + file.file().location()
            + ", which is no type that it ever had; the file is damaged, restore it");
  }

  private static ColumnSource.InFile lineage(Types.NestedField column) {
    return new ColumnSource.InFile(String.valueOf(column.fieldId()), "BIGINT", "%s");
  }

  private static boolean holdsStruct(Type type) {
    return type.isStructType()
        || type.isNestedType()
            && type.asNestedType().fields().stream().anyMatch(f -> holdsStruct(f.type()));
  }

  private static MoraineException holdsNanos(FileScanTask file, Types.NestedField column) {
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Column "
            + column.name()
            + " of type "
            + column.type()
            + " holds nanoseconds in data file "
            + file.file().location()
            + ", which would be cut; make the column one of nanoseconds");
  }

  private static Optional<FileColumn> columnWithId(
      List<FileColumn> footer, Types.NestedField column) {
    return footer.stream()
        .filter(c -> c.fieldId() != null && c.fieldId() == column.fieldId())
        .findFirst();
  }

  private Optional<FileColumn> columnWithoutId(List<FileColumn> footer, Types.NestedField column) {
    if (mapping == null) {
      // Iceberg numbers the columns of such a file from 1.
      int position = column.fieldId() - 1;
      return position < footer.size() ? Optional.of(footer.get(position)) : Optional.empty();
    }
    MappedField mapped = mapping.find(column.fieldId());
    return mapped == null
        ? Optional.empty()
        : footer.stream().filter(c -> mapped.names().contains(c.name())).findFirst();
  }

  /** The position of the column's identity partition value in the file's partition, or −1. */
  static int identityPosition(FileScanTask file, Types.NestedField column) {
    List<PartitionField> fields = file.spec().fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).sourceId() == column.fieldId() && fields.get(i).transform().isIdentity()) {
        return i;
      }
    }
    return -1;
  }
}
