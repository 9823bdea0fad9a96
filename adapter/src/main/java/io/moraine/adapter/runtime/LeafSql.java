/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.Lists;
import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.plan.ScanPlan;
import io.moraine.adapter.read.FileRead;
import io.moraine.adapter.read.ReadColumn;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** A scan as a query of the engine over exactly the planned files. */
final class LeafSql {
  private final String table;
  private final AllowedRoots roots;
  private final ScanPlan plan;
  private final Execution execution;
  private final List<Types.NestedField> columns;
  private final List<String> names;
  private final FileValues values;
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
    this(table, roots, plan, execution, columns, names, new FileValues(Map.of(), Map.of()));
  }

  private LeafSql(
      String table,
      AllowedRoots roots,
      ScanPlan plan,
      Execution execution,
      List<Types.NestedField> columns,
      List<String> names,
      FileValues values) {
    this.table = table;
    this.roots = roots;
    this.plan = plan;
    this.execution = execution;
    this.columns = columns;
    this.names = names;
    this.values = values;
  }

  /** The query; reads the footers of files that were never read before. */
  LeafText generate(Table state, Connection engine, ParquetFooters footers, PositionDeletes deletes)
      throws SQLException {
    // Links may have changed since the last time.
    roots.requireAllowed(
        Lists.transform(plan.files(), task -> task.file().location()),
        "data file of table " + table);
    roots.requireAllowed(
        plan.files().stream().flatMap(t -> t.deletes().stream()).map(d -> d.location()).toList(),
        "delete file of table " + table);
    return LeafTexts.of(plan, columns, names, () -> write(state, engine, footers, deletes));
  }

  /** The parts of a text that is being written. */
  private record Writing(
      Table state,
      Connection engine,
      ParquetFooters footers,
      Map<FileScanTask, BitSet> concerned,
      DeletedRows deleted,
      List<FileScanTask> byLibrary) {}

  private LeafText write(
      Table state, Connection engine, ParquetFooters footers, PositionDeletes deletes)
      throws SQLException {
    if (plan.files().isEmpty()) {
      String none = "SELECT " + select(i -> Constants.sql(type(i), null)) + " WHERE false";
      return new LeafText(none, List.of(), false);
    }
    List<FileScanTask> byLibrary = new ArrayList<>();
    List<FileScanTask> byEngine = route(state, byLibrary);
    Map<FileScanTask, BitSet> concerned = deletes.concerned(state, table, byEngine);
    DeletedRows deleted = new DeletedRows(concerned.size(), PositionDeletes.mostBytes());
    Writing writing = new Writing(state, engine, footers, concerned, deleted, byLibrary);
    List<FileScanTask> plain = new ArrayList<>();
    List<FileScanTask> filtered = new ArrayList<>();
    for (FileScanTask file : byEngine) {
      if (EqualityDeletes.in(file).isEmpty()) {
        plain.add(file);
      } else if (EqualityDeletes.isReadable(state, file)) {
        filtered.add(file);
      } else {
        writing.byLibrary().add(file);
      }
    }
    List<String> texts = new ArrayList<>(rows(writing, plain));
    if (!filtered.isEmpty()) {
      texts.addAll(withoutDeletedKeys(writing, filtered));
    }
    if (!writing.byLibrary().isEmpty()) {
      texts.add(library(state, writing.byLibrary()));
    }
    return new LeafText(
        String.join(" UNION ALL ", texts),
        deleted.all(),
        !writing.byLibrary().isEmpty() || copies.isAny());
  }

  /** The files that the engine reads, once it has copies of those in stores. */
  private List<FileScanTask> route(Table state, List<FileScanTask> byLibrary) {
    copies =
        LocalCopies.of(
            plan.files().stream().filter(f -> FileRoutes.byLibrary(f).isEmpty()).toList(),
            roots,
            state,
            table,
            execution);
    List<FileScanTask> byEngine = new ArrayList<>();
    for (FileScanTask file : plan.files()) {
      boolean engine = FileRoutes.byLibrary(file).isEmpty() && copies.has(file);
      (engine ? byEngine : byLibrary).add(file);
    }
    return byEngine;
  }

  private String library(Table state, List<FileScanTask> files) {
    files.forEach(task -> FileRoutes.requireReadable(task, table));
    List<ReadColumn> read =
        columns.stream()
            .map(column -> new ReadColumn(table, column, DuckTypes.of(column.type())))
            .toList();
    return execution
        .files()
        .sql(
            new FileRead(
                state,
                roots,
                read,
                files,
                FileRoutes::constants,
                ArrowMemory.isUsable() ? () -> ArrowMemory.newChild("read") : null),
            names);
  }

  /** Rows of files, without those that equality deletes delete. */
  private List<String> withoutDeletedKeys(Writing writing, List<FileScanTask> files)
      throws SQLException {
    EqualityDeletes deletes = new EqualityDeletes(writing.state(), files);
    List<Types.NestedField> wider = deletes.with(columns);
    List<String> widerNames = EqualityDeletes.names(wider);
    List<String> rows = with(wider, widerNames, deletes.values()).rows(writing, files);
    return rows.isEmpty()
        ? List.of()
        : List.of(
            deletes.sql(
                rows,
                select(i -> "r." + widerNames.get(i)),
                (keys, keyNames, deleteFiles) ->
                    with(keys, keyNames, deletes.values()).all(writing, deleteFiles)));
  }

  /** All rows of delete files, whose columns the engine can read. */
  private List<String> all(Writing writing, List<FileScanTask> deleteFiles) throws SQLException {
    int before = writing.byLibrary().size();
    List<String> rows = rows(writing, deleteFiles);
    if (writing.byLibrary().size() > before) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot read table "
              + table
              + ": delete file "
              + writing.byLibrary().get(before).file().location()
              + " has a form that is not supported yet; rewrite the table's data files");
    }
    return rows;
  }

  private LeafSql with(
      List<Types.NestedField> others, List<String> otherNames, FileValues otherValues) {
    LeafSql other = new LeafSql(table, roots, plan, execution, others, otherNames, otherValues);
    other.copies = copies;
    return other;
  }

  /**
   * Rows of files, without those at deleted positions; files for Iceberg's reader are put aside.
   */
  private List<String> rows(Writing writing, List<FileScanTask> files) throws SQLException {
    DataFileChecks.check(table, files, this::path, columns, execution.cancellation()::check);
    List<String> paths = files.stream().map(this::path).toList();
    Map<String, List<FileColumn>> columnsOf = writing.footers().columns(writing.engine(), paths);
    Map<List<ColumnSource>, List<FileScanTask>> groups =
        FileGroups.of(
            files,
            columns,
            writing.state().properties().get(TableProperties.DEFAULT_NAME_MAPPING),
            columnsOf,
            this::path);
    List<String> texts = new ArrayList<>();
    groups.forEach(
        (sources, group) -> {
          if (sources.stream().anyMatch(ColumnSource.ByLibrary.class::isInstance)) {
            writing.byLibrary().addAll(group);
          } else {
            texts.addAll(group(writing, sources, group, columnsOf));
          }
        });
    return texts;
  }

  private String path(FileScanTask task) {
    return copies.path(task, table);
  }

  private List<String> group(
      Writing writing,
      List<ColumnSource> sources,
      List<FileScanTask> files,
      Map<String, List<FileColumn>> columnsOf) {
    DeletedRows deleted = writing.deleted();
    List<FileScanTask> whole = new ArrayList<>();
    List<FileScanTask> keyed = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (FileScanTask file : files) {
      BitSet pieces = writing.concerned().get(file);
      if (pieces == null) {
        whole.add(file);
      } else if (deleted.takesBits(file)) {
        String where = " WHERE " + deleted.areClear(file, pieces);
        texts.add(read(sources, List.of(file), columnsOf, true, "") + where);
      } else {
        keyed.add(file);
      }
    }
    if (!whole.isEmpty()) {
      texts.add(0, read(sources, whole, columnsOf, false, ""));
    }
    if (!keyed.isEmpty()) {
      String key = ", " + DeletedPositions.key() + " AS moraine_key";
      texts.add(
          "SELECT "
              + select(i -> "r." + SqlText.identifier(names.get(i)))
              + " FROM ("
              + read(sources, keyed, columnsOf, true, key)
              + ") r ANTI JOIN "
              + deleted.keys(keyed).name()
              + " d ON r.moraine_key = d.k");
    }
    return texts;
  }

  /**
   * A query of all rows of files.
   *
   * @param placed whether more than the columns asks for the numbers of files and rows
   * @param more what is selected beside the columns
   */
  private String read(
      List<ColumnSource> sources,
      List<FileScanTask> files,
      Map<String, List<FileColumn>> columnsOf,
      boolean placed,
      String more) {
    List<String> paths = files.stream().map(this::path).toList();
    Optional<List<String>> inFile =
        PlainNames.of(
            sources, paths.stream().map(columnsOf::get).toList(), placed || isPlaced(sources));
    return "SELECT "
        + select(i -> expression(i, sources.get(i), files, inFile))
        + more
        + " FROM read_parquet("
        + paths.stream()
            .map(path -> SqlText.string(FilePaths.pattern(path)))
            .collect(Collectors.joining(", ", "[", "]"))
        + (inFile.isPresent() ? "" : schemaMap(sources))
        + ", hive_partitioning = false)";
  }

  private static boolean isPlaced(List<ColumnSource> sources) {
    return sources.stream()
        .anyMatch(
            source ->
                !(source instanceof ColumnSource.InFile || source instanceof ColumnSource.Absent));
  }

  private String schemaMap(List<ColumnSource> sources) {
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      ColumnSource source = sources.get(i);
      if (source instanceof ColumnSource.Lineage lineage && lineage.inFile().isPresent()) {
        source = lineage.inFile().get();
      }
      if (source instanceof ColumnSource.InFile inFile) {
        entries.add(entry(inFile.key(), internalName(i), inFile.readType()));
      }
    }
    if (entries.isEmpty()) {
      // Told nothing, the engine would take the files' own names.
      entries.add(entry(String.valueOf(FileValues.NO_FIELD), "none", "BOOLEAN"));
    }
    return ", schema = MAP {" + String.join(", ", entries) + "}";
  }

  private static String entry(String key, String name, String type) {
    return key
        + ": {name: '"
        + name
        + "', type: "
        + SqlText.string(type)
        + ", default_value: NULL}";
  }

  private String expression(
      int i, ColumnSource source, List<FileScanTask> files, Optional<List<String>> names) {
    if (source instanceof ColumnSource.InFile inFile) {
      String read = names.isPresent() ? SqlText.identifier(names.get().get(i)) : internalName(i);
      return inFile.expression().replace(ColumnSource.READ, read);
    }
    if (source instanceof ColumnSource.FromPartition || source instanceof ColumnSource.OfFile) {
      return valueOfFile(i, files);
    }
    if (source instanceof ColumnSource.Position) {
      return "file_row_number";
    }
    if (source instanceof ColumnSource.Lineage lineage) {
      String ofFile = valueOfFile(i, files);
      String follows = lineage.position() ? ofFile + " + file_row_number" : ofFile;
      return lineage.inFile().isPresent()
          ? "CASE WHEN "
              + ofFile
              + " IS NOT NULL THEN coalesce("
              + internalName(i)
              + ", "
              + follows
              + ") END"
          : follows;
    }
    return Constants.sql(type(i), columns.get(i).initialDefault());
  }

  private String valueOfFile(int i, List<FileScanTask> files) {
    List<String> literals =
        files.stream()
            .map(file -> Constants.sql(type(i), values.of(file, columns.get(i))))
            .toList();
    return literals.stream().distinct().count() == 1
        ? literals.get(0)
        : "([" + String.join(", ", literals) + "])[CAST(file_index AS BIGINT) + 1]";
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
