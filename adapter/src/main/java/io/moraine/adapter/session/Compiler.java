/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.ddl.DdlStatements;
import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.adapter.runtime.Library;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.parser.MoraineParser;
import io.moraine.rules.IcebergInsert;
import io.moraine.rules.UnreducedConstants;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.MoraineConformance;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/** From a statement's text to what the runtime executes, over the schemas that it sees. */
final class Compiler {
  private static final SqlParser.Config PARSER =
      MoraineParser.config().withConformance(MoraineConformance.INSTANCE);

  private static final SqlToRelConverter.Config CONVERTER =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(true)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          .withRemoveSortInSubQuery(false)
          // Merging early computes the columns twice that a sub-query refers to.
          // Over one row, GROUPING would become a literal that is no BIGINT.
          .addRelBuilderConfigTransform(
              config -> config.withBloat(-1).withSimplify(false).withAggregateUnique(true));

  private final RelDataTypeFactory typeFactory;
  private final CatalogReader reader;
  private final boolean showsHidden;

  /**
   * A compiler of one statement.
   *
   * @param showsHidden whether there are tables that have their hidden columns
   */
  Compiler(
      CalciteSchema statementSchema,
      boolean showsHidden,
      List<String> schemaPath,
      RelDataTypeFactory typeFactory,
      CalciteConnectionConfig config) {
    this.typeFactory = typeFactory;
    this.showsHidden = showsHidden;
    this.reader = new CatalogReader(statementSchema, schemaPath, typeFactory, config);
  }

  /**
   * Compiles one statement.
   *
   * @throws MoraineException what the validator refuses, or what a table or catalog fails with
   */
  CompiledStatement compile(SqlNode parsed) {
    try {
      return statement(parsed);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw SqlErrors.invalid(e);
    }
  }

  /** The columns of the query of a view. */
  static RelDataType rowType(
      CalciteSchema live, String sql, List<String> schemaPath, RelDataTypeFactory types) {
    CalciteConnectionConfig config = new CalciteConnectionConfigImpl(new Properties());
    CalciteSchema seen = StatementSchema.of(live);
    SqlValidator validator = new Compiler(seen, false, schemaPath, types, config).validator();
    return validator.getValidatedNodeType(validator.validate(parse(sql)));
  }

  /**
   * Parses one statement.
   *
   * @throws MoraineException SYNTAX_ERROR
   */
  static SqlNode parse(String sql) {
    if (sql.indexOf('\0') >= 0) {
      throw new MoraineException(
          ErrorCode.SYNTAX_ERROR, "Syntax error: the statement holds the character NUL");
    }
    TermCount.check(sql);
    try {
      return Forms.in(WrittenLiterals.in(MoraineParser.parse(sql, PARSER), sql));
    } catch (SqlParseException e) {
      throw SqlErrors.syntax(e);
    } catch (StackOverflowError e) {
      throw SqlErrors.invalid(e);
    }
  }

  private CompiledStatement statement(SqlNode parsed) {
    if (parsed instanceof SqlExplain explain) {
      RelDataType rowType =
          typeFactory.builder().add("PLAN", typeFactory.createSqlType(SqlTypeName.VARCHAR)).build();
      return new CompiledStatement.Explain(statement(explain.getExplicandum()), rowType);
    }
    if (parsed instanceof SqlSetOption option) {
      return new CompiledStatement.SetOption(option);
    }
    if (DdlStatements.handles(parsed)) {
      return new CompiledStatement.Ddl(parsed);
    }
    if (parsed.isA(SqlKind.QUERY) || parsed.getKind() == SqlKind.INSERT) {
      return queryOrInsert(parsed);
    }
    throw new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        "Statements of kind " + parsed.getKind() + " are not supported yet");
  }

  private CompiledStatement queryOrInsert(SqlNode parsed) {
    SqlValidator validator = validator();
    parsed.accept(new IntervalPrecision());
    parsed.accept(new MultisetTests());
    SqlNode validated = validator.validate(parsed);
    validated.accept(new RepeatedKeys());
    OuterAggregates.refuse(validated);
    List<RelDataType> parameters =
        validator.getParameterRowType(validated).getFieldList().stream()
            .map(f -> f.getType())
            .toList();
    RelNode tree = convert(validator, validated);
    if (tree instanceof IcebergInsert insert) {
      IcebergTable target = (IcebergTable) insert.target();
      target.requireReadable(
          IntStream.range(0, insert.source().getRowType().getFieldCount()).boxed().toList());
      RelNode source = Optimizer.optimize(insert.source());
      return new CompiledStatement.Insert(
          target, ColumnarRuntime.compile(source), source, parameters);
    }
    if (tree instanceof TableModify modify) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          modify.getOperation()
              + " of table "
              + String.join(".", modify.getTable().getQualifiedName())
              + " is not supported: it is not an Iceberg table");
    }
    RelNode optimized = Optimizer.optimize(tree);
    return new CompiledStatement.Query(
        ColumnarRuntime.compile(optimized),
        optimized,
        validator.getValidatedNodeType(validated),
        validator.getFieldOrigins(validated),
        parameters);
  }

  private SqlValidator validator() {
    return validator(reader);
  }

  private SqlValidator validator(CatalogReader names) {
    return new StatementValidator(
        SqlOperatorTables.chain(Library.operators(), names),
        names,
        typeFactory,
        SqlValidator.Config.DEFAULT
            .withConformance(MoraineConformance.INSTANCE)
            .withIdentifierExpansion(true)
            .withTypeCoercionFactory(AssignmentCoercion::new));
  }

  private RelNode convert(SqlValidator validator, SqlNode validated) {
    HepPlanner planner = new HepPlanner(HepProgram.builder().build());
    UnreducedConstants.in(planner);
    RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(typeFactory));
    SqlToRelConverter converter =
        new RowsConverter(new Views(cluster), validator, reader, cluster, CONVERTER);
    RelRoot root = converter.convertQuery(validated, false, true);
    RelNode tree = root.project();
    return converter.trimUnusedFields(root.isRefTrivial(), tree);
  }

  /** Expands views that a model declares. */
  private final class Views implements RelOptTable.ViewExpander {
    private final RelOptCluster cluster;

    Views(RelOptCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public RelRoot expandView(
        RelDataType rowType,
        String queryString,
        List<String> schemaPath,
        @Nullable List<String> viewPath) {
      CatalogReader viewReader = reader.withSchemaPath(schemaPath);
      SqlValidator validator = validator(viewReader);
      SqlNode parsed = parse(queryString);
      if (showsHidden) {
        HiddenNames.refuseMerges(parsed);
      }
      SqlNode validated = validator.validate(parsed);
      validated.accept(new RepeatedKeys());
      OuterAggregates.refuse(validated);
      return new SqlToRelConverter(
              this, validator, viewReader, cluster, Convertlets.INSTANCE, CONVERTER)
          .convertQuery(validated, false, true);
    }
  }
}
