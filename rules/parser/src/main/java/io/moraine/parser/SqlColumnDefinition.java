/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
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

/** {@code name type [NOT NULL] [DEFAULT expression] [COMMENT 'text']} in a CREATE TABLE. */
public final class SqlColumnDefinition extends SqlCall {
  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("COLUMN_DEFINITION", SqlKind.COLUMN_DECL);

  private final SqlIdentifier name;
  private final SqlDataTypeSpec type;
  private final @Nullable SqlNode defaultValue;
  private final @Nullable SqlLiteral comment;

  /**
   * Creates a column.
   *
   * @param pos where it stands
   * @param name a simple identifier
   * @param type its type, which also says whether the column takes nulls
   * @param defaultValue an expression over constants, or null for none
   * @param comment a string literal, or null for none
   */
  public SqlColumnDefinition(
      SqlParserPos pos,
      SqlIdentifier name,
      SqlDataTypeSpec type,
      @Nullable SqlNode defaultValue,
      @Nullable SqlLiteral comment) {
    super(pos);
    this.name = name;
    this.type = type;
    this.defaultValue = defaultValue;
    this.comment = comment;
  }

  /** The column's name, simple. */
  public SqlIdentifier getName() {
    return name;
  }

  /**
   * The column's type; {@code getNullable()} on it is never null, so {@code deriveType} yields the
   * nullability that the statement says.
   */
  public SqlDataTypeSpec getType() {
    return type;
  }

  /** Whether the column takes nulls: true unless NOT NULL is written. */
  public boolean isNullable() {
    return !Boolean.FALSE.equals(type.getNullable());
  }

  /** The expression after DEFAULT, unvalidated; null for none. */
  public @Nullable SqlNode getDefaultValue() {
    return defaultValue;
  }

  /** The comment; null for none. */
  public @Nullable String getComment() {
    return DdlClauses.text(comment);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<@Nullable SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        name, type, DdlClauses.flag(isNullable()), defaultValue, comment);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    name.unparse(writer, 0, 0);
    type.unparse(writer, 0, 0);
    if (!isNullable()) {
      writer.keyword("NOT NULL");
    }
    if (defaultValue != null) {
      writer.keyword("DEFAULT");
      defaultValue.unparse(writer, 0, 0);
    }
    DdlClauses.writeText(writer, "COMMENT", comment);
  }
}
