/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Refuses aggregates in sub-queries whose columns are all of an outer query. Standard SQL computes
 * them in that outer query, where the planner would compute them in the sub-query.
 */
final class OuterAggregates extends SqlBasicVisitor<@Nullable Void> {
  private OuterAggregates() {}

  /** Looks at a validated statement, in which columns are named with their tables' aliases. */
  static void refuse(SqlNode validated) {
    validated.accept(new OuterAggregates());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      Set<String> aliases = new HashSet<>();
      addAliases(select.getFrom(), aliases);
      select.getSelectList().accept(new OfSelect(aliases));
      if (select.getHaving() != null) {
        select.getHaving().accept(new OfSelect(aliases));
      }
    }
    return super.visit(call);
  }

  private static void addAliases(@Nullable SqlNode from, Set<String> aliases) {
    if (from instanceof SqlJoin join) {
      addAliases(join.getLeft(), aliases);
      addAliases(join.getRight(), aliases);
    } else if (from != null) {
      String alias = SqlValidatorUtil.alias(from);
      if (alias != null) {
        aliases.add(alias);
      }
    }
  }

  /** The aggregates of one SELECT, but not those of queries in it. */
  private static final class OfSelect extends SqlBasicVisitor<@Nullable Void> {
    private final Set<String> aliases;

    OfSelect(Set<String> aliases) {
      this.aliases = aliases;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return null;
      }
      if (call.getOperator().isAggregator()) {
        check(call);
      }
      return super.visit(call);
    }

    private void check(SqlCall call) {
      Columns columns = new Columns();
      call.getOperandList().forEach(operand -> accept(operand, columns));
      if (!columns.tables.isEmpty() && columns.tables.stream().noneMatch(aliases::contains)) {
        throw new MoraineException(
            ErrorCode.NOT_SUPPORTED,
            call.getOperator().getName()
                + " of columns of an outer query alone ("
                + String.join(", ", columns.names)
                + ") is not supported: compute it in the outer query, or name a column of the"
                + " sub-query in it");
      }
    }

    private static void accept(@Nullable SqlNode operand, Columns columns) {
      if (operand != null) {
        operand.accept(columns);
      }
    }
  }

  /** The columns that an aggregate names itself, with the aliases of their tables. */
  private static final class Columns extends SqlBasicVisitor<@Nullable Void> {
    final Set<String> tables = new HashSet<>();
    final Set<String> names = new TreeSet<>();

    @Override
    public @Nullable Void visit(SqlCall call) {
      return call.isA(SqlKind.QUERY) ? null : super.visit(call);
    }

    @Override
    public @Nullable Void visit(SqlIdentifier identifier) {
      if (identifier.names.size() > 1) {
        tables.add(identifier.names.get(identifier.names.size() - 2));
        names.add(identifier.toString());
      }
      return null;
    }
  }
}
