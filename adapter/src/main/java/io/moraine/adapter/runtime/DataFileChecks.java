/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.Lists;
import io.moraine.adapter.verify.FileVerification;
import io.moraine.adapter.verify.ParquetCheck;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;

/**
 * Looks into data files before the engine reads them, once for each column: the engine takes sizes
 * and counts on trust, and gives rows of whatever its memory held where they are wrong.
 */
final class DataFileChecks {
  private static final int MAX_FILES = 100_000;
  private static final int FILES_A_TASK = 20;

  private static final Cache<String, Checked> CHECKED =
      Caffeine.newBuilder().maximumSize(MAX_FILES).build();

  private final String table;
  private final Function<FileScanTask, String> path;
  private final Set<Integer> columns;

  private record Checked(long rows, Set<Integer> columns) {}

  private DataFileChecks(
      String table, Function<FileScanTask, String> path, List<Types.NestedField> columns) {
    this.table = table;
    this.path = path;
    this.columns =
        columns.stream().map(Types.NestedField::fieldId).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Checks the files of a scan.
   *
   * @param table the table's name, for messages
   * @param path the local path of a task's file
   * @param columns the columns that are read
   * @param stop is run for each file, and throws to end the checks
   * @throws MoraineException CORRUPT_FILE that names the file and what is wrong with it
   */
  static void check(
      String table,
      List<FileScanTask> files,
      Function<FileScanTask, String> path,
      List<Types.NestedField> columns,
      Runnable stop) {
    if (FileVerification.ofProcess() == FileVerification.NONE) {
      return;
    }
    DataFileChecks checks = new DataFileChecks(table, path, columns);
    Tasks.foreach(Lists.partition(files, FILES_A_TASK))
        .executeWith(files.size() > FILES_A_TASK ? ThreadPools.getWorkerPool() : null)
        .stopOnFailure()
        .throwFailureWhenFinished()
        .run(
            some -> {
              for (FileScanTask file : some) {
                stop.run();
                checks.check(file);
              }
            });
  }

  private void check(FileScanTask task) {
    DataFile file = task.file();
    String local = path.apply(task);
    Checked checked = CHECKED.getIfPresent(local);
    try {
      if (checked == null || !checked.columns().containsAll(columns)) {
        checked = read(local, checked == null ? Set.of() : checked.columns());
        CHECKED.put(local, checked);
      }
      // Some writers count too few; too many would be rows that are lost.
      if (checked.rows() < file.recordCount()) {
        throw new IOException(
            "it has "
                + checked.rows()
                + " rows, but the table's metadata says "
                + file.recordCount());
      }
    } catch (NoSuchFileException | ClosedByInterruptException e) {
      // The engine says so.
    } catch (IOException | RuntimeException e) {
      throw new MoraineException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read data file "
              + file.location()
              + " of table "
              + table
              + ": "
              + e.getMessage()
              + "; the file is damaged, restore it",
          e);
    }
  }

  private Checked read(String local, Set<Integer> known) throws IOException {
    Set<Integer> wanted = new HashSet<>(columns);
    wanted.removeAll(known);
    long rows = ParquetCheck.rows(Path.of(local), wanted::contains);
    Set<Integer> all = new HashSet<>(known);
    all.addAll(columns);
    return new Checked(rows, Set.copyOf(all));
  }
}
