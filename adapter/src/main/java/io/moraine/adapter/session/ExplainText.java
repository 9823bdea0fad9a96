/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.plan.ScanReport;
import io.moraine.adapter.runtime.ColumnarQuery;
import io.moraine.adapter.runtime.Execution;
import io.moraine.adapter.runtime.LeafReport;
import io.moraine.rules.Pin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.jspecify.annotations.Nullable;

/** What EXPLAIN says: the tree, who executes it, and what each scan reads of how much. */
final class ExplainText {
  private ExplainText() {}

  static List<String> of(CompiledStatement statement, Execution execution) {
    if (statement instanceof CompiledStatement.Query query) {
      return lines(query.query(), query.tree(), execution).toList();
    }
    if (statement instanceof CompiledStatement.Insert insert) {
      String head = "IcebergInsert(table=[" + insert.target().fullName() + "])";
      return Stream.concat(
              Stream.of(head),
              lines(insert.source(), insert.tree(), execution).map(line -> "  " + line))
          .toList();
    }
    return List.of("This statement has no plan");
  }

  private static Stream<String> lines(ColumnarQuery query, RelNode tree, Execution execution) {
    return Stream.of(
            tree(tree).lines(),
            Stream.of("runtime: columnar (embedded DuckDB), all operators"),
            query.report(execution).stream().map(ExplainText::scan),
            query.foreignScans().stream()
                .map(
                    scan ->
                        "rows of "
                            + scan.fullName()
                            + ": by "
                            + scan.describe(execution.parameters())))
        .flatMap(s -> s);
  }

  private static String tree(RelNode tree) {
    StringWriter text = new StringWriter();
    tree.explain(new PlanWriter(new PrintWriter(text)));
    return text.toString();
  }

  /** Leaves out what only tells two states of a table apart. */
  private static final class PlanWriter extends RelWriterImpl {
    PlanWriter(PrintWriter pw) {
      super(pw, SqlExplainLevel.EXPPLAN_ATTRIBUTES, false);
    }

    @Override
    public RelWriter item(String term, @Nullable Object value) {
      return "metadata".equals(term) ? this : super.item(term, value);
    }
  }

  private static String scan(LeafReport leaf) {
    ScanReport report = leaf.report();
    return "scan of "
        + leaf.table()
        + ": snapshot "
        + (leaf.snapshotId() == Pin.NO_SNAPSHOT ? "none" : leaf.snapshotId())
        + ", by "
        + leaf.reader()
        + ", pruning "
        + leaf.pruning().name().toLowerCase(Locale.ROOT)
        + (report.byCatalog()
            ? ", planned by the catalog's server"
            : ", manifests " + of(report.manifests(), report.totalManifests()))
        + ", files "
        + of(report.files(), report.totalFiles())
        + ", bytes "
        + of(report.bytes(), report.totalBytes());
  }

  private static String of(long part, long whole) {
    return part + " of " + (whole < 0 ? "unknown" : whole);
  }
}
