/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Types of which none holds another's values cut: Calcite's common type of DECIMAL(38, 0) and
 * DECIMAL(38, 30) is DECIMAL(38, 0), under which 0.1 is 0.
 */
public final class ExactTypeFactory extends JavaTypeFactoryImpl {
  /** A factory with the project's type system. */
  public ExactTypeFactory() {
    super(MoraineTypeSystem.INSTANCE);
  }

  /**
   * The common type of several.
   *
   * @throws MoraineException NOT_SUPPORTED if all of them are decimals whose digits do not fit into
   *     one decimal
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType common = super.leastRestrictive(types, mappingRule);
    if (common != null && common.getSqlTypeName() == SqlTypeName.DECIMAL) {
      types.stream()
          .filter(type -> type.getSqlTypeName() == SqlTypeName.DECIMAL)
          .filter(type -> type.getScale() > common.getScale())
          .findFirst()
          .ifPresent(
              type -> {
                throw new MoraineException(
                    ErrorCode.NOT_SUPPORTED,
                    "The types "
                        + types
                        + " have no common type of at most 38 digits: CAST one side, so that "
                        + type
                        + " keeps its fraction");
              });
    }
    return common;
  }
}
