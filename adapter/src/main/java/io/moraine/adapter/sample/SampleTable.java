/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.sample;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchColumnType;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** One table of TPC-H as the generator makes it: its Iceberg schema, partitioning and rows. */
final class SampleTable<E extends TpchEntity> {
  private static final Type MONEY = Types.DecimalType.of(12, 2);
  private static final double CENTS = 100.0;

  private final TpchTable<E> source;
  private final List<TpchColumn<E>> columns;

  private SampleTable(TpchTable<E> source) {
    this.source = source;
    this.columns = List.copyOf(source.getColumns());
  }

  /** The eight tables, small ones first. */
  static List<SampleTable<?>> all() {
    return List.of(
        new SampleTable<>(TpchTable.REGION),
        new SampleTable<>(TpchTable.NATION),
        new SampleTable<>(TpchTable.SUPPLIER),
        new SampleTable<>(TpchTable.CUSTOMER),
        new SampleTable<>(TpchTable.PART),
        new SampleTable<>(TpchTable.PART_SUPPLIER),
        new SampleTable<>(TpchTable.ORDERS),
        new SampleTable<>(TpchTable.LINE_ITEM));
  }

  String name() {
    return source.getTableName();
  }

  /** All columns take NULL, as in tables that other engines make of TPC-H. */
  Schema schema() {
    List<Types.NestedField> fields = new ArrayList<>();
    for (TpchColumn<E> column : columns) {
      fields.add(
          Types.NestedField.optional(
              fields.size() + 1, column.getColumnName(), type(column.getType())));
    }
    return new Schema(fields);
  }

  /** Orders by year of their date, seven of them; the rest is unpartitioned. */
  PartitionSpec spec(Schema schema) {
    return source == TpchTable.ORDERS
        ? PartitionSpec.builderFor(schema).year("o_orderdate").build()
        : PartitionSpec.unpartitioned();
  }

  /** The rows at {@code scale}, made while iterating. */
  Iterator<@Nullable Object[]> rows(double scale) {
    Iterator<E> entities = source.createGenerator(scale, 1, 1).iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entities.hasNext();
      }

      @Override
      public @Nullable Object[] next() {
        E entity = entities.next();
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(columns.get(i), entity);
        }
        return values;
      }
    };
  }

  private static Type type(TpchColumnType type) {
    return switch (type.getBase()) {
      case INTEGER -> Types.IntegerType.get();
      case IDENTIFIER -> Types.LongType.get();
      case DATE -> Types.DateType.get();
      case DOUBLE -> MONEY;
      case VARCHAR -> Types.StringType.get();
    };
  }

  private Object value(TpchColumn<E> column, E entity) {
    return switch (column.getType().getBase()) {
      case INTEGER -> column.getInteger(entity);
      case IDENTIFIER -> column.getIdentifier(entity);
      case DATE -> LocalDate.ofEpochDay(column.getDate(entity));
      // The generator divides whole cents, far below 2^53 of them: rounding finds them again.
      case DOUBLE -> BigDecimal.valueOf(Math.round(column.getDouble(entity) * CENTS), 2);
      case VARCHAR -> column.getString(entity);
    };
  }
}
