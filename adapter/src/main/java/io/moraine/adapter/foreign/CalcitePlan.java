/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.UnreducedConstants;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.ViewExpanders;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's own plan of a projection of a table: its adapter's rules take part, so that an adapter
 * which reads columns by name reads these alone. No operator but the projection runs in it.
 */
final class CalcitePlan {
  private final List<String> path;
  private final CalciteSchema root;
  private final JavaTypeFactory types;

  CalcitePlan(List<String> path, CalciteSchema root, JavaTypeFactory types) {
    this.path = path;
    this.root = root;
    this.types = types;
  }

  /** The rows; one of a single column is the value itself. */
  @SuppressWarnings("unchecked") // Calcite's Bindable has no type here.
  Enumerable<@Nullable Object> rows(List<Integer> columns, DataContext context) {
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    UnreducedConstants.in(planner);
    RelOptUtil.registerDefaultRules(planner, false, false);
    RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(types));
    RelNode tree = project(table().toRel(ViewExpanders.simpleContext(cluster)), columns);
    planner.setRoot(
        planner.changeTraits(tree, tree.getTraitSet().replace(EnumerableConvention.INSTANCE)));
    EnumerableRel plan = (EnumerableRel) planner.findBestExp();
    return EnumerableInterpretable.toBindable(
            new HashMap<>(), null, plan, EnumerableRel.Prefer.ARRAY)
        .bind(context);
  }

  private RelOptTable table() {
    CalciteCatalogReader reader =
        new CalciteCatalogReader(
            root, List.of(), types, new CalciteConnectionConfigImpl(new Properties()));
    return Objects.requireNonNull(
        reader.getTable(path), () -> "no table " + String.join(".", path));
  }

  private static RelNode project(RelNode scan, List<Integer> columns) {
    List<RelDataTypeField> fields = scan.getRowType().getFieldList();
    return LogicalProject.create(
        scan,
        List.of(),
        columns.stream().map(i -> RexInputRef.of(i, fields)).toList(),
        columns.stream().map(i -> fields.get(i).getName()).toList(),
        Set.of());
  }
}
