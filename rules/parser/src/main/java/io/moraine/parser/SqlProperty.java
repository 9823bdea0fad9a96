/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** One {@code 'key' = 'value'} of a WITH clause. */
public final class SqlProperty extends SqlCall {
  private static final SqlOperator OPERATOR = new SqlSpecialOperator("PROPERTY", SqlKind.OTHER);

  private final SqlLiteral key;
  private final SqlLiteral value;

  /**
   * Creates a property.
   *
   * @param pos where it stands
   * @param key a string literal
   * @param value a string literal
   */
  public SqlProperty(SqlParserPos pos, SqlLiteral key, SqlLiteral value) {
    super(pos);
    this.key = key;
    this.value = value;
  }

  /** The key, unquoted. */
  public String getKey() {
    return key.getValueAs(String.class);
  }

  /** The value, unquoted. */
  public String getValue() {
    return value.getValueAs(String.class);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(key, value);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    key.unparse(writer, 0, 0);
    writer.print("= ");
    value.unparse(writer, 0, 0);
  }
}
