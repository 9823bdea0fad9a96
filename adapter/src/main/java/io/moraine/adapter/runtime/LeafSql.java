/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.Lists;
import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.plan.ScanPlan;
import io.moraine.adapter.read.FileRead;
import io.moraine.adapter.read.ReadColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A scan as a query of the engine over exactly the planned files. */
final class LeafSql {
  private final String table;
  private final AllowedRoots roots;
  private final ScanPlan plan;
  private final Execution execution;
  private final List<Types.NestedField> columns;
  private final List<String> names;
  private LocalCopies copies = LocalCopies.NONE;

  /**
   * A leaf.
   *
   * @param table the table's name, for messages
   * @param roots where the catalog's files may lie
   * @param execution keeps what is read for the engine
   * @param columns the columns to read
   * @param names the names that the generated SQL knows them by
   */
  LeafSql(
      String table,
      AllowedRoots roots,
      ScanPlan plan,
      Execution execution,
      List<Types.NestedField> columns,
      List<String> names) {
    this.table = table;
    this.roots = roots;
    this.plan = plan;
    this.execution = execution;
    this.columns = columns;
    this.names = names;
  }

  /** The query; reads the footers of files that were never read before. */
  String generate(Table state, Connection engine, ParquetFooters footers) throws SQLException {
    // Links may have changed since the last time.
    roots.requireAllowed(
        Lists.transform(plan.files(), task -> task.file().location()),
        "data file of table " + table);
    if (columns.stream().anyMatch(LeafSql::mayNeedTheLibrary)
        || plan.files().stream().anyMatch(FileRoutes::needHelp)) {
      // What feeds the engine belongs to one execution, and so do copies.
      return write(state, engine, footers);
    }
    return LeafTexts.of(plan, columns, names, () -> write(state, engine, footers));
  }

  private static boolean mayNeedTheLibrary(Types.NestedField column) {
    return column.type().typeId() == Type.TypeID.TIMESTAMP_NANO;
  }

  private String write(Table state, Connection engine, ParquetFooters footers) throws SQLException {
    if (plan.files().isEmpty()) {
      return "SELECT " + select(i -> Constants.sql(type(i), null)) + " WHERE false";
    }
    List<FileScanTask> forEngine =
        plan.files().stream().filter(task -> FileRoutes.byLibrary(task).isEmpty()).toList();
    copies = LocalCopies.of(forEngine, roots, state, table, execution);
    Map<Boolean, List<FileScanTask>> routes =
        plan.files().stream()
            .collect(
                Collectors.partitioningBy(
                    task -> FileRoutes.byLibrary(task).isEmpty() && copies.has(task)));
    List<FileScanTask> byLibrary = new ArrayList<>(routes.get(false));
    List<String> texts = new ArrayList<>();
    List<String> paths = routes.get(true).stream().map(this::path).toList();
    Map<String, List<FileColumn>> columnsOf = footers.columns(engine, paths);
    FileGroups.of(
            routes.get(true),
            columns,
            state.properties().get(TableProperties.DEFAULT_NAME_MAPPING),
            columnsOf,
            this::path)
        .forEach(
            (sources, files) -> {
              if (sources.stream().anyMatch(ColumnSource.ByLibrary.class::isInstance)) {
                byLibrary.addAll(files);
              } else {
                texts.add(group(sources, files, columnsOf));
              }
            });
    if (!byLibrary.isEmpty()) {
      texts.add(library(state, byLibrary));
    }
    return String.join(" UNION ALL ", texts);
  }

  private String library(Table state, List<FileScanTask> files) {
    files.forEach(task -> FileRoutes.requireReadable(task, table));
    List<ReadColumn> read =
        columns.stream()
            .map(column -> new ReadColumn(table, column, DuckTypes.of(column.type())))
            .toList();
    return execution.files().sql(new FileRead(state, roots, read, files), names);
  }

  private String path(FileScanTask task) {
    return copies.path(task, table);
  }

  private String group(
      List<ColumnSource> sources,
      List<FileScanTask> files,
      Map<String, List<FileColumn>> columnsOf) {
    List<String> paths = files.stream().map(this::path).toList();
    Optional<List<String>> inFile =
        PlainNames.of(sources, paths.stream().map(columnsOf::get).toList());
    return "SELECT "
        + select(i -> expression(i, sources.get(i), files, inFile))
        + " FROM read_parquet("
        + paths.stream()
            .map(path -> SqlText.string(FilePaths.pattern(path)))
            .collect(Collectors.joining(", ", "[", "]"))
        + (inFile.isPresent() ? "" : schemaMap(sources))
        + ", hive_partitioning = false)";
  }

  private String schemaMap(List<ColumnSource> sources) {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof ColumnSource.InFile inFile) {
        entries.add(
            inFile.key()
                + ": {name: '"
                + internalName(i)
                + "', type: '"
                + inFile.readType()
                + "', default_value: NULL}");
      }
    }
    return entries.isEmpty() ? "" : ", schema = MAP {" + String.join(", ", entries) + "}";
  }

  private String expression(
      int i, ColumnSource source, List<FileScanTask> files, Optional<List<String>> names) {
    if (source instanceof ColumnSource.InFile inFile) {
      String read = names.isPresent() ? SqlText.identifier(names.get().get(i)) : internalName(i);
      return inFile.expression().replace("%s", read);
    }
    if (source instanceof ColumnSource.FromPartition) {
      String values =
          files.stream()
              .map(file -> Constants.sql(type(i), partitionValue(file, columns.get(i))))
              .collect(Collectors.joining(", ", "([", "])"));
      return values + "[CAST(file_index AS BIGINT) + 1]";
    }
    return Constants.sql(type(i), columns.get(i).initialDefault());
  }

  private static @Nullable Object partitionValue(FileScanTask file, Types.NestedField column) {
    int position = FileGroups.identityPosition(file, column);
    StructLike partition = file.file().partition();
    Class<?> type = file.spec().partitionType().fields().get(position).type().typeId().javaClass();
    return partition.get(position, type);
  }

  private String internalName(int i) {
    return "c" + columns.get(i).fieldId();
  }

  private Type type(int i) {
    return columns.get(i).type();
  }

  private interface ColumnExpression {
    String of(int column);
  }

  private String select(ColumnExpression expression) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> expression.of(i) + " AS " + SqlText.identifier(names.get(i)))
        .collect(Collectors.joining(", "));
  }
}
