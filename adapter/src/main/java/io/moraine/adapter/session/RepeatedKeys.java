/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Refuses ROLLUP and CUBE with the same key twice. Some of their groupings are then alike, and SQL
 * wants the rows of each, where the planner would keep one.
 */
final class RepeatedKeys extends SqlBasicVisitor<@Nullable Void> {
  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.ROLLUP || call.getKind() == SqlKind.CUBE) {
      List<SqlNode> keys = new ArrayList<>();
      addKeys(call, keys);
      for (int i = 1; i < keys.size(); i++) {
        SqlNode key = keys.get(i);
        if (keys.subList(0, i).stream().anyMatch(k -> k.equalsDeep(key, Litmus.IGNORE))) {
          throw new MoraineException(
              ErrorCode.NOT_SUPPORTED,
              call.getKind() + " of " + key + " twice is not supported: write GROUPING SETS");
        }
      }
    }
    return super.visit(call);
  }

  private static void addKeys(SqlCall list, List<SqlNode> keys) {
    for (SqlNode key : list.getOperandList()) {
      if (key instanceof SqlCall row && row.getKind() == SqlKind.ROW) {
        addKeys(row, keys);
      } else {
        keys.add(key);
      }
    }
  }
}
