/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.NlsString;
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
    super(views, validator, reader, cluster, Convertlets.INSTANCE, config);
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

  /**
   * Literals that Calcite would compare otherwise than the engine: it takes the bytes of a UUID for
   * signed ones, and sorts strings by units of UTF-16. As calls it cannot compare them.
   */
  @Override
  protected @Nullable RexNode convertExtendedExpression(SqlNode node, Blackboard scope) {
    if (!(node instanceof SqlLiteral literal)) {
      return null;
    }
    if (literal.getValue() instanceof UUID uuid) {
      RelDataType type = rowTypes.getTypeFactory().createSqlType(SqlTypeName.UUID);
      return rexBuilder.makeAbstractCast(type, rexBuilder.makeLiteral(uuid.toString()), false);
    }
    if (literal.getValue() instanceof NlsString text
        && text.getValue().chars().anyMatch(c -> Character.isSurrogate((char) c))) {
      return rexBuilder.makeCall(
          SqlStdOperatorTable.CONCAT, rexBuilder.makeLiteral(""), rexBuilder.makeCharLiteral(text));
    }
    return null;
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
