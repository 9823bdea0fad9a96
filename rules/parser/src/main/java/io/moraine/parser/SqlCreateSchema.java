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

/** {@code CREATE SCHEMA [IF NOT EXISTS] name [COMMENT 'text'] [WITH ('key' = 'value', ...)]}. */
public final class SqlCreateSchema extends SqlCreate {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("CREATE SCHEMA", SqlKind.CREATE_SCHEMA);

  private final SqlIdentifier name;
  private final @Nullable SqlLiteral comment;
  private final List<SqlProperty> properties;

  /**
   * Creates the statement.
   *
   * @param pos where it stands
   * @param ifNotExists whether an existing schema is left as it is
   * @param name the schema, qualified by its catalog and parents or not
   * @param comment a string literal, or null for none
   * @param properties the WITH clause; empty for none
   */
  public SqlCreateSchema(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      @Nullable SqlLiteral comment,
      List<SqlProperty> properties) {
    super(OPERATOR, pos, false, ifNotExists);
    this.name = name;
    this.comment = comment;
    this.properties = List.copyOf(properties);
  }

  /** The schema's name as written. */
  public SqlIdentifier getName() {
    return name;
  }

  /** Whether IF NOT EXISTS is written. */
  public boolean isIfNotExists() {
    return ifNotExists;
  }

  /** The comment; null for none. */
  public @Nullable String getComment() {
    return DdlClauses.text(comment);
  }

  /** The WITH clause by key, in the order written; empty for none. */
  public Map<String, String> getProperties() {
    return DdlClauses.map(properties);
  }

  @Override
  public List<@Nullable SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        DdlClauses.flag(ifNotExists), name, comment, DdlClauses.list(properties));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE SCHEMA");
    if (ifNotExists) {
      writer.keyword("IF NOT EXISTS");
    }
    name.unparse(writer, 0, 0);
    DdlClauses.writeText(writer, "COMMENT", comment);
    DdlClauses.writeList(writer, "WITH", properties);
  }
}
