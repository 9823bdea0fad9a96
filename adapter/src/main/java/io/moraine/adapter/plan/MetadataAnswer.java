/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.MetadataAggregate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.types.Comparators;
import org.jspecify.annotations.Nullable;

/** COUNT, MIN and MAX from the metrics of planned files, or nothing where they are not exact. */
public final class MetadataAnswer {
  private final ScanPlan plan;

  private MetadataAnswer(ScanPlan plan) {
    this.plan = plan;
  }

  /**
   * One value for each aggregate, in Iceberg's internal representation; null is SQL NULL.
   *
   * @param plan a plan whose files carry their column metrics
   * @return empty when some file has deletes, or rows that may fail the filter, or lacks a metric
   */
  public static Optional<List<@Nullable Object>> of(
      ScanPlan plan, List<MetadataAggregate> aggregates) {
    MetadataAnswer answer = new MetadataAnswer(plan);
    if (!answer.everyRowCounts()) {
      return Optional.empty();
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (MetadataAggregate aggregate : aggregates) {
      Optional<Value> value = answer.value(aggregate);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get().value());
    }
    return Optional.of(values);
  }

  private record Value(@Nullable Object value) {}

  private boolean everyRowCounts() {
    CertainRows certain = new CertainRows(plan.schema(), plan.filter(), plan.filterIsExact());
    return plan.files().stream().allMatch(certain::areAll);
  }

  private Optional<Value> value(MetadataAggregate aggregate) {
    if (aggregate.kind() == MetadataAggregate.Kind.COUNT_ROWS) {
      return Optional.of(
          new Value(plan.files().stream().mapToLong(t -> t.file().recordCount()).sum()));
    }
    ColumnMetrics metrics = new ColumnMetrics(plan.schema().columns().get(aggregate.column()));
    return switch (aggregate.kind()) {
      case MIN -> bound(metrics, metrics::lower, -1);
      case MAX -> bound(metrics, metrics::upper, 1);
      default -> count(metrics);
    };
  }

  private Optional<Value> count(ColumnMetrics metrics) {
    long count = 0;
    for (FileScanTask task : plan.files()) {
      Optional<Long> nulls = metrics.nulls(task.file());
      if (nulls.isEmpty()) {
        return Optional.empty();
      }
      count += task.file().recordCount() - nulls.get();
    }
    return Optional.of(new Value(count));
  }

  private interface Bound {
    @Nullable Object of(DataFile file);
  }

  private Optional<Value> bound(ColumnMetrics metrics, Bound bounds, int sign) {
    Comparator<Object> order = Comparators.forType(metrics.column().type().asPrimitiveType());
    Object best = null;
    for (FileScanTask task : plan.files()) {
      DataFile file = task.file();
      Optional<Long> nulls = metrics.nulls(file);
      if (nulls.isPresent() && nulls.get() == file.recordCount()) {
        continue;
      }
      Object bound = bounds.of(file);
      if (bound == null) {
        return Optional.empty();
      }
      best = best == null || sign * order.compare(bound, best) > 0 ? bound : best;
    }
    return Optional.of(new Value(best));
  }
}
