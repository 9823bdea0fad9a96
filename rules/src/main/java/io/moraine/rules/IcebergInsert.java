/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlKind;

/**
 * Appends the rows of a query to a table, in one commit.
 *
 * <p>The source is held, not an input: whichever planner runs, the source reaches the columnar
 * runtime as it was written, so that no Enumerable code can cut a value's digits on the way.
 */
public final class IcebergInsert extends AbstractRelNode implements EnumerableRel {
  private final RelOptTable table;
  private final IcebergTarget target;
  private final RelNode source;

  /**
   * Appends {@code source}, whose columns are those of the table in order.
   *
   * @param table the table as the planner knows it
   */
  public IcebergInsert(
      RelOptCluster cluster, RelOptTable table, IcebergTarget target, RelNode source) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
    this.table = table;
    this.target = target;
    this.source = source;
  }

  @Override
  public RelOptTable getTable() {
    return table;
  }

  /** The table that is written. */
  public IcebergTarget target() {
    return target;
  }

  /** The rows to append, one column a table column. */
  public RelNode source() {
    return source;
  }

  @Override
  protected RelDataType deriveRowType() {
    return RelOptUtil.createDmlRowType(SqlKind.INSERT, getCluster().getTypeFactory());
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeTinyCost();
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw)
        .item("table", table.getQualifiedName())
        .item("source", RelOptUtil.toString(source, SqlExplainLevel.DIGEST_ATTRIBUTES));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    return ExecuteCall.implement(implementor, this, target, this);
  }
}
