/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.IcebergScan;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;

/**
 * Writes a tree as the engine's SQL. Public, as are its {@code visit} methods, because Calcite
 * calls them by reflection.
 */
public final class SqlGenerator extends RelToSqlConverter {
  private final String prefix;
  private final LinkedHashMap<String, Leaf> leaves = new LinkedHashMap<>();

  private SqlGenerator(String prefix) {
    super(DuckDialect.INSTANCE);
    this.prefix = prefix;
  }

  /** The SQL of a tree over scans of Iceberg tables. */
  static GeneratedSql generate(RelNode tree) {
    return generate(tree, "leaf");
  }

  private static GeneratedSql generate(RelNode tree, String prefix) {
    SqlGenerator generator = new SqlGenerator(prefix);
    RelNode rewritten = new DuckRewrite(tree.getCluster().getRexBuilder()).apply(tree);
    String nonce = "parameter-" + UUID.randomUUID();
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
    String text = writer.format(generator.visitRoot(rewritten).asStatement());
    return GeneratedSql.cut(text, nonce, parameterTypes(tree), generator.leaves);
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

  private Result leaf(RelNode node, Leaf leaf) {
    return result(
        new SqlIdentifier(leaf.name(), SqlParserPos.ZERO), List.of(Clause.FROM), node, null);
  }
}
