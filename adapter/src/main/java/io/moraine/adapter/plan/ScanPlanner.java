/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.schema.PinnedTable;
import io.moraine.rules.ScanSpec;
import io.moraine.rules.TopN;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.expr.Exactness;
import io.moraine.rules.expr.ParameterValues;
import io.moraine.rules.expr.PredicateTranslator;
import io.moraine.rules.expr.Pushdown;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.calcite.rex.RexNode;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.metrics.CounterResult;
import org.apache.iceberg.metrics.MetricsReport;
import org.apache.iceberg.metrics.ScanMetricsResult;
import org.jspecify.annotations.Nullable;

/** From a table and what was pushed into its scan to the files to read; opens manifests only. */
public final class ScanPlanner {
  /** The end of a manifest's name, and no class of Avro's. */
  private static final Pattern FILE = Pattern.compile("\\.avro(?![.\\w])");

  private final ParameterValues parameters;
  private final ZoneId zone;
  private final Runnable check;

  /**
   * A planner for one execution.
   *
   * @param parameters the statement's parameters
   * @param zone the session's zone, for comparisons of timestamptz with values without a zone
   */
  public ScanPlanner(ParameterValues parameters, ZoneId zone) {
    this(parameters, zone, () -> {});
  }

  /**
   * A planner that can be stopped.
   *
   * @param check is run for each file found, and throws to end the planning
   */
  public ScanPlanner(ParameterValues parameters, ZoneId zone, Runnable check) {
    this.parameters = parameters;
    this.zone = zone;
    this.check = check;
  }

  /**
   * Plans a scan of the current snapshot of a pinned table.
   *
   * @param fullName the table's name, for messages
   * @param columnStats whether the files carry their column metrics, as metadata aggregates need
   * @throws io.moraine.rules.error.MoraineException CORRUPT_FILE, FILE_NOT_FOUND or IO_ERROR if a
   *     manifest cannot be read
   */
  public ScanPlan plan(Table table, String fullName, ScanSpec spec, boolean columnStats) {
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot == null) {
      Pushdown pushdown = translate(table, spec.filter());
      return new ScanPlan(table.schema(), List.of(), pushdown.expression(), true, ScanReport.EMPTY);
    }
    boolean stats = columnStats || spec.topN().isPresent();
    // Another connection to the same catalog may plan by itself.
    Optional<ScanKey> key =
        scanByCatalog(table, spec, stats).isPresent()
            ? Optional.empty()
            : ScanKey.of(table, snapshot, spec, columnStats, parameters, zone);
    ScanPlan known = key.map(ScanCache::get).orElse(null);
    if (known != null) {
      return known;
    }
    ScanPlan plan = plan(table, snapshot, fullName, spec, columnStats);
    key.ifPresent(k -> ScanCache.put(k, plan));
    return plan;
  }

  private ScanPlan plan(
      Table table, Snapshot snapshot, String fullName, ScanSpec spec, boolean columnStats) {
    Pushdown pushdown = translate(table, spec.filter());
    PlanChecks checks = new PlanChecks(fullName, snapshot, table.io());
    try {
      List<FileScanTask> withWrongBounds =
          OrcNanos.files(table, spec.filter(), conjuncts -> translate(table, conjuncts));
      boolean exact = pushdown.exactness() == Exactness.EXACT && withWrongBounds.isEmpty();
      AtomicReference<@Nullable ScanMetricsResult> metrics = new AtomicReference<>();
      boolean stats = columnStats || spec.topN().isPresent();
      Optional<TableScan> byCatalog = scanByCatalog(table, spec, stats);
      TableScan scan =
          byCatalog
              .orElseGet(table::newScan)
              .filter(pushdown.expression())
              .metricsReporter(report -> metrics.set(metricsOf(report)));
      List<FileScanTask> matching =
          OrcNanos.add(
              withWrongBounds,
              files(stats ? scan.includeColumnStats() : scan, spec.limit(), exact, checks));
      boolean all =
          pushdown.expression().op() == Expression.Operation.TRUE && spec.limit().isEmpty();
      if (all && byCatalog.isEmpty()) {
        checks.requireAll();
      }
      List<FileScanTask> files =
          spec.topN()
              .map(first -> first(matching, table.schema(), first, pushdown.expression(), exact))
              .orElse(matching);
      return new ScanPlan(
          table.schema(),
          files,
          pushdown.expression(),
          exact,
          report(snapshot, files, metrics.get(), byCatalog.isPresent()));
    } catch (IOException | RuntimeException e) {
      String scan = "plan the scan of table " + fullName + " at snapshot " + snapshot.snapshotId();
      MoraineException translated = ErrorTranslation.translateRead(scan, e);
      boolean named = FILE.matcher(String.valueOf(translated.getMessage())).find();
      throw translated.code() != ErrorCode.CORRUPT_FILE || named
          ? translated
          : ErrorTranslation.translateRead(scan + checks.culprit(table.specs()), e);
    }
  }

  /** Its answers lack what hidden columns have of manifests, and metrics. */
  private static Optional<TableScan> scanByCatalog(Table table, ScanSpec spec, boolean metrics) {
    int columns = table.schema().columns().size();
    boolean hidden = spec.columns().stream().anyMatch(position -> position >= columns);
    return table instanceof PinnedTable pinned && !hidden && !metrics
        ? Optional.ofNullable(pinned.scanByCatalog())
        : Optional.empty();
  }

  private Pushdown translate(Table table, List<RexNode> conjuncts) {
    PredicateTranslator translator = new PredicateTranslator(table.schema(), parameters, zone);
    Expression all = Expressions.alwaysTrue();
    Exactness worst = Exactness.EXACT;
    for (RexNode conjunct : conjuncts) {
      Pushdown pushdown = translator.translate(conjunct);
      all = Expressions.and(all, pushdown.expression());
      worst = pushdown.exactness().compareTo(worst) > 0 ? pushdown.exactness() : worst;
    }
    return new Pushdown(all, worst);
  }

  private List<FileScanTask> files(
      TableScan scan, OptionalLong limit, boolean exact, PlanChecks checks) throws IOException {
    List<FileScanTask> files = new ArrayList<>();
    long rows = 0;
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        check.run();
        checks.add(task);
        files.add(task);
        rows += limit.isPresent() && exact ? certainRows(task) : 0;
        if (limit.isPresent() && rows >= limit.getAsLong()) {
          break;
        }
      }
    }
    return files;
  }

  private static List<FileScanTask> first(
      List<FileScanTask> files, Schema schema, TopN first, Expression filter, boolean exact) {
    return FirstFiles.of(files, schema, first, new CertainRows(schema, filter, exact));
  }

  /** Rows of a file of which each satisfies the filter that it was planned with. */
  private static long certainRows(FileScanTask task) {
    return task.deletes().isEmpty() && task.residual().op() == Expression.Operation.TRUE
        ? task.file().recordCount()
        : 0;
  }

  private static @Nullable ScanMetricsResult metricsOf(MetricsReport report) {
    return report instanceof org.apache.iceberg.metrics.ScanReport scan ? scan.scanMetrics() : null;
  }

  private static ScanReport report(
      Snapshot snapshot,
      List<FileScanTask> files,
      @Nullable ScanMetricsResult metrics,
      boolean byCatalog) {
    Map<String, String> summary = snapshot.summary();
    return new ScanReport(
        metrics == null ? -1 : value(metrics.scannedDataManifests()),
        metrics == null ? -1 : value(metrics.totalDataManifests()),
        files.size(),
        total(summary, SnapshotSummary.TOTAL_DATA_FILES_PROP),
        files.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum(),
        total(summary, SnapshotSummary.TOTAL_FILE_SIZE_PROP),
        byCatalog);
  }

  private static long value(@Nullable CounterResult counter) {
    return counter == null ? 0 : counter.value();
  }

  private static long total(@Nullable Map<String, String> summary, String key) {
    String value = summary == null ? null : summary.get(key);
    return value == null ? -1 : Long.parseLong(value);
  }
}
