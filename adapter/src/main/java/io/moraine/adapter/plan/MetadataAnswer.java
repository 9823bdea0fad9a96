/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.MetadataAggregate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.StrictMetricsEvaluator;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
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
    if (!plan.filterIsExact() || !answer.everyRowCounts()) {
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
    StrictMetricsEvaluator strict =
        plan.filter().op() == Expression.Operation.TRUE
            ? null
            : new StrictMetricsEvaluator(plan.schema(), plan.filter());
    return plan.files().stream().allMatch(task -> everyRowCounts(task, strict));
  }

  private static boolean everyRowCounts(
      FileScanTask task, @Nullable StrictMetricsEvaluator strict) {
    return task.deletes().isEmpty()
        && (strict == null
            || task.residual().isEquivalentTo(Expressions.alwaysTrue())
            || strict.eval(task.file()));
  }

  private Optional<Value> value(MetadataAggregate aggregate) {
    if (aggregate.kind() == MetadataAggregate.Kind.COUNT_ROWS) {
      return Optional.of(
          new Value(plan.files().stream().mapToLong(t -> t.file().recordCount()).sum()));
    }
    Types.NestedField column = plan.schema().columns().get(aggregate.column());
    return switch (aggregate.kind()) {
      case MIN -> bound(column, DataFile::lowerBounds, -1);
      case MAX -> bound(column, DataFile::upperBounds, 1);
      default -> count(column);
    };
  }

  private Optional<Value> count(Types.NestedField column) {
    long count = 0;
    for (FileScanTask task : plan.files()) {
      Optional<Long> nulls = nulls(task.file(), column);
      if (nulls.isEmpty()) {
        return Optional.empty();
      }
      count += task.file().recordCount() - nulls.get();
    }
    return Optional.of(new Value(count));
  }

  private interface Bounds {
    @Nullable Map<Integer, ByteBuffer> of(DataFile file);
  }

  private Optional<Value> bound(Types.NestedField column, Bounds bounds, int sign) {
    Comparator<Object> order = Comparators.forType(column.type().asPrimitiveType());
    Object best = null;
    for (FileScanTask task : plan.files()) {
      DataFile file = task.file();
      Optional<Long> nulls = nulls(file, column);
      if (nulls.isPresent() && nulls.get() == file.recordCount()) {
        continue;
      }
      Object bound = isCut(file, column) ? null : bound(bounds.of(file), column);
      if (bound == null) {
        return Optional.empty();
      }
      best = best == null || sign * order.compare(bound, best) > 0 ? bound : best;
    }
    return Optional.of(new Value(best));
  }

  /** ORC keeps milliseconds of some writers' timestamps. */
  private static boolean isCut(DataFile file, Types.NestedField column) {
    return file.format() != FileFormat.PARQUET
        && (column.type().typeId() == Type.TypeID.TIMESTAMP
            || column.type().typeId() == Type.TypeID.TIMESTAMP_NANO);
  }

  private static @Nullable Object bound(
      @Nullable Map<Integer, ByteBuffer> bounds, Types.NestedField column) {
    ByteBuffer bytes = bounds == null ? null : bounds.get(column.fieldId());
    Type type = column.type();
    return bytes == null ? null : Conversions.fromByteBuffer(type, bytes);
  }

  private static Optional<Long> nulls(DataFile file, Types.NestedField column) {
    if (file.recordCount() == 0) {
      return Optional.of(0L);
    }
    Map<Integer, Long> nulls = file.nullValueCounts();
    Long count = nulls == null ? null : nulls.get(column.fieldId());
    if (count == null && column.isRequired()) {
      return Optional.of(0L);
    }
    return Optional.ofNullable(count);
  }
}
