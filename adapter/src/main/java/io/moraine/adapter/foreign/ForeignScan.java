/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.DistinctNames;
import io.moraine.rules.MoraineConvention;
import io.moraine.rules.ScanSpec;
import io.moraine.rules.expr.ParameterValues;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/** The rows of a table of another Calcite schema, and what was pushed into its read. */
public final class ForeignScan extends TableScan {
  private final ForeignTable foreign;
  private final ScanSpec spec;

  private ForeignScan(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelOptTable table,
      ForeignTable foreign,
      ScanSpec spec) {
    super(cluster, traits, List.of(), table);
    this.foreign = foreign;
    this.spec = spec;
  }

  static ForeignScan create(RelOptCluster cluster, RelOptTable table, ForeignTable foreign) {
    return new ForeignScan(
        cluster,
        cluster.traitSetOf(MoraineConvention.INSTANCE),
        table,
        foreign,
        ScanSpec.all(table.getRowType().getFieldCount()));
  }

  ForeignScan with(ScanSpec refined) {
    return new ForeignScan(getCluster(), getTraitSet(), table, foreign, refined);
  }

  ScanSpec spec() {
    return spec;
  }

  ForeignSource source() {
    return foreign.source();
  }

  /** The columns that are returned, in order. */
  List<ForeignColumn> columns() {
    return spec.columns().stream().map(foreign.columns()::get).toList();
  }

  /** What an execution with these parameters asks of the source. */
  ForeignSource.Request request(ParameterValues parameters) {
    Conditions conditions =
        new Conditions(getCluster().getRexBuilder(), foreign.columns(), parameters);
    return new ForeignSource.Request(
        foreign.columns(),
        spec.columns(),
        spec.filter().stream().map(conditions::of).flatMap(Optional::stream).toList(),
        spec.limit());
  }

  /**
   * Finds out whether the runtime can read it.
   *
   * @throws io.moraine.rules.error.MoraineException NOT_SUPPORTED that names the column whose type
   *     has no counterpart
   */
  public void requireReadable() {
    columns().forEach(ForeignColumn::carrier);
  }

  /** Whether the table still has the columns that it had when the statement was prepared. */
  public boolean isCurrent() {
    return source().columns(getCluster().getTypeFactory()).equals(foreign.columns());
  }

  /** The table's name in full. */
  public String fullName() {
    return foreign.fullName();
  }

  /** How the rows are read, for EXPLAIN. */
  public String describe(ParameterValues parameters) {
    return source().describe(request(parameters));
  }

  /** Names that differ only in case are made to differ, as the engine folds case. */
  @Override
  public RelDataType deriveRowType() {
    List<RelDataTypeField> fields = table.getRowType().getFieldList();
    return DistinctNames.of(
        getCluster().getTypeFactory(),
        getCluster()
            .getTypeFactory()
            .createStructType(spec.columns().stream().map(fields::get).toList()));
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new ForeignScan(getCluster(), traitSet, table, foreign, spec);
  }

  @Override
  public RelNode project(
      ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields, RelBuilder relBuilder) {
    if (!extraFields.isEmpty() || fieldsUsed.isEmpty()) {
      return super.project(fieldsUsed, extraFields, relBuilder);
    }
    return with(spec.project(fieldsUsed.asList()));
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    List<String> names = table.getRowType().getFieldNames();
    return super.explainTerms(pw)
        .item("columns", spec.columns().stream().map(names::get).toList())
        .itemIf("filter", spec.filter(), !spec.filter().isEmpty())
        .itemIf("limit", spec.limit().orElse(0), spec.limit().isPresent());
  }
}
