/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names by which the engine finds the columns of files by itself. Told what to read, it forgets
 * the statistics of the files, from which it would choose the order of joins; so it is told only
 * where it must be: where a name or a type in a file is not the one that is wanted.
 */
final class PlainNames {
  private PlainNames() {}

  /**
   * The name of each column, the same in every file; of no use for one that is in none.
   *
   * @param sources where the columns come from
   * @param files the columns of each file
   * @return empty where the engine must be told which columns to read, and how
   */
  static Optional<List<String>> of(List<ColumnSource> sources, List<List<FileColumn>> files) {
    List<FileColumn> first = files.get(0);
    List<String> names = new ArrayList<>();
    for (ColumnSource source : sources) {
      // The number of the file, by which values of partitions are found, is a column's name, too.
      if (source instanceof ColumnSource.FromPartition) {
        return Optional.empty();
      }
      Optional<String> name = Optional.of("");
      if (source instanceof ColumnSource.InFile inFile) {
        name = name(inFile, first);
      }
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(name.get());
    }
    return new HashSet<>(files).size() == 1 && isReadable(first)
        ? Optional.of(names)
        : Optional.empty();
  }

  private static Optional<String> name(ColumnSource.InFile wanted, List<FileColumn> file) {
    return file.stream()
        .filter(column -> wanted.key().equals(key(column)))
        .filter(column -> isOneType(wanted.readType(), column.engineType()))
        .map(FileColumn::name)
        .findFirst();
  }

  private static String key(FileColumn column) {
    return column.fieldId() == null
        ? SqlText.string(column.name())
        : String.valueOf(column.fieldId());
  }

  private static boolean isOneType(String wanted, String inFile) {
    return inFile
        .replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ")
        .equals(wanted.replace(", ", ","));
  }

  /** Whether the engine can bind all columns, as it then does, each by its own name. */
  private static boolean isReadable(List<FileColumn> file) {
    Set<String> names = new HashSet<>();
    return file.stream()
        .allMatch(c -> !c.engineType().isEmpty() && names.add(c.name().toLowerCase(Locale.ROOT)));
  }
}
