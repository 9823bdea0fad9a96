/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.plan.MetadataAnswer;
import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.MetadataAggregate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What metadata tells of an aggregate, as a query of the engine. */
final class AnswerSql {
  private final Schema schema;
  private final List<MetadataAggregate> aggregates;
  private final List<String> names;

  AnswerSql(Schema schema, IcebergAggregate aggregate) {
    this.schema = schema;
    this.aggregates = aggregate.aggregates();
    this.names = aggregate.getRowType().getFieldNames().stream().map(SqlText::identifier).toList();
  }

  /** Whether the engine has literals of all values. */
  boolean canWrite(MetadataAnswer answer) {
    return answer.rows().stream()
        .allMatch(
            row ->
                IntStream.range(0, row.size())
                    .allMatch(i -> Constants.canWrite(type(i), row.get(i))));
  }

  /** All of the answer. */
  String whole(List<List<@Nullable Object>> rows) {
    return isGrouped() ? combined(constants(rows)) : row(rows.get(0));
  }

  /** The answer together with the aggregate, as it was written, over the rest of the files. */
  String with(List<List<@Nullable Object>> rows, String rest) {
    return combined(constants(rows) + " UNION ALL (" + rest + ")");
  }

  private boolean isGrouped() {
    return aggregates.stream().anyMatch(a -> a.kind() == MetadataAggregate.Kind.KEY);
  }

  private String constants(List<List<@Nullable Object>> rows) {
    if (rows.isEmpty()) {
      List<@Nullable Object> nulls = aggregates.stream().map(a -> (Object) null).toList();
      return row(nulls) + " WHERE false";
    }
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(i -> Constants.sql(type(i), row.get(i)))
                    .collect(Collectors.joining(", ", "(", ")")))
        .collect(
            Collectors.joining(
                ", ", "SELECT * FROM (VALUES ", ") t(" + String.join(", ", names) + ")"));
  }

  private String row(List<@Nullable Object> values) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> Constants.sql(type(i), values.get(i)) + " AS " + names.get(i))
        .collect(Collectors.joining(", ", "SELECT ", ""));
  }

  /** One row a group, of the rows that tell of parts of it. */
  private String combined(String parts) {
    String columns =
        IntStream.range(0, names.size())
            .mapToObj(i -> combination(i) + " AS " + names.get(i))
            .collect(Collectors.joining(", "));
    String keys =
        IntStream.range(0, names.size())
            .filter(i -> aggregates.get(i).kind() == MetadataAggregate.Kind.KEY)
            .mapToObj(names::get)
            .collect(Collectors.joining(", "));
    return "SELECT "
        + columns
        + " FROM ("
        + parts
        + ")"
        + (keys.isEmpty() ? "" : " GROUP BY " + keys);
  }

  private String combination(int i) {
    String name = names.get(i);
    return switch (aggregates.get(i).kind()) {
      case KEY -> name;
      case MIN -> "MIN(" + name + ")";
      case MAX -> "MAX(" + name + ")";
      default -> "CAST(SUM(" + name + ") AS BIGINT)";
    };
  }

  private Type type(int i) {
    MetadataAggregate aggregate = aggregates.get(i);
    return switch (aggregate.kind()) {
      case KEY, MIN, MAX -> schema.columns().get(aggregate.column()).type();
      default -> Types.LongType.get();
    };
  }
}
