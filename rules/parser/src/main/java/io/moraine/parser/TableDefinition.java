/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What the parser has read of a CREATE TABLE so far; refuses a clause that comes twice. Clauses may
 * come in any order, so the grammar fills this rather than a constructor.
 */
public final class TableDefinition {
  private enum Clause {
    PRIMARY_KEY,
    PARTITIONED_BY,
    ORDERED_BY,
    LOCATION,
    COMMENT,
    WITH
  }

  private final Set<Clause> seen = EnumSet.noneOf(Clause.class);
  private final List<SqlColumnDefinition> columns = new ArrayList<>();
  private List<SqlIdentifier> primaryKey = List.of();
  private List<SqlPartitionField> partitioning = List.of();
  private List<SqlSortField> ordering = List.of();
  private List<SqlProperty> properties = List.of();
  private @Nullable SqlLiteral location;
  private @Nullable SqlLiteral comment;
  private @Nullable SqlNode query;

  /** Adds a column after those already read. */
  public void addColumn(SqlColumnDefinition column) {
    columns.add(column);
  }

  /** Sets the columns of PRIMARY KEY. */
  public void primaryKey(SqlParserPos pos, List<SqlIdentifier> value) {
    once(Clause.PRIMARY_KEY, pos);
    primaryKey = List.copyOf(value);
  }

  /** Sets the fields of PARTITIONED BY. */
  public void partitioning(SqlParserPos pos, List<SqlPartitionField> value) {
    once(Clause.PARTITIONED_BY, pos);
    partitioning = List.copyOf(value);
  }

  /** Sets the fields of ORDERED BY. */
  public void ordering(SqlParserPos pos, List<SqlSortField> value) {
    once(Clause.ORDERED_BY, pos);
    ordering = List.copyOf(value);
  }

  /** Sets the text of LOCATION. */
  public void location(SqlParserPos pos, SqlLiteral value) {
    once(Clause.LOCATION, pos);
    location = value;
  }

  /** Sets the text of COMMENT. */
  public void comment(SqlParserPos pos, SqlLiteral value) {
    once(Clause.COMMENT, pos);
    comment = value;
  }

  /** Sets the properties of WITH. */
  public void properties(SqlParserPos pos, List<SqlProperty> value) {
    once(Clause.WITH, pos);
    properties = List.copyOf(value);
  }

  /** Sets the query after AS. */
  public void query(SqlNode value) {
    query = value;
  }

  /**
   * Refuses what no executor could make sense of.
   *
   * @param pos the statement's position
   * @throws org.apache.calcite.runtime.CalciteContextException if there is neither a column nor a
   *     query
   */
  public void check(SqlParserPos pos) {
    if (columns.isEmpty() && query == null) {
      throw DdlSyntaxError.at(pos, "CREATE TABLE needs a list of columns, AS query, or both");
    }
  }

  /**
   * Refuses a property key that comes twice: which value was meant is a guess.
   *
   * @throws org.apache.calcite.runtime.CalciteContextException at the second of two equal keys
   */
  public static void checkKeys(List<SqlProperty> properties) {
    Set<String> keys = new HashSet<>();
    for (SqlProperty property : properties) {
      if (!keys.add(property.getKey())) {
        throw DdlSyntaxError.at(
            property.getParserPosition(),
            "Property '" + property.getKey() + "' is given twice: leave one");
      }
    }
  }

  private void once(Clause clause, SqlParserPos pos) {
    if (!seen.add(clause)) {
      String words = clause.name().replace('_', ' ');
      throw DdlSyntaxError.at(pos, words + " is given twice: leave one");
    }
  }

  List<SqlColumnDefinition> columns() {
    return List.copyOf(columns);
  }

  List<SqlIdentifier> primaryKey() {
    return primaryKey;
  }

  List<SqlPartitionField> partitioning() {
    return partitioning;
  }

  List<SqlSortField> ordering() {
    return ordering;
  }

  List<SqlProperty> properties() {
    return properties;
  }

  @Nullable SqlLiteral location() {
    return location;
  }

  @Nullable SqlLiteral comment() {
    return comment;
  }

  @Nullable SqlNode query() {
    return query;
  }
}
