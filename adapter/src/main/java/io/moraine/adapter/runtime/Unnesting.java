/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** UNNEST as a query: elements and their numbers first, then the columns that are made of them. */
final class Unnesting {
  private static final SqlParserPos AT = SqlParserPos.ZERO;
  private static final String ELEMENT = "moraine$element";
  private static final String ORDINAL = "moraine$ordinal";

  private Unnesting() {}

  /**
   * The query.
   *
   * @param rows the named rows that have the collection as their only column
   */
  static SqlSelect of(Uncollect uncollect, SqlNode rows, RelDataType collection) {
    boolean map = collection.getSqlTypeName() == SqlTypeName.MAP;
    SqlNode column = name(uncollect.getInput().getRowType().getFieldNames().get(0));
    List<SqlNode> elements = new ArrayList<>();
    elements.add(as(call(map ? "unnest(map_entries($0))" : "unnest($0)", column), ELEMENT));
    if (uncollect.withOrdinality) {
      String list = map ? "map_keys($0)" : "$0";
      elements.add(
          as(call("CAST(generate_subscripts(" + list + ", 1) AS INTEGER)", column), ORDINAL));
    }
    SqlNode numbered = as(select(elements, rows), "moraine$elements");
    return select(columns(uncollect, collection, map), numbered);
  }

  private static List<SqlNode> columns(Uncollect uncollect, RelDataType collection, boolean map) {
    List<String> names = uncollect.getRowType().getFieldNames();
    List<SqlNode> values = new ArrayList<>();
    if (map) {
      values.add(call("struct_extract($0, 'key')", name(ELEMENT)));
      values.add(call("struct_extract($0, 'value')", name(ELEMENT)));
    } else if (collection.getComponentType().isStruct()) {
      for (String field : collection.getComponentType().getFieldNames()) {
        values.add(
            call(
                "struct_extract($0, " + Template.escaped(SqlText.string(field)) + ")",
                name(ELEMENT)));
      }
    } else {
      values.add(name(ELEMENT));
    }
    if (uncollect.withOrdinality) {
      values.add(name(ORDINAL));
    }
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      columns.add(as(values.get(i), names.get(i)));
    }
    return columns;
  }

  private static SqlSelect select(List<SqlNode> columns, SqlNode from) {
    return new SqlSelect(
        AT,
        null,
        new SqlNodeList(columns, AT),
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

  private static SqlCall call(String text, SqlNode operand) {
    return Template.of(text).createCall(AT, operand);
  }

  private static SqlNode as(SqlNode node, String name) {
    return SqlStdOperatorTable.AS.createCall(AT, node, name(name));
  }

  private static SqlIdentifier name(String name) {
    return new SqlIdentifier(name, AT);
  }
}
