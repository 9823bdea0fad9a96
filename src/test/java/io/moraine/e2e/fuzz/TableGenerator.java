/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Pool.Profile;
import io.moraine.e2e.fuzz.TableDefinition.Column;
import io.moraine.e2e.fuzz.Type.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Random tables of all flat types: schemas, layouts and rows. */
final class TableGenerator {
  private static final List<Type> DECIMALS =
      List.of(
          Type.decimal(5, 2),
          Type.decimal(9, 0),
          Type.decimal(18, 6),
          Type.decimal(19, 3),
          Type.decimal(38, 0),
          Type.decimal(38, 10),
          Type.decimal(20, 20));
  private static final List<Kind> OFTEN =
      List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL, Kind.DOUBLE, Kind.TEXT, Kind.TIMESTAMP);

  private final Random random;
  private final Pool pool;

  TableGenerator(Random random) {
    this.random = random;
    this.pool = new Pool(random);
  }

  /** Tables that together have every kind of column. */
  List<TableDefinition> tables(int count) {
    List<TableDefinition> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tables.add(table("t" + i, i));
    }
    return tables;
  }

  private TableDefinition table(String name, int number) {
    List<Column> columns = new ArrayList<>();
    List<List<Object>> pools = new ArrayList<>();
    columns.add(new Column("id", Type.BIGINT, false, Range.exact(1000)));
    pools.add(List.of());
    Kind[] kinds = Kind.values();
    for (int i = number % 2; i < kinds.length; i++) {
      if (random.nextInt(4) > 0 || i % 4 == number) {
        column(kinds[i], columns, pools);
      }
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      column(OFTEN.get(random.nextInt(OFTEN.size())), columns, pools);
    }
    String layout = layout(columns);
    return new TableDefinition(name, columns, layout, files(columns, pools));
  }

  private void column(Kind kind, List<Column> columns, List<List<Object>> pools) {
    Type type =
        switch (kind) {
          case DECIMAL -> DECIMALS.get(random.nextInt(DECIMALS.size()));
          case BYTES -> random.nextInt(3) == 0 ? Type.binary(3) : Type.of(kind);
          default -> Type.of(kind);
        };
    Profile profile = profile(kind);
    List<Object> values = pool.values(type, profile);
    Range range =
        kind == Kind.TEXT && profile == Profile.PLAIN
            ? Range.MODERATE
            : values.stream()
                .map(value -> Literals.range(type, value))
                .reduce(Range::union)
                .orElse(Range.UNKNOWN);
    columns.add(new Column("c" + columns.size(), type, random.nextInt(4) > 0, range));
    pools.add(values);
  }

  /** Sums overflow where decimals are of the largest: their ends are drawn more often. */
  private Profile profile(Kind kind) {
    return kind == Kind.DECIMAL && random.nextBoolean()
        ? Profile.EXTREME
        : Profile.values()[random.nextInt(3)];
  }

  private List<List<List<Node>>> files(List<Column> columns, List<List<Object>> pools) {
    List<List<List<Node>>> files = new ArrayList<>();
    int id = 0;
    for (int i = random.nextInt(4); i >= 0; i--) {
      List<List<Node>> rows = new ArrayList<>();
      for (int j = random.nextInt(9); j >= 0; j--) {
        rows.add(row(columns, pools, id++));
      }
      files.add(rows);
    }
    return random.nextInt(25) == 0 ? List.of() : files;
  }

  private List<Node> row(List<Column> columns, List<List<Object>> pools, int id) {
    List<Node> row = new ArrayList<>();
    row.add(Literals.of(Type.BIGINT, BigDecimal.valueOf(id)));
    for (int i = 1; i < columns.size(); i++) {
      Column column = columns.get(i);
      List<Object> values = pools.get(i);
      row.add(
          column.nullable() && random.nextInt(5) == 0
              ? Literals.nothing(column.type())
              : Literals.of(
                  column.type(),
                  Objects.requireNonNull(values.get(random.nextInt(values.size())))));
    }
    return row;
  }

  private String layout(List<Column> columns) {
    StringBuilder layout = new StringBuilder();
    if (random.nextInt(3) > 0) {
      Column column = columns.get(1 + random.nextInt(columns.size() - 1));
      layout.append(" PARTITIONED BY (").append(field(column)).append(")");
    }
    if (random.nextInt(4) == 0) {
      layout.append(" WITH ('write.metadata.metrics.default' = '");
      layout.append(random.nextBoolean() ? "none" : "truncate(1)").append("')");
    }
    return layout.toString();
  }

  private String field(Column column) {
    List<String> fields = new ArrayList<>();
    fields.add("identity(%s)");
    switch (column.type().kind()) {
      // The largest decimals have no truncated value of their type.
      case DECIMAL -> fields.add("bucket(3, %s)");
      case INTEGER, BIGINT, TEXT -> fields.addAll(List.of("bucket(3, %s)", "truncate(2, %s)"));
      case DATE -> fields.addAll(List.of("month(%s)", "bucket(4, %s)", "year(%s)"));
      case TIMESTAMP, INSTANT -> fields.addAll(List.of("day(%s)", "hour(%s)", "month(%s)"));
      case UUID, TIME, BYTES -> fields.add("bucket(3, %s)");
      default -> {}
    }
    return fields.get(random.nextInt(fields.size())).replace("%s", column.name());
  }
}
