/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.metadata.MetadataTable;
import io.moraine.adapter.plan.MetadataAnswer;
import io.moraine.adapter.plan.ScanPlan;
import io.moraine.adapter.plan.ScanPlanner;
import io.moraine.adapter.schema.HiddenColumns;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.rules.IcebergScan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.duckdb.DuckDBConnection;

/** Binds the leaves and parameters of generated SQL for one execution. */
final class LeafBinder {
  private final Execution execution;
  private final Connection engine;
  private final ParquetFooters footers;
  private final PositionDeletes deletes;

  /** The plans of scans that metadata alone could not answer. */
  private final Map<List<Object>, ScanPlan> planned = new HashMap<>();

  LeafBinder(Execution execution, Connection engine, ParquetFooters footers) {
    this.execution = execution;
    this.engine = engine;
    this.footers = footers;
    this.deletes = new PositionDeletes(execution, (DuckDBConnection) engine);
  }

  /** The complete texts, one a body: the leaves as common table expressions, then the query. */
  List<String> bind(GeneratedSql sql) throws SQLException {
    String leaves = leaves(sql);
    return sql.bodies().stream().map(body -> text(leaves, body(body))).toList();
  }

  private String leaves(GeneratedSql sql) throws SQLException {
    StringBuilder text = new StringBuilder();
    for (Leaf leaf : sql.leaves()) {
      text.append(text.isEmpty() ? "WITH " : ", ")
          .append(SqlText.identifier(leaf.name()))
          .append(" AS NOT MATERIALIZED (")
          .append(leaf(leaf))
          .append(")");
    }
    for (ForeignLeaf leaf : sql.foreign()) {
      text.append(text.isEmpty() ? "WITH " : ", ")
          .append(leaf.commonTable(execution.foreign().sql(leaf.scan())));
    }
    return text.toString();
  }

  private static String text(String leaves, String body) {
    if (leaves.isEmpty()) {
      return body;
    }
    // The query may begin with expressions of its own, which go on the same list.
    return body.startsWith(SqlGenerator.WITH)
        ? leaves + ", " + body.substring(SqlGenerator.WITH.length())
        : leaves + " " + body;
  }

  private String body(GeneratedSql.Body written) {
    StringBuilder body = new StringBuilder(written.pieces().get(0));
    for (int i = 0; i < written.parameters().size(); i++) {
      GeneratedSql.Parameter parameter = written.parameters().get(i);
      body.append(
              ParameterText.sql(
                  parameter.index() + 1,
                  parameter.type(),
                  execution.parameters().value(parameter.index())))
          .append(written.pieces().get(i + 1));
    }
    return body.toString();
  }

  private String leaf(Leaf leaf) throws SQLException {
    execution.cancellation().check();
    if (leaf instanceof Leaf.AggregateLeaf aggregate) {
      return aggregate(aggregate);
    }
    IcebergTable table = (IcebergTable) leaf.target();
    Table state = execution.pins().state(table);
    return table.metadataType().isPresent()
        ? metadataTable(table, state, leaf.scan(), table.metadataType().get())
        : files(table, state, leaf.scan());
  }

  private String files(IcebergTable table, Table state, IcebergScan scan) throws SQLException {
    ScanPlan known = planned.get(List.of(table.fullName(), scan.spec()));
    ScanPlan plan = known == null ? plan(table, state, scan, false) : known;
    LeafSql sql =
        new LeafSql(
            table.fullName(),
            table.lease().roots(),
            plan,
            execution,
            columns(state.schema(), scan),
            names(scan));
    LeafText text = sql.generate(state, engine, footers, deletes);
    deletes.bind(state, table.fullName(), text.deleted());
    return text.sql();
  }

  private ScanPlan plan(IcebergTable table, Table state, IcebergScan scan, boolean columnStats) {
    return new ScanPlanner(
            execution.parameters(), execution.zone(), execution.cancellation()::check)
        .plan(state, table.fullName(), scan.spec(), columnStats);
  }

  private static List<Types.NestedField> columns(Schema schema, IcebergScan scan) {
    return scan.spec().columns().stream()
        .map(position -> HiddenColumns.column(schema, position))
        .toList();
  }

  private static List<String> names(IcebergScan scan) {
    return scan.getRowType().getFieldNames();
  }

  private String aggregate(Leaf.AggregateLeaf leaf) throws SQLException {
    IcebergTable table = (IcebergTable) leaf.target();
    if (table.metadataType().isPresent()) {
      return written(leaf);
    }
    Table state = execution.pins().state(table);
    ScanPlan plan = plan(table, state, leaf.scan(), true);
    List<Object> key = List.of(table.fullName(), leaf.scan().spec());
    planned.put(key, plan);
    AnswerSql answer = new AnswerSql(state.schema(), leaf.aggregate());
    Optional<MetadataAnswer> told =
        MetadataAnswer.of(plan, leaf.aggregate().aggregates()).filter(answer::canWrite);
    if (told.isEmpty()) {
      return written(leaf);
    }
    if (told.get().isWhole()) {
      return answer.whole(told.get().rows());
    }
    planned.put(key, told.get().rest());
    String rest = written(leaf);
    planned.put(key, plan);
    return answer.with(told.get().rows(), rest);
  }

  private String written(Leaf.AggregateLeaf leaf) throws SQLException {
    return bind(leaf.written()).get(0);
  }

  private String metadataTable(
      IcebergTable table, Table state, IcebergScan scan, MetadataTableType type)
      throws SQLException {
    MetadataTable rows = MetadataTable.of(state, type);
    String name =
        SqlText.identifier(
            new MetadataRows(engine, table.fullName(), execution.cancellation()).load(rows));
    List<String> names = names(scan);
    List<Integer> positions = scan.spec().columns();
    return "SELECT "
        + String.join(
            ", ",
            IntStream.range(0, positions.size())
                .mapToObj(i -> "c" + positions.get(i) + " AS " + SqlText.identifier(names.get(i)))
                .toList())
        + " FROM "
        + name;
  }
}
