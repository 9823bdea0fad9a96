/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.IcebergScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes a tree as the engine's SQL. Public, as are its {@code visit} methods, because Calcite
 * calls them by reflection.
 */
public final class SqlGenerator extends RelToSqlConverter {
  /** What a query begins with that has common table expressions of its own. */
  static final String WITH = "WITH ";

  private final String prefix;
  private final LinkedHashMap<String, Leaf> leaves = new LinkedHashMap<>();
  private final LinkedHashMap<String, ForeignLeaf> foreign = new LinkedHashMap<>();
  private final LinkedHashMap<String, SqlNode> shared = new LinkedHashMap<>();
  private int outers;

  private SqlGenerator(String prefix) {
    super(DuckDialect.INSTANCE);
    this.prefix = prefix;
  }

  /** The SQL of a tree over scans of Iceberg tables. */
  static GeneratedSql generate(RelNode tree) {
    return generate(tree, "leaf");
  }

  private static GeneratedSql generate(RelNode tree, String prefix) {
    Sums whole = Sums.whole();
    GeneratedSql fast = generate(tree, prefix, whole);
    return whole.areTried() ? fast.or(generate(tree, prefix, Sums.inParts())) : fast;
  }

  private static GeneratedSql generate(RelNode tree, String prefix, Sums sums) {
    SqlGenerator generator = new SqlGenerator(prefix);
    String nonce = "statement-" + UUID.randomUUID();
    Products products = new Products(nonce);
    DuckRewrite rewrite = new DuckRewrite(tree.getCluster().getRexBuilder(), products, sums);
    RelNode rewritten = rewrite.apply(tree);
    // Of a function of Java it is not known whether it says the same twice.
    RelNode written = rewrite.functions().isEmpty() ? SharedTrees.of(rewritten, prefix) : rewritten;
    String main = generator.text(generator.visitRoot(written).asStatement(), nonce);
    String text = generator.withShared(main, nonce);
    Map<Integer, RelDataType> types = parameterTypes(rewritten);
    GeneratedSql.Body wide = GeneratedSql.Body.cut(products.wide(text), nonce, types);
    return new GeneratedSql(
            products.areTried()
                ? List.of(GeneratedSql.Body.cut(products.narrow(text), nonce, types), wide)
                : List.of(wide),
            List.copyOf(generator.leaves.values()),
            List.copyOf(generator.foreign.values()),
            Set.copyOf(rewrite.functions()),
            Nanos.instants(tree.getRowType().getFieldList()))
        .askedOnce();
  }

  private String text(SqlNode statement, String nonce) {
    SqlPrettyWriter writer =
        new SqlPrettyWriter(
            SqlPrettyWriter.config()
                .withDialect(DuckDialect.INSTANCE)
                .withAlwaysUseParentheses(false)
                .withQuoteAllIdentifiers(true)) {
          @Override
          public void dynamicParam(int index) {
            print(nonce + "[" + index + "]");
            setNeedWhitespace(true);
          }
        };
    return writer.format(statement);
  }

  /** Rows that are used in several places come first. */
  private String withShared(String main, String nonce) {
    if (shared.isEmpty()) {
      return main;
    }
    List<String> expressions = new ArrayList<>();
    shared.forEach(
        (name, rows) ->
            expressions.add(
                SqlText.identifier(name) + " AS MATERIALIZED (" + text(rows, nonce) + ")"));
    return WITH + String.join(", ", expressions) + " " + main;
  }

  /** The types of the parameters in a tree, by their numbers from 0. */
  static Map<Integer, RelDataType> parameterTypes(RelNode tree) {
    Map<Integer, RelDataType> types = new HashMap<>();
    collect(tree, types);
    return types;
  }

  private static void collect(RelNode tree, Map<Integer, RelDataType> types) {
    RelNode node = tree.stripped();
    if (node instanceof IcebergAggregate aggregate) {
      collect(aggregate.written(), types);
    }
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam parameter) {
            types.put(parameter.getIndex(), parameter.getType());
            return parameter;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            collect(subQuery.rel, types);
            return super.visitSubQuery(subQuery);
          }
        });
    node.getInputs().forEach(input -> collect(input, types));
  }

  /** A leaf for a scan; the same scan twice is the same leaf. */
  public Result visit(IcebergScan scan) {
    return leaf(
        scan,
        leaves.computeIfAbsent(
            scan.getDigest(), d -> new Leaf.ScanLeaf(prefix + "$" + leaves.size(), scan)));
  }

  /** A leaf for a foreign table; the same scan twice is read once. */
  public Result visit(ForeignScan scan) {
    ForeignLeaf leaf =
        foreign.compute(
            scan.getDigest(),
            (d, known) ->
                known == null
                    ? new ForeignLeaf(prefix + "$foreign" + foreign.size(), scan, false)
                    : known.shared());
    return result(
        new SqlIdentifier(leaf.name(), SqlParserPos.ZERO), List.of(Clause.FROM), scan, null);
  }

  /** A leaf for an aggregate that metadata may answer. */
  public Result visit(IcebergAggregate aggregate) {
    return leaf(
        aggregate,
        leaves.computeIfAbsent(
            aggregate.getDigest(),
            d -> {
              String name = prefix + "$" + leaves.size();
              return new Leaf.AggregateLeaf(
                  name, aggregate, generate(aggregate.written(), name + "$"));
            }));
  }

  /** Rows that are written once, by the name that they get there. */
  public Result visit(SharedRows rows) {
    if (!shared.containsKey(rows.name())) {
      SqlNode written = dispatch(rows.rows()).asStatement();
      shared.put(rows.name(), written);
    }
    return result(
        new SqlIdentifier(rows.name(), SqlParserPos.ZERO), List.of(Clause.FROM), rows, null);
  }

  /** Columns keep their names: the engine would name one after all of its expression's text. */
  @Override
  protected boolean isAnon() {
    return false;
  }

  /** A filter; one whose sub-queries refer to its rows gives these a name of their own. */
  @Override
  public Result visit(Filter filter) {
    if (filter.getVariablesSet().isEmpty() && !RowQuery.isIn(filter)) {
      return super.visit(filter);
    }
    Outer outer = outer(filter);
    return outer.select(
        SqlNodeList.SINGLETON_STAR, outer.context().toSql(null, filter.getCondition()), filter);
  }

  /** A lateral join; Calcite writes each as an inner one. */
  @Override
  public Result visit(Correlate correlate) {
    Result rows = super.visit(correlate);
    if (correlate.getJoinType() == JoinRelType.LEFT) {
      SqlJoin join = (SqlJoin) rows.asFrom();
      join.setOperand(2, JoinType.LEFT.symbol(SqlParserPos.ZERO));
      join.setOperand(4, JoinConditionType.ON.symbol(SqlParserPos.ZERO));
      join.setOperand(5, SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    }
    return rows;
  }

  /** A projection; one whose sub-queries refer to its rows gives these a name of their own. */
  @Override
  public Result visit(Project project) {
    boolean plain = project.getVariablesSet().isEmpty() && !RowQuery.isIn(project);
    Result rows = plain ? super.visit(project) : correlated(project);
    return isRepeatable(project)
        ? rows
        : result(
            as(rows.asSelect(), prefix + "$rows" + outers++), List.of(Clause.FROM), project, null);
  }

  private Result correlated(Project project) {
    Outer outer = outer(project);
    List<SqlNode> columns = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      addSelect(columns, outer.context().toSql(null, expression), project.getRowType());
    }
    return outer.select(new SqlNodeList(columns, SqlParserPos.ZERO), null, project);
  }

  /** The elements of a list, the entries of a map; the fields of structs are columns. */
  public Result visit(Uncollect uncollect) {
    Result rows = visitInput(uncollect, 0);
    RelDataTypeField collection = uncollect.getInput().getRowType().getFieldList().get(0);
    SqlSelect select =
        Unnesting.of(
            uncollect, as(rows.asSelect(), prefix + "$rows" + outers++), collection.getType());
    return result(select, List.of(Clause.SELECT), uncollect, null);
  }

  /** A union; one of single rows is a list of rows, as thousands of SELECTs are too many levels. */
  @Override
  public Result visit(Union union) {
    if (!union.all) {
      return super.visit(union);
    }
    List<RelNode> parts = new ArrayList<>();
    flatten(union, union.getRowType(), parts);
    if (parts.stream().allMatch(SqlGenerator::isRow)) {
      return rows(union, parts);
    }
    if (parts.size() <= 2) {
      return super.visit(union);
    }
    Union flat = LogicalUnion.create(parts, true);
    List<SqlNode> selects = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Result part = visitInput(flat, i);
      selects.add(part.asQueryOrValues());
    }
    return result(balanced(selects), List.of(Clause.SET_OP), union, null);
  }

  /** The parts of unions of unions of rows of one type. */
  private static void flatten(RelNode node, RelDataType rowType, List<RelNode> parts) {
    boolean union =
        node instanceof Union part
            && part.all
            && RelOptUtil.areRowTypesEqual(part.getRowType(), rowType, false);
    if (union) {
      node.getInputs().forEach(input -> flatten(input, rowType, parts));
    } else {
      parts.add(node);
    }
  }

  /** A union of no more levels than needed: the engine allows but so many. */
  private static SqlNode balanced(List<SqlNode> selects) {
    int size = selects.size();
    return size == 1
        ? selects.get(0)
        : SqlStdOperatorTable.UNION_ALL.createCall(
            SqlParserPos.ZERO,
            balanced(selects.subList(0, size / 2)),
            balanced(selects.subList(size / 2, size)));
  }

  private Result rows(Union union, List<RelNode> parts) {
    Context context = aliasContext(Map.of(), false);
    SqlNodeList rows = new SqlNodeList(SqlParserPos.ZERO);
    for (RelNode input : parts) {
      List<SqlNode> values =
          ((Project) input).getProjects().stream().map(e -> context.toSql(null, e)).toList();
      rows.add(SqlInternalOperators.ANONYMOUS_ROW.createCall(SqlParserPos.ZERO, values));
    }
    String[] names = union.getRowType().getFieldNames().toArray(new String[0]);
    SqlNode table = as(SqlStdOperatorTable.VALUES.createCall(rows), "t", names);
    return result(table, List.of(Clause.SELECT), union, null);
  }

  /**
   * Whether GROUP BY and ORDER BY above may repeat the columns' expressions. Window functions may
   * not stand there, and literals would be the positions of columns.
   */
  private static boolean isRepeatable(Project project) {
    return !project.containsOver()
        && project.getProjects().stream().noneMatch(RexLiteral.class::isInstance);
  }

  private static boolean isRow(RelNode node) {
    return node instanceof Project project
        && project.getInput() instanceof Values values
        && values.getTuples().size() == 1
        && project.getVariablesSet().isEmpty()
        && !project.containsOver()
        && RelOptUtil.InputFinder.bits(project.getProjects(), null).isEmpty()
        && project.getProjects().stream().allMatch(e -> RexUtil.SubQueryFinder.find(e) == null);
  }

  /**
   * The rows that the sub-queries of a node refer to. Calcite finds a name for them that may be
   * that of a table further in, or that of a column before it was renamed.
   */
  private Outer outer(SingleRel node) {
    RelNode input = node.getInput();
    Result rows = visitInput(node, 0, Set.of());
    SqlSelect select = rows.asSelect();
    if (input instanceof Join || input instanceof Correlate) {
      select.setSelectList(uniqueColumns(rows.qualifiedContext(), input.getRowType()));
    }
    String name = prefix + "$outer" + outers++;
    Context context = aliasContext(Map.of(name, input.getRowType()), true);
    node.getVariablesSet().forEach(variable -> correlTableMap.put(variable, context));
    return new Outer(as(select, name), context);
  }

  private SqlNodeList uniqueColumns(Context context, RelDataType rowType) {
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      columns.add(as(context.field(i), rowType.getFieldNames().get(i)));
    }
    return new SqlNodeList(columns, SqlParserPos.ZERO);
  }

  /** Named rows, and how expressions refer to them. */
  private final class Outer {
    private final SqlNode from;
    private final Context context;

    Outer(SqlNode from, Context context) {
      this.from = from;
      this.context = context;
    }

    Context context() {
      return context;
    }

    Result select(SqlNodeList columns, @Nullable SqlNode where, RelNode node) {
      SqlSelect select =
          new SqlSelect(
              SqlParserPos.ZERO,
              null,
              columns,
              from,
              where,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null);
      return result(select, List.of(where == null ? Clause.SELECT : Clause.WHERE), node, null);
    }
  }

  private Result leaf(RelNode node, Leaf leaf) {
    return result(
        new SqlIdentifier(leaf.name(), SqlParserPos.ZERO), List.of(Clause.FROM), node, null);
  }
}
