/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import io.moraine.rules.type.TypeMapping;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** The only read node: one pinned state of one Iceberg table, and what was pushed into its scan. */
public final class IcebergScan extends TableScan {
  private final IcebergTarget target;
  private final ScanSpec spec;

  private IcebergScan(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelOptTable table,
      IcebergTarget target,
      ScanSpec spec) {
    super(cluster, traits, List.of(), table);
    this.target = target;
    this.spec = spec;
  }

  /** The scan that a table starts with: all columns, all rows. */
  public static IcebergScan create(RelOptCluster cluster, RelOptTable table, IcebergTarget target) {
    prepare(cluster.getPlanner(), target);
    return new IcebergScan(
        cluster,
        cluster.traitSetOf(MoraineConvention.INSTANCE),
        table,
        target,
        ScanSpec.all(table.getRowType().getFieldCount()));
  }

  /** The same scan with more pushed into it. */
  public IcebergScan with(ScanSpec refined) {
    return new IcebergScan(getCluster(), getTraitSet(), table, target, refined);
  }

  /** The table that is read. */
  public IcebergTarget target() {
    return target;
  }

  /** What was pushed into the scan. */
  public ScanSpec spec() {
    return spec;
  }

  @Override
  public void register(RelOptPlanner planner) {
    prepare(planner, target);
  }

  /**
   * Gives a planner what it needs for trees of ours. The sooner the better: what was registered
   * with it before is not matched by the rules.
   */
  private static void prepare(RelOptPlanner planner, IcebergTarget target) {
    UnreducedConstants.in(planner);
    if (planner instanceof VolcanoPlanner
        && planner.getRules().stream().noneMatch(TreeIntoColumnar.class::isInstance)) {
      planner.addRule(TreeIntoColumnar.of(target));
      planner.addRule(EnumerableColumnar.TREE_RULE.toRule());
    }
  }

  /** Names that differ only in case are made to differ, for engines that fold case. */
  @Override
  public RelDataType deriveRowType() {
    List<RelDataTypeField> fields = table.getRowType().getFieldList();
    RelDataType projected =
        getCluster()
            .getTypeFactory()
            .createStructType(spec.columns().stream().map(fields::get).toList());
    return DistinctNames.of(getCluster().getTypeFactory(), projected);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new IcebergScan(getCluster(), traitSet, table, target, spec);
  }

  @Override
  public RelNode project(
      ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields, RelBuilder relBuilder) {
    if (!extraFields.isEmpty()) {
      return super.project(fieldsUsed, extraFields, relBuilder);
    }
    if (fieldsUsed.isEmpty()) {
      // Of the columns, which are all the same to it, no unreadable one.
      List<Integer> readable = readable();
      return (readable.isEmpty() ? this : with(spec.project(readable))).nothing(relBuilder);
    }
    return with(spec.project(fieldsUsed.asList()));
  }

  private RelNode nothing(RelBuilder relBuilder) {
    return super.project(ImmutableBitSet.of(), Set.of(), relBuilder);
  }

  private List<Integer> readable() {
    List<RelDataTypeField> fields = getRowType().getFieldList();
    return fields.stream()
        .filter(field -> TypeMapping.isReadable(field.getType()))
        .map(RelDataTypeField::getIndex)
        .toList();
  }

  @Override
  public @Nullable RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    double share = (spec.columns().size() + 1.0) / (table.getRowType().getFieldCount() + 1.0);
    RelOptCost cost = super.computeSelfCost(planner, mq);
    return cost == null ? null : cost.multiplyBy(spec.filter().isEmpty() ? share : share / 2);
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    Pin pin = target.pin();
    return super.explainTerms(pw)
        .item("columns", columnNames())
        .itemIf("filter", printedFilter(), !spec.filter().isEmpty())
        .itemIf("limit", spec.limit().orElse(0), spec.limit().isPresent())
        .itemIf("first", spec.topN().map(this::printed).orElse(""), spec.topN().isPresent())
        .itemIf("snapshot", pin.snapshotId(), pin.snapshotId() != Pin.NO_SNAPSHOT)
        .itemIf("metadata", pin.metadataLocation(), !pin.metadataLocation().isEmpty());
  }

  private List<String> columnNames() {
    List<String> names = table.getRowType().getFieldNames();
    return spec.columns().stream().map(names::get).toList();
  }

  private String printed(TopN first) {
    return first.rows()
        + " by "
        + table.getRowType().getFieldNames().get(first.column())
        + (first.descending() ? " DESC" : "")
        + (first.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
  }

  private String printedFilter() {
    List<String> names = table.getRowType().getFieldNames();
    return spec.filter().stream()
        .map(conjunct -> NamedColumn.print(conjunct, names))
        .collect(Collectors.joining(" AND "));
  }
}
