/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;
import org.jspecify.annotations.Nullable;

/** One {@code column [ASC | DESC] [NULLS FIRST | NULLS LAST]} of ORDERED BY. */
public final class SqlSortField extends SqlCall {
  private static final SqlOperator OPERATOR = new SqlSpecialOperator("SORT_FIELD", SqlKind.OTHER);

  private final SqlIdentifier column;
  private final boolean descending;
  private final @Nullable Boolean nullsFirst;

  /**
   * Creates a sort field.
   *
   * @param pos where it stands
   * @param column the column; several names are a path into a struct
   * @param descending whether DESC is written
   * @param nullsFirst whether nulls come first; null when the statement says nothing
   */
  public SqlSortField(
      SqlParserPos pos, SqlIdentifier column, boolean descending, @Nullable Boolean nullsFirst) {
    super(pos);
    this.column = column;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  /** The column; several names are a path into a struct. */
  public SqlIdentifier getColumn() {
    return column;
  }

  /** Whether the order is descending. */
  public boolean isDescending() {
    return descending;
  }

  /** Whether nulls come first; null when the statement leaves it to the default. */
  public @Nullable Boolean getNullsFirst() {
    return nullsFirst;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<@Nullable SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        column,
        DdlClauses.flag(descending),
        nullsFirst == null ? null : DdlClauses.flag(nullsFirst));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    column.unparse(writer, 0, 0);
    if (descending) {
      writer.keyword("DESC");
    }
    if (nullsFirst != null) {
      writer.keyword(nullsFirst ? "NULLS FIRST" : "NULLS LAST");
    }
  }
}
