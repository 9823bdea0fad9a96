/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;
import org.jspecify.annotations.Nullable;

/**
 * {@code CREATE [OR REPLACE] TABLE [IF NOT EXISTS] name (columns [, PRIMARY KEY (c, ...) NOT
 * ENFORCED])} with the clauses PARTITIONED BY, ORDERED BY, LOCATION, COMMENT and WITH in any order,
 * then {@code AS query}. There are columns, a query, or both.
 */
public final class SqlCreateTable extends SqlCreate {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("CREATE TABLE", SqlKind.CREATE_TABLE);

  private final SqlIdentifier name;
  private final List<SqlColumnDefinition> columns;
  private final List<SqlIdentifier> primaryKey;
  private final List<SqlPartitionField> partitioning;
  private final List<SqlSortField> ordering;
  private final @Nullable SqlLiteral location;
  private final @Nullable SqlLiteral comment;
  private final List<SqlProperty> properties;
  private final @Nullable SqlNode query;

  /**
   * Creates the statement.
   *
   * @param pos where it stands
   * @param replace whether OR REPLACE is written
   * @param ifNotExists whether an existing table is left as it is
   * @param name the table, qualified or not
   * @param definition everything after the name; copied
   */
  public SqlCreateTable(
      SqlParserPos pos,
      boolean replace,
      boolean ifNotExists,
      SqlIdentifier name,
      TableDefinition definition) {
    super(OPERATOR, pos, replace, ifNotExists);
    this.name = name;
    this.columns = definition.columns();
    this.primaryKey = definition.primaryKey();
    this.partitioning = definition.partitioning();
    this.ordering = definition.ordering();
    this.location = definition.location();
    this.comment = definition.comment();
    this.properties = definition.properties();
    this.query = definition.query();
  }

  /** The table's name as written. */
  public SqlIdentifier getName() {
    return name;
  }

  /** Whether IF NOT EXISTS is written. */
  public boolean isIfNotExists() {
    return ifNotExists;
  }

  /** The columns in order; empty only if there is a query. */
  public List<SqlColumnDefinition> getColumns() {
    return columns;
  }

  /** The columns of PRIMARY KEY ... NOT ENFORCED; empty for none. */
  public List<SqlIdentifier> getPrimaryKey() {
    return primaryKey;
  }

  /** The fields of PARTITIONED BY; empty for none. */
  public List<SqlPartitionField> getPartitioning() {
    return partitioning;
  }

  /** The fields of ORDERED BY; empty for none. */
  public List<SqlSortField> getOrdering() {
    return ordering;
  }

  /** The location, as written and unchecked; null for none. */
  public @Nullable String getLocation() {
    return DdlClauses.text(location);
  }

  /** The comment; null for none. */
  public @Nullable String getComment() {
    return DdlClauses.text(comment);
  }

  /** The WITH clause by key, in the order written; empty for none. */
  public Map<String, String> getProperties() {
    return DdlClauses.map(properties);
  }

  /** The query after AS, unvalidated; null for none. */
  public @Nullable SqlNode getQuery() {
    return query;
  }

  @Override
  public List<@Nullable SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        DdlClauses.flag(getReplace()),
        DdlClauses.flag(ifNotExists),
        name,
        DdlClauses.list(columns),
        DdlClauses.list(primaryKey),
        DdlClauses.list(partitioning),
        DdlClauses.list(ordering),
        location,
        comment,
        DdlClauses.list(properties),
        query);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(getReplace() ? "CREATE OR REPLACE TABLE" : "CREATE TABLE");
    if (ifNotExists) {
      writer.keyword("IF NOT EXISTS");
    }
    name.unparse(writer, 0, 0);
    writeColumns(writer);
    DdlClauses.writeList(writer, "PARTITIONED BY", partitioning);
    DdlClauses.writeList(writer, "ORDERED BY", ordering);
    DdlClauses.writeText(writer, "LOCATION", location);
    DdlClauses.writeText(writer, "COMMENT", comment);
    DdlClauses.writeList(writer, "WITH", properties);
    if (query != null) {
      writer.keyword("AS");
      writer.newlineAndIndent();
      query.unparse(writer, 0, 0);
    }
  }

  private void writeColumns(SqlWriter writer) {
    if (columns.isEmpty()) {
      return;
    }
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (SqlColumnDefinition column : columns) {
      writer.sep(",");
      column.unparse(writer, 0, 0);
    }
    if (!primaryKey.isEmpty()) {
      writer.sep(",");
      DdlClauses.writeList(writer, "PRIMARY KEY", primaryKey);
      writer.keyword("NOT ENFORCED");
    }
    writer.endList(frame);
  }
}
