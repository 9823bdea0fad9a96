/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.schema.HiddenColumns;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.function.Predicate;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The names of hidden columns in a statement. Only where there are any that mean nothing else do
 * tables have these columns, so that no other statement can meet them.
 */
final class HiddenNames extends SqlBasicVisitor<@Nullable Void> {
  private boolean named;
  private boolean merges;

  private HiddenNames() {}

  /**
   * The tables whose hidden columns a statement may name; not the one that it writes to.
   *
   * @throws MoraineException NOT_SUPPORTED for a natural join beside them, which would compare
   *     them, and for USING, which would show them
   */
  static Predicate<TableIdentifier> in(SqlNode statement) {
    HiddenNames names = new HiddenNames();
    statement.accept(names);
    if (!names.named) {
      return table -> false;
    }
    names.refuseMerges("a statement");
    SqlNode top = statement instanceof SqlExplain e ? e.getExplicandum() : statement;
    if (!(top instanceof SqlInsert insert)
        || !(insert.getTargetTable() instanceof SqlIdentifier target)) {
      return table -> true;
    }
    String written = Util.last(target.names);
    return table -> !table.name().equalsIgnoreCase(written);
  }

  /** Whether a statement names a hidden column. */
  static boolean areIn(SqlNode statement) {
    HiddenNames names = new HiddenNames();
    statement.accept(names);
    return names.named;
  }

  /**
   * Refuses a view for the same in a statement that names hidden columns.
   *
   * @throws MoraineException NOT_SUPPORTED
   */
  static void refuseMerges(SqlNode view) {
    HiddenNames names = new HiddenNames();
    view.accept(names);
    names.refuseMerges("a view of a statement");
  }

  private void refuseMerges(String where) {
    if (merges) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "NATURAL JOIN and USING in "
              + where
              + " that names hidden columns, such as _file, are not supported: write"
              + " JOIN … ON condition");
    }
  }

  @Override
  public @Nullable Void visit(SqlIdentifier id) {
    named |= !id.isStar() && HiddenColumns.isName(Util.last(id.names));
    return null;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    merges |=
        call instanceof SqlJoin join
            && (join.isNatural() || join.getConditionType() == JoinConditionType.USING);
    return super.visit(call);
  }
}
