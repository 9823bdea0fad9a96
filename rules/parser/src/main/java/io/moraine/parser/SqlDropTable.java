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

/** {@code DROP TABLE [IF EXISTS] name [PURGE]}. */
public final class SqlDropTable extends SqlDrop {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("DROP TABLE", SqlKind.DROP_TABLE);

  private final SqlIdentifier name;
  private final boolean purge;

  /**
   * Creates the statement.
   *
   * @param pos where it stands
   * @param ifExists whether a missing table is no error
   * @param name the table, qualified or not
   * @param purge whether the table's files are deleted too
   */
  public SqlDropTable(SqlParserPos pos, boolean ifExists, SqlIdentifier name, boolean purge) {
    super(OPERATOR, pos, ifExists);
    this.name = name;
    this.purge = purge;
  }

  /** The table's name as written. */
  public SqlIdentifier getName() {
    return name;
  }

  /** Whether IF EXISTS is written. */
  public boolean isIfExists() {
    return ifExists;
  }

  /** Whether PURGE is written: the table's files are deleted too. */
  public boolean isPurge() {
    return purge;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(DdlClauses.flag(ifExists), name, DdlClauses.flag(purge));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP TABLE");
    if (ifExists) {
      writer.keyword("IF EXISTS");
    }
    name.unparse(writer, 0, 0);
    if (purge) {
      writer.keyword("PURGE");
    }
  }
}
