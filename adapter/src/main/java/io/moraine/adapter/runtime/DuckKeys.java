/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Keys that the engine sorts by. It restores a column that is a key from what it sorted, in which
 * −0.0 has become 0.0; so a floating key is an expression, beside which the column stays as it is.
 */
final class DuckKeys {
  private static final String KEY = "($0 + 0)";

  private final EngineCalls calls;

  DuckKeys(EngineCalls calls) {
    this.calls = calls;
  }

  private static boolean isRestored(RexNode key) {
    return !SqlTypeUtil.isApproximateNumeric(key.getType());
  }

  private RexNode key(RexNode key) {
    return isRestored(key) ? key : calls.call(key.getType(), KEY, key);
  }

  /** The same window function, over keys that leave its rows as they are. */
  RexOver over(RexOver over) {
    RexWindow window = over.getWindow();
    window.partitionKeys.forEach(
        key -> DuckNested.requireComparable("PARTITION BY", key.getType()));
    window.orderKeys.forEach(
        key -> DuckNested.requireComparable("ORDER BY", key.getKey().getType()));
    boolean kept =
        window.partitionKeys.stream().allMatch(DuckKeys::isRestored)
            && window.orderKeys.stream()
                .map(RexFieldCollation::getKey)
                .allMatch(DuckKeys::isRestored);
    if (kept) {
      return over;
    }
    List<RexFieldCollation> order =
        window.orderKeys.stream()
            .map(key -> new RexFieldCollation(key(key.getKey()), key.right))
            .toList();
    return (RexOver)
        calls
            .rexBuilder()
            .makeOver(
                over.getType(),
                over.getAggOperator(),
                over.getOperands(),
                window.partitionKeys.stream().map(this::key).toList(),
                ImmutableList.copyOf(order),
                window.getLowerBound(),
                window.getUpperBound(),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
  }

  /** The same rows in the same order, as they are. */
  RelNode sort(Sort sort) {
    List<RelDataTypeField> fields = sort.getRowType().getFieldList();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      DuckNested.requireComparable("ORDER BY", fields.get(field.getFieldIndex()).getType());
    }
    List<RexNode> columns =
        new ArrayList<>(fields.stream().map(f -> RexInputRef.of(f.getIndex(), fields)).toList());
    List<RelFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      RexNode column = columns.get(field.getFieldIndex());
      if (isRestored(column)) {
        order.add(field);
      } else {
        order.add(field.withFieldIndex(columns.size()));
        columns.add(key(column));
      }
    }
    if (columns.size() == fields.size()) {
      return sort;
    }
    List<String> names =
        IntStream.range(0, columns.size())
            .mapToObj(i -> i < fields.size() ? fields.get(i).getName() : "key$" + i)
            .toList();
    RelNode keyed = LogicalProject.create(sort.getInput(), List.of(), columns, names, Set.of());
    RelNode sorted = LogicalSort.create(keyed, RelCollations.of(order), sort.offset, sort.fetch);
    return LogicalProject.create(
        sorted,
        List.of(),
        columns.subList(0, fields.size()),
        names.subList(0, fields.size()),
        Set.of());
  }
}
