/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlMinMaxAggFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Aggregates in the engine's terms. */
final class DuckAggregates {
  private DuckAggregates() {}

  /** Each call, or a refusal. {@code written} is the input before it was rewritten. */
  static List<AggregateCall> translate(
      Aggregate aggregate, RelNode written, Products products, Sums sums) {
    List<RelDataTypeField> columns = aggregate.getInput().getRowType().getFieldList();
    for (int key : aggregate.getGroupSet()) {
      DuckNested.requireComparable("GROUP BY or DISTINCT of", columns.get(key).getType());
    }
    aggregate.getAggCallList().forEach(call -> requireExact(call, columns));
    return aggregate.getAggCallList().stream()
        .map(call -> new Translation(aggregate, written, products, sums, call).translate())
        .toList();
  }

  private static void requireExact(AggregateCall call, List<RelDataTypeField> columns) {
    boolean exact =
        switch (call.getAggregation().getKind()) {
          case COUNT -> !call.isDistinct();
          case ANY_VALUE, SINGLE_VALUE -> true;
          default -> false;
        };
    if (!exact) {
      String name = call.getAggregation().getName() + (call.isDistinct() ? " DISTINCT of" : " of");
      for (int argument : call.getArgList()) {
        DuckNested.requireComparable(name, columns.get(argument).getType());
      }
    }
  }

  /** One call. */
  private record Translation(
      Aggregate aggregate, RelNode written, Products products, Sums sums, AggregateCall call) {
    AggregateCall translate() {
      if (call.distinctKeys != null) {
        throw EngineCalls.unsupported("WITHIN DISTINCT");
      }
      RelDataType type = call.getType();
      boolean distinct = call.isDistinct();
      SqlAggFunction function = call.getAggregation();
      SqlKind kind = function.getKind();
      boolean ordered = !call.getCollation().getFieldCollations().isEmpty();
      if (kind == SqlKind.LISTAGG || kind == SqlKind.STRING_AGG) {
        return list();
      }
      if (kind == SqlKind.PERCENTILE_CONT || kind == SqlKind.PERCENTILE_DISC) {
        return percentile(kind == SqlKind.PERCENTILE_CONT ? "percentile_cont" : "percentile_disc");
      }
      if (ordered) {
        throw EngineCalls.unsupported("an order in " + function.getName());
      }
      return switch (kind) {
        case COUNT ->
            call.getArgList().size() > 1 ? text(countAll(distinct)) : with(function, distinct);
        case MIN, MAX ->
            function instanceof SqlMinMaxAggFunction minMax
                ? minMax(minMax)
                : with(function, distinct);
        case GROUPING, GROUPING_ID, ANY_VALUE, SINGLE_VALUE -> with(function, distinct);
        case SUM ->
            SqlTypeUtil.isApproximateNumeric(type)
                ? text(floating("SUM", distinct))
                : text("CAST(" + exactSum(distinct) + " AS " + DuckTypes.of(type) + ")");
        case AVG ->
            SqlTypeUtil.isExactNumeric(argument())
                ? text(exactAverage(distinct))
                : text(floating("AVG", distinct));
        case BIT_AND, BIT_OR, BIT_XOR -> bits(function.getName(), distinct);
        case ARG_MAX -> text("arg_max_null($0, $1)");
        case ARG_MIN -> text("arg_min_null($0, $1)");
        default -> {
          if (function instanceof LibraryAggregate library) {
            yield text(library.text(distinct));
          }
          throw EngineCalls.unsupported("aggregate " + function.getName());
        }
      };
    }

    /** A sum that fails where it leaves 38 digits, which one of 64-bit products cannot. */
    private String exactSum(boolean distinct) {
      String sum = Decimals.sum(argument(), distinct, sums);
      return !distinct
              && Decimals.guard(argument()).isPresent()
              && products.isTried(written, call.getArgList().get(0))
          ? products.either(
              sum,
              "SUM(CAST($0 AS DECIMAL("
                  + Products.NARROW_DIGITS
                  + ", "
                  + argument().getScale()
                  + ")))")
          : sum;
    }

    private String exactAverage(boolean distinct) {
      return sums.cuts(argument())
          ? Sums.averageText(argument(), distinct, call.getType())
          : Decimals.quotient(
              exactSum(distinct),
              distinct ? "COUNT(DISTINCT $0)" : "COUNT($0)",
              argument(),
              call.getType());
    }

    private RelDataType argument() {
      return aggregate
          .getInput()
          .getRowType()
          .getFieldList()
          .get(call.getArgList().get(0))
          .getType();
    }

    /** EVERY and SOME are kinds of MIN and MAX, and so are their PostgreSQL names. */
    private AggregateCall minMax(SqlMinMaxAggFunction function) {
      return switch (function.getName()) {
        case "EVERY", "BOOL_AND" -> text("bool_and($0)");
        case "SOME", "BOOL_OR" -> text("bool_or($0)");
        default -> with(function, call.isDistinct());
      };
    }

    private AggregateCall bits(String name, boolean distinct) {
      if (!SqlTypeUtil.isIntType(argument())) {
        throw EngineCalls.unsupported(name + " of " + argument());
      }
      return text(name + "(" + (distinct ? "DISTINCT " : "") + "$0)");
    }

    /** Rows in which no argument is NULL. */
    private String countAll(boolean distinct) {
      StringBuilder known = new StringBuilder("$0 IS NOT NULL");
      StringBuilder row = new StringBuilder("$0");
      for (int i = 1; i < call.getArgList().size(); i++) {
        known.append(" AND $").append(i).append(" IS NOT NULL");
        row.append(", $").append(i);
      }
      return distinct
          ? "COUNT(DISTINCT CASE WHEN " + known + " THEN row(" + row + ") END)"
          : "COUNT(CASE WHEN " + known + " THEN 1 END)";
    }

    private static String floating(String name, boolean distinct) {
      return "moraine_floating_sum("
          + name
          + (distinct ? "(DISTINCT $0)" : "($0)")
          + ", bool_and(isfinite($0)), bool_and(signbit($0)))";
    }

    /** LISTAGG, whose order is inside of the parentheses. */
    private AggregateCall list() {
      boolean ordered = !call.getCollation().getFieldCollations().isEmpty();
      if (call.isDistinct() && ordered) {
        throw EngineCalls.unsupported(
            call.getAggregation().getName() + "(DISTINCT …) with an order");
      }
      String separator =
          call.getArgList().size() > 1
              ? literal(call.getArgList().get(1)).getValueAs(String.class)
              : call.getAggregation().getKind() == SqlKind.LISTAGG ? "," : "";
      List<Integer> arguments = new ArrayList<>(List.of(call.getArgList().get(0)));
      StringBuilder text =
          new StringBuilder(call.isDistinct() ? "string_agg(DISTINCT $0, " : "string_agg($0, ")
              .append(SqlText.string(String.valueOf(separator)).replace("$", "$$"));
      String comma = " ORDER BY ";
      for (RelFieldCollation key : call.getCollation().getFieldCollations()) {
        text.append(comma).append('$').append(arguments.size()).append(direction(key));
        arguments.add(key.getFieldIndex());
        comma = ", ";
      }
      return with(new TemplateAggregate(text.append(')').toString(), call.getType()), arguments);
    }

    private AggregateCall percentile(String name) {
      RelFieldCollation key = call.getCollation().getFieldCollations().get(0);
      RelDataType type =
          aggregate.getInput().getRowType().getFieldList().get(key.getFieldIndex()).getType();
      if (name.equals("percentile_cont") && !SqlTypeUtil.isApproximateNumeric(type)) {
        throw EngineCalls.unsupported(
            "PERCENTILE_CONT of "
                + type
                + ", which may lie between two values (CAST it to DOUBLE),");
      }
      BigDecimal fraction = literal(call.getArgList().get(0)).getValueAs(BigDecimal.class);
      String text = name + "(" + fraction + ") WITHIN GROUP (ORDER BY $0" + direction(key) + ")";
      return with(new TemplateAggregate(text, call.getType()), List.of(key.getFieldIndex()));
    }

    private static String direction(RelFieldCollation key) {
      return (key.getDirection().isDescending() ? " DESC" : " ASC")
          + (key.nullDirection == RelFieldCollation.NullDirection.FIRST
              ? " NULLS FIRST"
              : key.nullDirection == RelFieldCollation.NullDirection.LAST
                  ? " NULLS LAST"
                  : key.getDirection().isDescending() ? " NULLS FIRST" : " NULLS LAST");
    }

    private RexLiteral literal(int column) {
      if (written.stripped() instanceof Project project
          && project.getProjects().get(column) instanceof RexLiteral literal
          && !literal.isNull()) {
        return literal;
      }
      throw EngineCalls.unsupported(
          "an argument of " + call.getAggregation().getName() + " that is no literal");
    }

    private AggregateCall text(String text) {
      return with(new TemplateAggregate(text, call.getType()), false);
    }

    private AggregateCall with(SqlAggFunction function, boolean distinct) {
      return create(function, distinct, call.getArgList());
    }

    private AggregateCall with(SqlAggFunction function, List<Integer> arguments) {
      return create(function, false, arguments);
    }

    private AggregateCall create(
        SqlAggFunction function, boolean distinct, List<Integer> arguments) {
      return AggregateCall.create(
          call.getParserPosition(),
          function,
          distinct,
          call.isApproximate(),
          call.ignoreNulls(),
          call.rexList,
          ImmutableList.copyOf(arguments),
          call.filterArg,
          null,
          RelCollations.EMPTY,
          call.getType(),
          call.getName());
    }
  }
}
