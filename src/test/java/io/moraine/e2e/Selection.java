/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A query of some columns of some rows of a table.
 *
 * @param schema the columns
 * @param condition what selects the rows, in SQL
 * @param rows the rows that it has, sorted
 */
record Selection(Schema schema, String condition, List<List<@Nullable String>> rows) {
  /**
   * A random query.
   *
   * @param rows all rows of the table
   */
  static Selection of(Schema table, List<List<@Nullable String>> rows, Random random) {
    List<Types.NestedField> columns = table.columns();
    // What is flat is read in another way when nothing nested is read beside it.
    boolean flat = random.nextInt(4) > 0;
    List<Integer> chosen =
        IntStream.range(0, columns.size())
            .filter(i -> columns.get(i).type().isPrimitiveType() || !flat)
            .filter(i -> i == 0 || random.nextInt(4) > 0 || columns.get(i).isRequired())
            .boxed()
            .toList();
    int filtered = chosen.isEmpty() ? 0 : chosen.get(random.nextInt(chosen.size()));
    Types.NestedField column = columns.get(filtered);
    List<String> values =
        rows.stream().map(row -> row.get(filtered)).filter(Objects::nonNull).distinct().toList();
    String value = values.isEmpty() ? null : values.get(random.nextInt(values.size()));
    String literal = value == null ? null : literal(column.type(), value);
    List<List<@Nullable String>> some = new ArrayList<>();
    for (List<@Nullable String> row : rows) {
      String cell = row.get(filtered);
      if (literal == null ? cell != null : value.equals(cell)) {
        some.add(chosen.stream().map(row::get).collect(Collectors.toCollection(ArrayList::new)));
      }
    }
    String name = Rows.quoted(column.name());
    return new Selection(
        new Schema(chosen.stream().map(columns::get).toList()),
        literal == null ? name + " IS NOT NULL" : name + " = " + literal,
        Rows.sorted(some));
  }

  private static @Nullable String literal(Type type, String value) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, DECIMAL -> value;
      case STRING -> "'" + value.replace("'", "''") + "'";
      case DATE -> "DATE '" + value + "'";
      case BINARY, FIXED -> "X'" + value + "'";
      default -> null;
    };
  }

  String sql(String table) {
    return schema.columns().stream()
        .map(column -> Rows.quoted(column.name()))
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + table + " WHERE " + condition));
  }
}
