/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's coercion, but no implicit casts among numbers or among strings when rows are inserted:
 * they would round, where the writer checks each value and names the column of one that does not
 * fit.
 */
final class AssignmentCoercion extends TypeCoercionImpl {
  AssignmentCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
    super(typeFactory, validator);
  }

  @Override
  public boolean querySourceCoercion(
      @Nullable SqlValidatorScope scope,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    List<RelDataType> types =
        IntStream.range(0, sourceRowType.getFieldCount())
            .mapToObj(i -> target(type(sourceRowType, i), type(targetRowType, i)))
            .toList();
    RelDataType adjusted = factory.createStructType(types, sourceRowType.getFieldNames());
    return super.querySourceCoercion(scope, sourceRowType, adjusted, query);
  }

  private static RelDataType type(RelDataType rowType, int column) {
    return rowType.getFieldList().get(column).getType();
  }

  private static RelDataType target(RelDataType source, RelDataType target) {
    boolean checkedByWriter =
        SqlTypeUtil.isNumeric(source) && SqlTypeUtil.isNumeric(target)
            || SqlTypeUtil.isCharacter(source) && SqlTypeUtil.isCharacter(target)
            || SqlTypeUtil.isBinary(source) && SqlTypeUtil.isBinary(target);
    return checkedByWriter ? source : target;
  }
}
