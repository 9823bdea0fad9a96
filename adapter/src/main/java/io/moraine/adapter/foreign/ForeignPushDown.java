/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.ScanSpec;
import io.moraine.rules.expr.Conjuncts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves what it can into the scans of foreign tables: the columns that are used, conditions, and a
 * limit. The conditions stay where they are, too: what a source leaves out is not all it should.
 */
public final class ForeignPushDown extends RelHomogeneousShuttle {
  private ForeignPushDown() {}

  /** The same rows from a tree whose foreign scans return fewer. */
  public static RelNode in(RelNode tree) {
    return tree.accept(new ForeignPushDown());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode node = super.visit(other);
    if (!node.getVariablesSet().isEmpty()) {
      return node;
    }
    if (node instanceof Filter filter && filter.getInput() instanceof ForeignScan scan) {
      return filter(filter, scan);
    }
    if (node instanceof Project project) {
      return project(project);
    }
    return node instanceof Sort sort ? limit(sort) : node;
  }

  private static RelNode filter(Filter filter, ForeignScan scan) {
    List<Integer> columns = scan.spec().columns();
    List<RexNode> conjuncts =
        Conjuncts.overTable(
            filter.getCondition(), columns, scan.getTable().getRowType().getFieldCount());
    boolean taken = !scan.spec().filter().isEmpty() || scan.spec().limit().isPresent();
    return conjuncts.isEmpty() || taken
        ? filter
        : filter.copy(filter.getTraitSet(), List.of(scan.with(scan.spec().prune(conjuncts))));
  }

  private static RelNode project(Project project) {
    RelNode input = project.getInput();
    Filter filter =
        input instanceof Filter f && f.getVariablesSet().isEmpty() && !project.containsOver()
            ? f
            : null;
    RelNode below = filter == null ? input : filter.getInput();
    if (!(below instanceof ForeignScan scan)) {
      return project;
    }
    List<RexNode> expressions =
        Stream.concat(project.getProjects().stream(), condition(filter)).toList();
    List<Integer> used = used(scan, expressions);
    if (used.size() == scan.spec().columns().size()) {
      return project;
    }
    RelNode narrow = scan.with(scan.spec().project(used));
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < scan.spec().columns().size(); i++) {
      moved.add(used.indexOf(i));
    }
    if (filter != null) {
      narrow =
          filter.copy(filter.getTraitSet(), narrow, Conjuncts.mapped(filter.getCondition(), moved));
    }
    return project.copy(
        project.getTraitSet(),
        narrow,
        project.getProjects().stream().map(e -> Conjuncts.mapped(e, moved)).toList(),
        project.getRowType());
  }

  private static Stream<RexNode> condition(@Nullable Filter filter) {
    return filter == null ? Stream.of() : Stream.of(filter.getCondition());
  }

  private static List<Integer> used(ForeignScan scan, List<RexNode> expressions) {
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(expressions, null);
    if (!used.isEmpty()) {
      return used.asList();
    }
    // Rows without a column cannot be counted: the first that can be read stands for them.
    List<ForeignColumn> columns = scan.columns();
    for (int i = 0; i < columns.size(); i++) {
      if (Carrier.of(columns.get(i).type()).isPresent()) {
        return List.of(i);
      }
    }
    return List.of(0);
  }

  private static RelNode limit(Sort sort) {
    boolean plain =
        sort.getCollation().getFieldCollations().isEmpty()
            && sort.fetch instanceof RexLiteral
            && (sort.offset == null || sort.offset instanceof RexLiteral);
    RelNode input = sort.getInput();
    Project project = input instanceof Project p && !p.containsOver() ? p : null;
    RelNode below = project == null ? input : project.getInput();
    if (!plain || !(below instanceof ForeignScan scan) || !isWhole(scan.spec())) {
      return sort;
    }
    long rows = count(sort.fetch) + count(sort.offset);
    if (rows < 0) {
      return sort;
    }
    RelNode limited = scan.with(scan.spec().limit(rows));
    if (project != null) {
      limited = project.copy(project.getTraitSet(), List.of(limited));
    }
    return sort.copy(sort.getTraitSet(), List.of(limited));
  }

  private static boolean isWhole(ScanSpec spec) {
    return spec.filter().isEmpty() && spec.limit().isEmpty();
  }

  private static long count(@Nullable RexNode literal) {
    return literal instanceof RexLiteral value ? value.getValueAs(Long.class) : 0;
  }
}
