/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.CorrelationReferenceFinder;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.mapping.Mapping;

/**
 * Calcite's trimmer of columns, with its own renumbering of what sub-queries take from the rows
 * around them: Calcite's fails where one side of a join has no column that is used, and may number
 * twice where a projection has as many columns as its input.
 */
final class FieldTrimmer extends RelFieldTrimmer {
  private final RexBuilder rexBuilder;

  FieldTrimmer(SqlValidator validator, RelBuilder relBuilder) {
    super(validator, relBuilder);
    this.rexBuilder = relBuilder.getRexBuilder();
  }

  @Override
  protected TrimResult result(RelNode trimmed, Mapping mapping) {
    if (trimmed.getInputs().size() != 1) {
      return super.result(trimmed, mapping);
    }
    RelNode renumbered = trimmed;
    for (CorrelationId id : trimmed.getVariablesSet()) {
      renumbered =
          renumbered.accept(new Renumbering(id, trimmed.getInput(0).getRowType(), mapping));
    }
    return new TrimResult(renumbered, mapping);
  }

  /** Makes references to the rows before trimming ones to the rows after. */
  private final class Renumbering extends CorrelationReferenceFinder {
    private final CorrelationId id;
    private final RelDataType rows;
    private final Mapping mapping;

    Renumbering(CorrelationId id, RelDataType rows, Mapping mapping) {
      this.id = id;
      this.rows = rows;
      this.mapping = mapping;
    }

    @Override
    protected RexNode handle(RexFieldAccess access) {
      RexCorrelVariable variable = (RexCorrelVariable) access.getReferenceExpr();
      RelDataType before = variable.getType();
      boolean isAfter = before.equals(rows) || before.getFieldCount() != mapping.getSourceCount();
      return !variable.id.equals(id) || isAfter
          ? access
          : rexBuilder.makeFieldAccess(
              rexBuilder.makeCorrel(rows, id), mapping.getTarget(access.getField().getIndex()));
    }
  }
}
