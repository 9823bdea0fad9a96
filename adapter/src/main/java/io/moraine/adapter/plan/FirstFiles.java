/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.TopN;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Which planned files may have some of the first rows in an order. Files that certainly have so
 * many rows up to some value are enough: what begins behind that value is not needed.
 */
final class FirstFiles {
  private final TopN first;
  private final CertainRows certain;
  private final ColumnMetrics metrics;
  private final Comparator<Object> order;

  private FirstFiles(TopN first, CertainRows certain, Types.NestedField column) {
    this.first = first;
    this.certain = certain;
    this.metrics = new ColumnMetrics(column);
    Comparator<Object> ascending = Comparators.forType(column.type().asPrimitiveType());
    this.order = first.descending() ? ascending.reversed() : ascending;
  }

  /** The files to read, in the order in which they were planned, with their column metrics. */
  static List<FileScanTask> of(
      List<FileScanTask> files, Schema schema, TopN first, CertainRows certain) {
    if (first.column() >= schema.columns().size()) {
      return files;
    }
    Types.NestedField column = schema.columns().get(first.column());
    return isOrdered(column) ? new FirstFiles(first, certain, column).needed(files) : files;
  }

  /** The bounds of other types may be cut, or leave values out. */
  private static boolean isOrdered(Types.NestedField column) {
    return switch (column.type().typeId()) {
      case INTEGER, LONG, DECIMAL, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> true;
      default -> false;
    };
  }

  private List<FileScanTask> needed(List<FileScanTask> files) {
    Object last = last(files);
    return last == null ? files : files.stream().filter(f -> isNeeded(f.file(), last)).toList();
  }

  /** So many rows certainly come no later than this value; null if there is none. */
  private @Nullable Object last(List<FileScanTask> files) {
    List<Rows> certainRows = new ArrayList<>();
    for (FileScanTask task : files) {
      Object end = end(task.file());
      Optional<Long> nulls = metrics.nulls(task.file());
      if (end != null && nulls.isPresent() && certain.areAll(task)) {
        certainRows.add(new Rows(end, task.file().recordCount() - nulls.get()));
      }
    }
    certainRows.sort(Comparator.comparing(Rows::end, order));
    long rows = 0;
    for (Rows some : certainRows) {
      rows += some.count();
      if (rows >= first.rows()) {
        return some.end();
      }
    }
    return null;
  }

  private record Rows(Object end, long count) {}

  private boolean isNeeded(DataFile file, Object last) {
    Optional<Long> nulls = metrics.nulls(file);
    if (first.nullsFirst() && (nulls.isEmpty() || nulls.get() > 0)) {
      return true;
    }
    if (nulls.isPresent() && nulls.get() == file.recordCount()) {
      return false;
    }
    Object start = start(file);
    // Rows of one value may be told apart by further keys.
    return start == null || order.compare(start, last) <= 0;
  }

  private @Nullable Object start(DataFile file) {
    return first.descending() ? metrics.upper(file) : metrics.lower(file);
  }

  private @Nullable Object end(DataFile file) {
    return first.descending() ? metrics.lower(file) : metrics.upper(file);
  }
}
