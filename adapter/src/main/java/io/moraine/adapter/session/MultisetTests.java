/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Refuses the tests of multisets, in which the validator would fail for lists. */
final class MultisetTests extends SqlBasicVisitor<@Nullable Void> {
  private static final Set<SqlOperator> TESTS =
      Set.of(
          SqlStdOperatorTable.MEMBER_OF,
          SqlStdOperatorTable.SUBMULTISET_OF,
          SqlStdOperatorTable.NOT_SUBMULTISET_OF);

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (TESTS.contains(call.getOperator())) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          call.getOperator().getName()
              + " is not supported; ask for elements by IN (SELECT x FROM UNNEST(list) AS u (x))");
    }
    return super.visit(call);
  }
}
