/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.ImmutableList;
import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.IcebergScan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlMinMaxAggFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** A tree whose expressions and aggregates are in the engine's terms. */
final class DuckRewrite {
  private final DuckExpressions expressions;
  private final RexBuilder rexBuilder;

  DuckRewrite(RexBuilder rexBuilder) {
    this.rexBuilder = rexBuilder;
    this.expressions = new DuckExpressions(rexBuilder, this::apply);
  }

  /** The functions of models that the rewritten expressions call. */
  Set<JavaFunction> functions() {
    return expressions.functions();
  }

  RelNode apply(RelNode node) {
    RelNode rel = node.stripped();
    if (rel instanceof IcebergScan || rel instanceof IcebergAggregate) {
      return rel;
    }
    if (rel instanceof ForeignScan foreign) {
      foreign.requireReadable();
      return rel;
    }
    if (rel instanceof TableScan scan) {
      throw DuckExpressions.unsupported(
          "reading "
              + String.join(".", scan.getTable().getQualifiedName())
              + ", which is not an Iceberg table,");
    }
    if (rel instanceof Sample) {
      throw DuckExpressions.unsupported("TABLESAMPLE");
    }
    List<RelNode> inputs = inputs(rel);
    RelNode copied = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return rewrite(copied);
  }

  /** One operator, over inputs that stay as they are. */
  RelNode rewrite(RelNode operator) {
    if (operator instanceof Values values) {
      return values(values);
    }
    // A sort has only column references, and limits that must stay literals.
    RelNode rewritten = operator instanceof Sort ? operator : operator.accept(expressions);
    return rewritten instanceof Aggregate aggregate ? aggregate(aggregate) : rewritten;
  }

  private List<RelNode> inputs(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(this::apply).toList();
    return rel instanceof Correlate && inputs.get(0) instanceof BiRel
        ? List.of(numbered(inputs.get(0)), inputs.get(1))
        : inputs;
  }

  /** Columns of a join whose names differ, so that a name alone tells which is meant. */
  private static RelNode numbered(RelNode join) {
    List<RelDataTypeField> fields = join.getRowType().getFieldList();
    return LogicalProject.create(
        join,
        List.of(),
        fields.stream().map(f -> RexInputRef.of(f.getIndex(), fields)).toList(),
        fields.stream().map(f -> "c" + f.getIndex() + "$" + f.getName()).toList(),
        Set.of());
  }

  private RelNode aggregate(Aggregate aggregate) {
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream().map(call -> translate(aggregate, call)).toList();
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  private static AggregateCall translate(Aggregate aggregate, AggregateCall call) {
    SqlAggFunction function =
        switch (call.getAggregation().getKind()) {
          case COUNT -> count(call);
          case MIN, MAX ->
              call.getAggregation() instanceof SqlMinMaxAggFunction minMax
                  ? minMax(minMax, call.getType())
                  : call.getAggregation();
          case GROUPING, ANY_VALUE, SINGLE_VALUE -> call.getAggregation();
          case SUM -> sum(argument(aggregate, call), call.getType());
          case AVG -> average(argument(aggregate, call), call);
          default ->
              throw DuckExpressions.unsupported("aggregate " + call.getAggregation().getName());
        };
    if (!call.getCollation().getFieldCollations().isEmpty() || call.distinctKeys != null) {
      throw DuckExpressions.unsupported("an aggregate with an order");
    }
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        call.getType(),
        call.getName());
  }

  /** EVERY and SOME are kinds of MIN and MAX. */
  private static SqlAggFunction minMax(SqlMinMaxAggFunction function, RelDataType result) {
    return switch (function.getName()) {
      case "EVERY" -> new TemplateAggregate("bool_and($0)", result);
      case "SOME" -> new TemplateAggregate("bool_or($0)", result);
      default -> function;
    };
  }

  private static SqlAggFunction count(AggregateCall call) {
    if (call.getArgList().size() > 1) {
      throw DuckExpressions.unsupported("COUNT of several columns");
    }
    return call.getAggregation();
  }

  private static RelDataType argument(Aggregate aggregate, AggregateCall call) {
    return aggregate.getInput().getRowType().getFieldList().get(call.getArgList().get(0)).getType();
  }

  private static SqlAggFunction sum(RelDataType argument, RelDataType result) {
    return Decimals.sum(argument, result);
  }

  private static SqlAggFunction average(RelDataType argument, AggregateCall call) {
    return SqlTypeUtil.isExactNumeric(argument)
        ? Decimals.average(argument, call.getType())
        : call.getAggregation();
  }

  /** Values get their declared types; the engine would guess them from the first rows. */
  private RelNode values(Values values) {
    if (values.getTuples().isEmpty()) {
      return values;
    }
    boolean plain =
        values.getTuples().stream().flatMap(List::stream).allMatch(this::isReadAsWritten);
    return plain ? cast(values) : union(values);
  }

  private boolean isReadAsWritten(RexLiteral literal) {
    return literal.isNull() || isShort(literal) || literal.accept(expressions) == literal;
  }

  /** Longer numbers would be read as floating-point ones. */
  private static boolean isShort(RexLiteral literal) {
    return SqlTypeUtil.isExactNumeric(literal.getType())
        && Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).toPlainString().length()
            <= 38;
  }

  private RelNode cast(Values values) {
    List<RelDataTypeField> fields = values.getRowType().getFieldList();
    List<RexNode> columns =
        fields.stream().map(f -> typed(RexInputRef.of(f.getIndex(), fields))).toList();
    return LogicalProject.create(
        values, List.of(), columns, values.getRowType().getFieldNames(), Set.of());
  }

  private RelNode union(Values values) {
    List<RelNode> rows = values.getTuples().stream().map(tuple -> row(values, tuple)).toList();
    return rows.size() == 1 ? rows.get(0) : LogicalUnion.create(rows, true);
  }

  private RelNode row(Values values, ImmutableList<RexLiteral> tuple) {
    List<RexNode> columns =
        IntStream.range(0, tuple.size())
            .mapToObj(
                i ->
                    typed(
                        values.getRowType().getFieldList().get(i).getType(),
                        tuple.get(i).accept(expressions)))
            .toList();
    return LogicalProject.create(
        LogicalValues.createOneRow(values.getCluster()),
        List.of(),
        columns,
        values.getRowType().getFieldNames(),
        Set.of());
  }

  private RexNode typed(RexNode node) {
    return typed(node.getType(), node);
  }

  private RexNode typed(RelDataType type, RexNode node) {
    if (type.getSqlTypeName() == SqlTypeName.NULL || SqlTypeUtil.isInterval(type)) {
      return node;
    }
    return rexBuilder.makeCall(
        type, Template.of("CAST($0 AS " + DuckTypes.of(type) + ")"), List.of(node));
  }
}
