/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.ImmutableList;
import io.moraine.adapter.foreign.ForeignScan;
import io.moraine.adapter.foreign.JavaFunction;
import io.moraine.adapter.schema.IcebergTable;
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
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** A tree whose expressions and aggregates are in the engine's terms. */
final class DuckRewrite {
  private final DuckExpressions expressions;
  private final RexBuilder rexBuilder;
  private final EngineCalls calls;
  private final DuckKeys keys;
  private final Products products;
  private final Sums sums;

  /**
   * A rewriting.
   *
   * @param products how its products of decimals are written
   * @param sums how its sums of long decimals are written
   */
  DuckRewrite(RexBuilder rexBuilder, Products products, Sums sums) {
    this.rexBuilder = rexBuilder;
    this.products = products;
    this.sums = sums;
    this.calls = new EngineCalls(rexBuilder);
    this.keys = new DuckKeys(calls);
    this.expressions = new DuckExpressions(rexBuilder, products, sums, this::apply);
  }

  /** The functions of models that the rewritten expressions call. */
  Set<JavaFunction> functions() {
    return expressions.functions();
  }

  RelNode apply(RelNode node) {
    RelNode rel = node.stripped();
    if (rel instanceof IcebergScan scan) {
      ((IcebergTable) scan.target()).requireReadable(scan.spec().columns());
      return rel;
    }
    if (rel instanceof IcebergAggregate aggregate) {
      ((IcebergTable) aggregate.scan().target()).requireReadable(aggregate.columns());
      return rel;
    }
    if (rel instanceof ForeignScan foreign) {
      foreign.requireReadable();
      return rel;
    }
    if (rel instanceof TableScan scan) {
      throw EngineCalls.unsupported(
          "reading "
              + String.join(".", scan.getTable().getQualifiedName())
              + ", which is not an Iceberg table,");
    }
    if (rel instanceof Sample) {
      throw EngineCalls.unsupported("TABLESAMPLE");
    }
    if (rel instanceof Uncollect uncollect) {
      requireOneCollection(uncollect);
    }
    List<RelNode> inputs = products.below(rel, () -> inputs(rel));
    RelNode copied = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return rewrite(copied, rel);
  }

  private static void requireOneCollection(Uncollect uncollect) {
    List<RelDataTypeField> collections = uncollect.getInput().getRowType().getFieldList();
    if (collections.size() > 1) {
      throw EngineCalls.unsupported("UNNEST of more than one list");
    }
    if (collections.get(0).getType().getSqlTypeName() == SqlTypeName.MULTISET) {
      throw EngineCalls.unsupported("UNNEST of a MULTISET");
    }
  }

  /** One operator, over inputs that stay as they are. */
  RelNode rewrite(RelNode operator) {
    return rewrite(operator, operator);
  }

  private RelNode rewrite(RelNode operator, RelNode written) {
    if (operator instanceof Values values) {
      return values(values);
    }
    // A sort has only column references, and limits that must stay literals.
    if (operator instanceof Sort sort) {
      return keys.sort(sort);
    }
    RelNode rewritten = expressed(operator);
    if (rewritten instanceof Aggregate aggregate) {
      return aggregate(aggregate, ((Aggregate) written).getInput());
    }
    return rewritten instanceof SetOp operation ? setOperation(operation) : rewritten;
  }

  private RelNode expressed(RelNode operator) {
    return operator instanceof Filter filter
        ? filter
            .copy(
                filter.getTraitSet(),
                filter.getInput(),
                RowQueries.inFilter(rexBuilder, filter.getCondition()))
            .accept(expressions)
        : operator.accept(expressions);
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

  private RelNode aggregate(Aggregate aggregate, RelNode written) {
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        DuckAggregates.translate(aggregate, written, products, sums));
  }

  /** Inputs of the types of the whole; the engine's own common type may cut fraction digits. */
  private RelNode setOperation(SetOp operation) {
    if (!operation.all) {
      operation
          .getRowType()
          .getFieldList()
          .forEach(field -> DuckNested.requireComparable(operation.kind + " of", field.getType()));
    }
    List<RelNode> inputs =
        operation.getInputs().stream().map(input -> cast(input, operation.getRowType())).toList();
    return inputs.equals(operation.getInputs())
        ? operation
        : operation.copy(operation.getTraitSet(), inputs);
  }

  private RelNode cast(RelNode input, RelDataType rowType) {
    Project project = input instanceof Project p ? p : null;
    List<RelDataTypeField> fields = input.getRowType().getFieldList();
    List<RexNode> columns =
        project == null
            ? fields.stream().map(f -> (RexNode) RexInputRef.of(f.getIndex(), fields)).toList()
            : project.getProjects();
    List<RexNode> typed =
        IntStream.range(0, columns.size())
            .mapToObj(i -> calls.typed(rowType.getFieldList().get(i).getType(), columns.get(i)))
            .toList();
    if (typed.equals(columns)) {
      return input;
    }
    return LogicalProject.create(
        project == null ? input : project.getInput(),
        List.of(),
        typed,
        input.getRowType().getFieldNames(),
        project == null ? Set.of() : project.getVariablesSet());
  }

  /** Values get their declared types; the engine would guess them from the first rows. */
  private RelNode values(Values values) {
    boolean plain =
        values.getTuples().stream().flatMap(List::stream).allMatch(this::isReadAsWritten)
            && values.getRowType().getFieldList().stream()
                .noneMatch(field -> Nanos.isNano(field.getType()));
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
    return switch (rows.size()) {
      case 0 -> noRow(values);
      case 1 -> rows.get(0);
      default -> LogicalUnion.create(rows, true);
    };
  }

  private RelNode noRow(Values values) {
    List<RexLiteral> nulls =
        values.getRowType().getFieldList().stream()
            .map(field -> rexBuilder.makeNullLiteral(field.getType()))
            .toList();
    return LogicalFilter.create(
        row(values, ImmutableList.copyOf(nulls)), rexBuilder.makeLiteral(false));
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
    if (Nanos.isNano(type) && node.getType().getSqlTypeName() != SqlTypeName.NULL) {
      return calls.typed(type, node);
    }
    return rexBuilder.makeCall(
        type, Template.of("CAST($0 AS " + DuckTypes.of(type) + ")"), List.of(node));
  }
}
