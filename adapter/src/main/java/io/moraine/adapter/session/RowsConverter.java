/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's converter, but {@code INSERT INTO … VALUES} keeps values as they were written: Calcite
 * would round them to the columns' types, where the writer checks each value and names the column
 * and row of one that does not fit.
 */
final class RowsConverter extends SqlToRelConverter {
  private final SqlValidator rowTypes;
  private final RelBuilder builder;

  RowsConverter(
      RelOptTable.ViewExpander views,
      SqlValidator validator,
      Prepare.CatalogReader reader,
      RelOptCluster cluster,
      Config config) {
    super(views, validator, reader, cluster, StandardConvertletTable.INSTANCE, config);
    this.rowTypes = validator;
    this.builder =
        config
            .getRelBuilderFactory()
            .create(cluster, null)
            .transform(config.getRelBuilderConfigTransform());
  }

  @Override
  protected RelRoot convertQueryRecursive(
      SqlNode query, boolean top, @Nullable RelDataType targetRowType) {
    boolean rows = targetRowType != null && query.getKind() == SqlKind.VALUES;
    return super.convertQueryRecursive(
        query, top, rows ? written(query, targetRowType) : targetRowType);
  }

  @Override
  protected RelFieldTrimmer newFieldTrimmer() {
    return new FieldTrimmer(rowTypes, builder);
  }

  private RelDataType written(SqlNode values, RelDataType target) {
    RelDataType source = rowTypes.getValidatedNodeType(values);
    List<RelDataType> types =
        IntStream.range(0, target.getFieldCount())
            .mapToObj(i -> written(type(source, i), type(target, i)))
            .toList();
    RelDataTypeFactory factory = rowTypes.getTypeFactory();
    return factory.createStructType(types, target.getFieldNames());
  }

  private static RelDataType type(RelDataType rowType, int column) {
    return rowType.getFieldList().get(column).getType();
  }

  private static RelDataType written(RelDataType source, RelDataType target) {
    boolean text = SqlTypeUtil.isCharacter(source) && SqlTypeUtil.isCharacter(target);
    // A literal for a REAL or DOUBLE column means the nearest number.
    boolean nearest = SqlTypeUtil.isApproximateNumeric(target) && SqlTypeUtil.isNumeric(source);
    return AssignmentCoercion.checkedByWriter(source, target) && !text && !nearest
        ? source
        : target;
  }
}
