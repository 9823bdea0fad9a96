/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.expr.Pushdown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rex.RexNode;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Binder;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;

/**
 * ORC files whose bounds must not be trusted: Iceberg writes those of timestamps in nanoseconds in
 * microseconds, so that a filter on such a column would leave out files with rows that satisfy it.
 */
final class OrcNanos {
  private OrcNanos() {}

  /**
   * The ORC files that a scan may need, found without the conjuncts on timestamps in nanoseconds;
   * none if there are no such conjuncts.
   */
  static List<FileScanTask> files(
      Table table, List<RexNode> filter, Function<List<RexNode>, Pushdown> translator)
      throws IOException {
    List<RexNode> others =
        filter.stream()
            .filter(c -> !hasNanos(table.schema(), translator.apply(List.of(c)).expression()))
            .toList();
    if (others.size() == filter.size()) {
      return List.of();
    }
    List<FileScanTask> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().filter(translator.apply(others).expression()).planFiles()) {
      for (FileScanTask task : tasks) {
        if (task.file().format() == FileFormat.ORC) {
          files.add(task);
        }
      }
    }
    return files;
  }

  private static boolean hasNanos(Schema schema, Expression expression) {
    return Binder.boundReferences(schema.asStruct(), List.of(expression), true).stream()
        .anyMatch(id -> schema.findType(id).typeId() == Type.TypeID.TIMESTAMP_NANO);
  }

  /** The planned files, and those of the ORC files that were not. */
  static List<FileScanTask> add(List<FileScanTask> orc, List<FileScanTask> planned) {
    if (orc.isEmpty()) {
      return planned;
    }
    Set<String> locations =
        planned.stream().map(task -> task.file().location()).collect(Collectors.toSet());
    return Stream.concat(
            planned.stream(),
            orc.stream().filter(task -> !locations.contains(task.file().location())))
        .toList();
  }
}
