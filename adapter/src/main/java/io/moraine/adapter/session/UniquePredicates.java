/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Refuses UNIQUE (query), which the grammar has and the planner does not. */
final class UniquePredicates extends SqlBasicVisitor<@Nullable Void> {
  private UniquePredicates() {}

  static void refuse(SqlNode statement) {
    statement.accept(new UniquePredicates());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.UNIQUE && !call.getOperandList().isEmpty()) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "UNIQUE of a query is not supported: write NOT EXISTS (SELECT 1 FROM … GROUP BY its"
              + " columns HAVING COUNT(*) > 1)");
    }
    return super.visit(call);
  }
}
