/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/** Row types whose field names differ by more than case. */
public final class DistinctNames {
  private DistinctNames() {}

  /** The same fields under names that differ by more than case. */
  public static RelDataType of(RelDataTypeFactory typeFactory, RelDataType rowType) {
    List<String> names = SqlValidatorUtil.uniquify(rowType.getFieldNames(), false);
    if (names.equals(rowType.getFieldNames())) {
      return rowType;
    }
    return typeFactory.createStructType(
        rowType.getFieldList().stream().map(f -> f.getType()).toList(), names);
  }
}
