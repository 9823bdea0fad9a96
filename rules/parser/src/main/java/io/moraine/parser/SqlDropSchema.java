/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code DROP SCHEMA [IF EXISTS] name [RESTRICT]}: the schema must be empty, whether RESTRICT is
 * written or not.
 */
public final class SqlDropSchema extends SqlDrop {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("DROP SCHEMA", SqlKind.DROP_SCHEMA);

  private final SqlIdentifier name;

  /**
   * Creates the statement.
   *
   * @param pos where it stands
   * @param ifExists whether a missing schema is no error
   * @param name the schema, qualified by its catalog and parents or not
   */
  public SqlDropSchema(SqlParserPos pos, boolean ifExists, SqlIdentifier name) {
    super(OPERATOR, pos, ifExists);
    this.name = name;
  }

  /** The schema's name as written. */
  public SqlIdentifier getName() {
    return name;
  }

  /** Whether IF EXISTS is written. */
  public boolean isIfExists() {
    return ifExists;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(DdlClauses.flag(ifExists), name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP SCHEMA");
    if (ifExists) {
      writer.keyword("IF EXISTS");
    }
    name.unparse(writer, 0, 0);
  }
}
