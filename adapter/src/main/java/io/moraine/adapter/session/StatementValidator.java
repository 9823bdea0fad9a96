/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import static java.util.Objects.requireNonNull;

import io.moraine.adapter.schema.HiddenColumns;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.OpenStruct;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Util;

/**
 * Calcite's validator, but an INSERT with another number of values than of columns is refused by
 * the table's name; Calcite's own fails where there are more than the table has. A star stands for
 * no hidden column.
 */
final class StatementValidator extends SqlValidatorImpl {
  StatementValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader names,
      RelDataTypeFactory types,
      Config config) {
    super(operators, names, types, config);
  }

  /** The type of an expression is that of the column that its name was resolved by. */
  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
    RelDataType type = super.deriveType(scope, expression);
    RelDataType plain = OpenStruct.plain(type);
    if (plain != type) {
      setValidatedNodeType(expression, plain);
    }
    return plain;
  }

  @Override
  protected RelDataType getLogicalTargetRowType(RelDataType target, SqlInsert insert) {
    int columns = target.getFieldCount();
    int values = namespace(insert.getSource()).getRowType().getFieldCount();
    boolean named = insert.getTargetColumnList() != null;
    if (values > columns || named && values < columns) {
      String table =
          String.join(
              ".", requireNonNull(namespace(insert).getTable(), "table").getQualifiedName());
      throw new MoraineException(
          ErrorCode.SYNTAX_ERROR,
          "Cannot insert into table "
              + table
              + ": the number of values, "
              + values
              + (named ? ", is not that of the named columns, " : ", is not that of its columns, ")
              + columns
              + "; give one value for each column");
    }
    return super.getLogicalTargetRowType(target, insert);
  }

  /** Called for each column that a star stands for. */
  @Override
  protected void addToSelectList(
      List<SqlNode> list,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fields,
      SqlNode column,
      SelectScope scope,
      boolean includeSystemVars) {
    if (!(column instanceof SqlIdentifier name && isHidden(name, scope))) {
      super.addToSelectList(list, aliases, fields, column, scope, includeSystemVars);
    }
  }

  private static boolean isHidden(SqlIdentifier column, SelectScope scope) {
    String name = Util.last(column.names);
    SqlValidatorNamespace rows =
        HiddenColumns.isName(name) ? scope.fullyQualify(column).namespace : null;
    SqlValidatorTable table = rows == null ? null : rows.getTable();
    IcebergTable iceberg = table == null ? null : table.unwrap(IcebergTable.class);
    return iceberg != null && iceberg.isHidden(table.getRowType().getFieldNames().indexOf(name));
  }

  private SqlValidatorNamespace namespace(SqlNode node) {
    return requireNonNull(getNamespace(node), "namespace");
  }
}
