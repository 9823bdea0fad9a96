/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import io.moraine.rules.type.MoraineConformance;
import io.moraine.rules.type.MoraineTypeSystem;
import io.moraine.rules.type.TypeMapping;
import java.util.Properties;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.iceberg.Schema;

/** WHERE conditions on one Iceberg table {@code t}, parsed, validated and converted by Calcite. */
final class SqlConditions {
  private final RelDataTypeFactory types = new JavaTypeFactoryImpl(MoraineTypeSystem.INSTANCE);
  private final CalciteSchema root = CalciteSchema.createRootSchema(false);

  SqlConditions(Schema schema) {
    root.add(
        "t",
        new AbstractTable() {
          @Override
          public RelDataType getRowType(RelDataTypeFactory factory) {
            return TypeMapping.rowType(factory, schema);
          }
        });
  }

  /** The condition as it stands in the filter over the table's scan. */
  RexNode parse(String condition) throws SqlParseException {
    RelNode rel = convert("SELECT 1 FROM t WHERE " + condition);
    while (!(rel instanceof Filter)) {
      rel = rel.getInput(0);
    }
    return ((Filter) rel).getCondition();
  }

  RelNode convert(String sql) throws SqlParseException {
    SqlNode parsed =
        SqlParser.create(
                sql,
                SqlParser.config()
                    .withConformance(MoraineConformance.INSTANCE)
                    .withUnquotedCasing(Casing.UNCHANGED))
            .parseStmt();
    Properties properties = new Properties();
    properties.setProperty("caseSensitive", "false");
    CalciteCatalogReader catalog =
        new CalciteCatalogReader(
            root, java.util.List.of(), types, new CalciteConnectionConfigImpl(properties));
    SqlValidator validator =
        SqlValidatorUtil.newValidator(
            SqlStdOperatorTable.instance(),
            catalog,
            types,
            SqlValidator.Config.DEFAULT.withConformance(MoraineConformance.INSTANCE));
    RelOptCluster cluster =
        RelOptCluster.create(new HepPlanner(HepProgram.builder().build()), new RexBuilder(types));
    return new SqlToRelConverter(
            (rowType, queryString, schemaPath, viewPath) -> null,
            validator,
            catalog,
            cluster,
            StandardConvertletTable.INSTANCE,
            SqlToRelConverter.config().withExpand(false))
        .convertQuery(validator.validate(parsed), false, true)
        .rel;
  }
}
