/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.MetadataAggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * COUNT, MIN and MAX from the metrics of planned files, in groups by the values that the files are
 * partitioned by, as far as they are exact.
 *
 * @param rows one value a column of the aggregate, in Iceberg's internal representation; null is
 *     SQL NULL. Without keys it is one row, also of no file
 * @param rest the plan without the files that the rows tell of: those with deletes, with rows that
 *     may fail the filter, or without a metric
 */
public record MetadataAnswer(List<List<@Nullable Object>> rows, ScanPlan rest) {
  /** More groups than this make a text that costs more than reading the files. */
  private static final int MOST_GROUPS = 10_000;

  /** Whether no file has to be read. */
  public boolean isWhole() {
    return rest.files().isEmpty();
  }

  /**
   * What metadata tells.
   *
   * @param plan a plan whose files carry their column metrics
   * @return empty when it tells nothing of any file that was planned
   */
  public static Optional<MetadataAnswer> of(ScanPlan plan, List<MetadataAggregate> aggregates) {
    Groups groups = new Groups(plan, aggregates);
    CertainRows certain = new CertainRows(plan.schema(), plan.filter(), plan.filterIsExact());
    List<FileScanTask> rest = new ArrayList<>();
    for (FileScanTask task : plan.files()) {
      if (!certain.areAll(task) || !groups.add(task)) {
        rest.add(task);
      }
    }
    boolean tellsNothing = rest.size() == plan.files().size() && !rest.isEmpty();
    return tellsNothing || groups.rows.size() > MOST_GROUPS
        ? Optional.empty()
        : Optional.of(new MetadataAnswer(groups.rows(), plan.with(rest)));
  }

  /** The values of files, in groups by those of their partitions. */
  private static final class Groups {
    private final List<MetadataAggregate> aggregates;
    private final List<@Nullable ColumnMetrics> metrics;
    private final Map<List<@Nullable Object>, @Nullable Object[]> rows = new LinkedHashMap<>();

    Groups(ScanPlan plan, List<MetadataAggregate> aggregates) {
      this.aggregates = aggregates;
      this.metrics = new ArrayList<>();
      for (MetadataAggregate aggregate : aggregates) {
        metrics.add(
            aggregate.column() < 0
                ? null
                : new ColumnMetrics(plan.schema().columns().get(aggregate.column())));
      }
      if (aggregates.stream().noneMatch(a -> a.kind() == MetadataAggregate.Kind.KEY)) {
        rows.put(List.of(), empty());
      }
    }

    private @Nullable Object[] empty() {
      return aggregates.stream().map(aggregate -> nothing(aggregate.kind())).toArray();
    }

    private static @Nullable Object nothing(MetadataAggregate.Kind kind) {
      return switch (kind) {
        case COUNT_ROWS, COUNT -> 0L;
        case KEY, MIN, MAX -> null;
      };
    }

    List<List<@Nullable Object>> rows() {
      List<List<@Nullable Object>> all = new ArrayList<>();
      rows.values().forEach(row -> all.add(Arrays.asList(row)));
      return all;
    }

    /** Adds what is told of a file; false if something is missing, and then nothing is added. */
    boolean add(FileScanTask task) {
      @Nullable Object[] told = new Object[aggregates.size()];
      List<@Nullable Object> key = new ArrayList<>();
      for (int i = 0; i < told.length; i++) {
        Optional<Told> value = told(aggregates.get(i).kind(), metrics.get(i), task);
        if (value.isEmpty()) {
          return false;
        }
        told[i] = value.get().value();
        if (aggregates.get(i).kind() == MetadataAggregate.Kind.KEY) {
          key.add(told[i]);
        }
      }
      @Nullable Object[] row = rows.computeIfAbsent(key, k -> empty());
      for (int i = 0; i < told.length; i++) {
        row[i] = combined(aggregates.get(i).kind(), metrics.get(i), row[i], told[i]);
      }
      return true;
    }

    private record Told(@Nullable Object value) {}

    private static Optional<Told> told(
        MetadataAggregate.Kind kind, @Nullable ColumnMetrics metrics, FileScanTask task) {
      DataFile file = task.file();
      if (metrics == null) {
        return Optional.of(new Told(file.recordCount()));
      }
      Optional<Long> nulls = metrics.nulls(file);
      return switch (kind) {
        case KEY -> partitionValue(task, metrics.column());
        case MIN -> bound(nulls, file, metrics.lower(file));
        case MAX -> bound(nulls, file, metrics.upper(file));
        default -> nulls.map(count -> new Told(file.recordCount() - count));
      };
    }

    private static Optional<Told> bound(
        Optional<Long> nulls, DataFile file, @Nullable Object bound) {
      if (nulls.isPresent() && nulls.get() == file.recordCount()) {
        return Optional.of(new Told(null));
      }
      return Optional.ofNullable(bound).map(Told::new);
    }

    private static Optional<Told> partitionValue(FileScanTask task, Types.NestedField column) {
      List<PartitionField> fields = task.spec().fields();
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i).sourceId() == column.fieldId()
            && fields.get(i).transform().isIdentity()) {
          Object value = task.file().partition().get(i, Object.class);
          return Optional.of(new Told(value instanceof CharSequence ? value.toString() : value));
        }
      }
      return Optional.empty();
    }

    private static @Nullable Object combined(
        MetadataAggregate.Kind kind,
        @Nullable ColumnMetrics metrics,
        @Nullable Object some,
        @Nullable Object more) {
      if (some == null || more == null || metrics == null) {
        return some == null ? more : more == null ? some : (Long) some + (Long) more;
      }
      Comparator<Object> order = Comparators.forType(metrics.column().type().asPrimitiveType());
      return switch (kind) {
        case KEY -> some;
        case MIN -> order.compare(some, more) <= 0 ? some : more;
        case MAX -> order.compare(some, more) >= 0 ? some : more;
        default -> (Long) some + (Long) more;
      };
    }
  }
}
