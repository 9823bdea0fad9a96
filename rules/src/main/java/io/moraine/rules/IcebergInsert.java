/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.sql.SqlExplainLevel;

/**
 * Appends the rows of a query to a table, in one commit.
 *
 * <p>To a planner it is a leaf: the source stays as it was written, so that whichever planner runs,
 * the columnar runtime executes it and no Enumerable code can cut a value's digits on the way.
 */
public final class IcebergInsert extends TableModify {
  private final IcebergTarget target;

  private IcebergInsert(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelOptTable table,
      IcebergTarget target,
      Prepare.CatalogReader catalogReader,
      RelNode source) {
    super(cluster, traits, table, catalogReader, source, Operation.INSERT, null, null, false);
    this.target = target;
  }

  /**
   * The node of an INSERT.
   *
   * @param table the table as the planner knows it
   * @param source rows whose columns are those of the table, in order
   * @throws MoraineException NOT_SUPPORTED for other operations
   */
  public static IcebergInsert of(
      RelOptCluster cluster,
      RelOptTable table,
      IcebergTarget target,
      Prepare.CatalogReader catalogReader,
      RelNode source,
      Operation operation) {
    if (operation != Operation.INSERT) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          operation + " of table " + target.fullName() + " is not supported yet");
    }
    UnreducedConstants.in(cluster.getPlanner());
    RelTraitSet traits = cluster.traitSetOf(MoraineConvention.INSTANCE);
    return new IcebergInsert(cluster, traits, table, target, catalogReader, source);
  }

  /** The table that is written. */
  public IcebergTarget target() {
    return target;
  }

  /** The rows to append, one column a table column. */
  public RelNode source() {
    return input;
  }

  @Override
  public List<RelNode> getInputs() {
    return List.of();
  }

  @Override
  public void childrenAccept(RelVisitor visitor) {}

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return inputs.isEmpty()
        ? this
        : new IcebergInsert(getCluster(), traitSet, table, target, catalogReader, inputs.get(0));
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeTinyCost();
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return pw.item("table", table.getQualifiedName())
        .item("source", RelOptUtil.toString(input, SqlExplainLevel.DIGEST_ATTRIBUTES));
  }

  @Override
  public void register(RelOptPlanner planner) {
    if (planner instanceof VolcanoPlanner) {
      planner.addRule(EnumerableColumnar.INSERT_RULE.toRule());
    }
  }
}
