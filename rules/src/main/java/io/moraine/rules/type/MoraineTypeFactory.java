/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Types of which no common type drops a fraction digit. Where decimals have more integer and
 * fraction digits together than a DECIMAL, Calcite's common type cuts the fraction silently; here
 * it keeps the fraction, and a value whose integer digits do not fit beside it fails its cast.
 */
public final class MoraineTypeFactory extends JavaTypeFactoryImpl {
  /** A factory of {@link MoraineTypeSystem}'s types. */
  public MoraineTypeFactory() {
    super(MoraineTypeSystem.INSTANCE);
  }

  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType common = super.leastRestrictive(types, mappingRule);
    if (common == null || common.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return common;
    }
    int scale =
        types.stream()
            .filter(SqlTypeUtil::isExactNumeric)
            .mapToInt(RelDataType::getScale)
            .max()
            .orElse(0);
    if (scale <= common.getScale()) {
      return common;
    }
    RelDataType wide =
        createSqlType(SqlTypeName.DECIMAL, MoraineTypeSystem.MAX_DECIMAL_PRECISION, scale);
    return createTypeWithNullability(wide, common.isNullable());
  }

  @Override
  protected RelDataType canonize(RelDataType type) {
    return super.canonize(OpenStruct.plain(type));
  }

  /**
   * Whether these are exact numbers of which some have more integer digits than a DECIMAL has
   * beside the fraction digits of others. They are compared as they are: cast to one type, some
   * would fail where the comparison is just false.
   */
  public static boolean lackCommonDecimal(List<RelDataType> types) {
    int scale = 0;
    int digits = 0;
    for (RelDataType type : types) {
      if (!SqlTypeUtil.isExactNumeric(type)) {
        return false;
      }
      scale = Math.max(scale, type.getScale());
      digits = Math.max(digits, type.getPrecision() - type.getScale());
    }
    return digits + scale > MoraineTypeSystem.MAX_DECIMAL_PRECISION;
  }
}
