/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
   * @param placed whether the engine is asked for the numbers of files and rows, which are columns
   *     of a name, too
   * @return empty where the engine must be told which columns to read, and how
   */
  static Optional<List<String>> of(
      List<ColumnSource> sources, List<List<FileColumn>> files, boolean placed) {
    List<FileColumn> first = files.get(0);
    if (!files.stream().allMatch(first::equals)
        || !isReadable(first)
        || placed && first.stream().anyMatch(PlainNames::isPlace)) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (ColumnSource source : sources) {
      String name = name(source, first);
      if (name == null) {
        return Optional.empty();
      }
      names.add(name);
    }
    return Optional.of(names);
  }

  private static @Nullable String name(ColumnSource source, List<FileColumn> file) {
    if (source instanceof ColumnSource.Absent
        || source instanceof ColumnSource.OfFile
        || source instanceof ColumnSource.Position) {
      return "";
    }
    return source instanceof ColumnSource.InFile wanted
        ? file.stream()
            .filter(column -> wanted.key().equals(key(column)))
            .filter(column -> isOneType(wanted.readType(), column.engineType()))
            .map(FileColumn::name)
            .findFirst()
            .orElse(null)
        : null;
  }

  private static boolean isPlace(FileColumn column) {
    return "file_index".equalsIgnoreCase(column.name())
        || "file_row_number".equalsIgnoreCase(column.name());
  }

  private static String key(FileColumn column) {
    return column.fieldId() == null
        ? SqlText.string(column.name())
        : String.valueOf(column.fieldId());
  }

  private static boolean isOneType(String wanted, String inFile) {
    return inFile
        .replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ")
        .replace(", ", ",")
        .equals(wanted.replace(", ", ","));
  }

  /** Whether the engine can bind all columns, as it then does, each by its own name. */
  private static boolean isReadable(List<FileColumn> file) {
    Set<String> names = new HashSet<>();
    return file.stream()
        .allMatch(c -> !c.engineType().isEmpty() && names.add(c.name().toLowerCase(Locale.ROOT)));
  }
}
