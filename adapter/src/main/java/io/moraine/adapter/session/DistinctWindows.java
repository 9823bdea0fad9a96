/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Puts SELECT DISTINCT of window functions below its ORDER BY. Calcite's validator takes the
 * columns within a window for columns that are sorted by, which DISTINCT forbids.
 */
final class DistinctWindows extends SqlShuttle {
  private static final String ROWS = "moraine$distinct";

  private DistinctWindows() {}

  /** The statement with such queries written so. */
  static SqlNode in(SqlNode statement) {
    SqlNode written = statement.accept(new DistinctWindows());
    return written == null ? statement : written;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (!(visited instanceof SqlOrderBy sorted)) {
      return visited;
    }
    SqlNode body = sorted.query instanceof SqlWith with ? with.body : sorted.query;
    if (!(body instanceof SqlSelect select) || !select.isDistinct() || !hasWindow(select)) {
      return visited;
    }
    SqlNodeList keys = keys(sorted.orderList, select.getSelectList());
    if (keys == null) {
      return visited;
    }
    SqlNode rows = rows(select);
    SqlNode query =
        sorted.query instanceof SqlWith with
            ? new SqlWith(with.getParserPosition(), with.withList, rows)
            : rows;
    return new SqlOrderBy(sorted.getParserPosition(), query, keys, sorted.offset, sorted.fetch);
  }

  private static SqlNode rows(SqlSelect select) {
    SqlParserPos position = select.getParserPosition();
    SqlNode from =
        SqlStdOperatorTable.AS.createCall(position, select, new SqlIdentifier(ROWS, position));
    return new SqlSelect(
        position,
        null,
        SqlNodeList.of(SqlIdentifier.star(position)),
        from,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static boolean hasWindow(SqlSelect select) {
    try {
      select
          .getSelectList()
          .accept(
              new SqlBasicVisitor<@Nullable Void>() {
                @Override
                public @Nullable Void visit(SqlCall call) {
                  if (call.getKind() == SqlKind.OVER) {
                    throw Util.FoundOne.NULL;
                  }
                  return call.getKind() == SqlKind.SELECT ? null : super.visit(call);
                }
              });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  /** The keys as names or numbers of columns; null where one is neither. */
  private static @Nullable SqlNodeList keys(SqlNodeList keys, SqlNodeList columns) {
    List<SqlNode> named = new ArrayList<>();
    for (SqlNode key : keys) {
      SqlNode found = key(key, columns);
      if (found == null) {
        return null;
      }
      named.add(found);
    }
    return new SqlNodeList(named, keys.getParserPosition());
  }

  private static @Nullable SqlNode key(SqlNode key, SqlNodeList columns) {
    switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) key;
        SqlNode inner = key(call.operand(0), columns);
        return inner == null
            ? null
            : call.getOperator().createCall(call.getParserPosition(), inner);
      }
      case LITERAL -> {
        return key;
      }
      default -> {}
    }
    if (columns.stream().anyMatch(column -> isNamed(column, key))) {
      return key;
    }
    int position = position(key, columns);
    return position == 0
        ? null
        : SqlLiteral.createExactNumeric(Integer.toString(position), key.getParserPosition());
  }

  /** The number of the column that a key is; 0 for none. */
  private static int position(SqlNode key, SqlNodeList columns) {
    for (int i = 0; i < columns.size(); i++) {
      SqlNode column = columns.get(i);
      if (column instanceof SqlIdentifier identifier && identifier.isStar()) {
        return 0;
      }
      if (value(column).equalsDeep(key, Litmus.IGNORE)) {
        return i + 1;
      }
    }
    return 0;
  }

  private static SqlNode value(SqlNode column) {
    return column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(0) : column;
  }

  private static boolean isNamed(SqlNode column, SqlNode key) {
    return column.getKind() == SqlKind.AS
        && key instanceof SqlIdentifier identifier
        && identifier.isSimple()
        && ((SqlIdentifier) ((SqlCall) column).operand(1))
            .getSimple()
            .toLowerCase(Locale.ROOT)
            .equals(identifier.getSimple().toLowerCase(Locale.ROOT));
  }
}
