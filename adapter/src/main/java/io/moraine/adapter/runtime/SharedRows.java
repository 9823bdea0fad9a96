/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;

/** Rows that a statement needs in several places and the engine computes once. */
final class SharedRows extends AbstractRelNode {
  private final String name;
  private final Aggregate rows;

  SharedRows(String name, Aggregate rows) {
    super(rows.getCluster(), rows.getTraitSet());
    this.name = name;
    this.rows = rows;
    this.rowType = rows.getRowType();
  }

  /** The name under which the generated SQL reads them. */
  String name() {
    return name;
  }

  /** What computes them. */
  Aggregate rows() {
    return rows;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("name", name);
  }
}
