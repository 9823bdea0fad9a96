/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** How the clauses that several statements share are read from their nodes and written as SQL. */
final class DdlClauses {
  private DdlClauses() {}

  /** The text of a string literal; null for an absent clause. */
  static @Nullable String text(@Nullable SqlLiteral literal) {
    return literal == null ? null : literal.getValueAs(String.class);
  }

  /** The properties by key, in the order written; keys differ, the grammar sees to it. */
  static Map<String, String> map(List<SqlProperty> properties) {
    Map<String, String> map = new LinkedHashMap<>();
    properties.forEach(property -> map.put(property.getKey(), property.getValue()));
    return Collections.unmodifiableMap(map);
  }

  static SqlLiteral flag(boolean value) {
    return SqlLiteral.createBoolean(value, SqlParserPos.ZERO);
  }

  static SqlNodeList list(List<? extends SqlNode> nodes) {
    return new SqlNodeList(nodes, nodes.isEmpty() ? SqlParserPos.ZERO : SqlParserPos.sum(nodes));
  }

  /** Writes {@code keyword 'text'}, or nothing for an absent clause. */
  static void writeText(SqlWriter writer, String keyword, @Nullable SqlLiteral literal) {
    if (literal != null) {
      writer.keyword(keyword);
      literal.unparse(writer, 0, 0);
    }
  }

  /** Writes {@code keyword (node, ...)}, or nothing for an empty list. */
  static void writeList(SqlWriter writer, String keyword, List<? extends SqlNode> nodes) {
    if (!nodes.isEmpty()) {
      writer.keyword(keyword);
      SqlWriter.Frame frame = writer.startList("(", ")");
      for (SqlNode node : nodes) {
        writer.sep(",");
        node.unparse(writer, 0, 0);
      }
      writer.endList(frame);
    }
  }
}
