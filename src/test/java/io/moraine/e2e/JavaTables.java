/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.AbstractQueryableTable;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.Queryable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.impl.AbstractTableQueryable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** A schema of tables that are made of Java objects. */
public final class JavaTables implements SchemaFactory {
  /** Rows of {@code endless} that were read. */
  static final AtomicLong READ = new AtomicLong();

  /** Scans that are open. */
  static final AtomicInteger OPEN = new AtomicInteger();

  private static final long FAILS_AFTER = 10_000;

  @Override
  public Schema create(SchemaPlus parent, String name, @Nullable Map<String, Object> operand) {
    Map<String, Table> tables =
        Map.of(
            "plain",
            new Generated(2, row -> row == 0 ? first() : new @Nullable Object[6]),
            "endless",
            new Generated(Long.MAX_VALUE, JavaTables::numbered),
            "million",
            new Generated(1_000_000, JavaTables::numbered),
            "failing",
            new Generated(Long.MAX_VALUE, JavaTables::failing),
            "fine",
            new Generated(1, row -> fine()),
            "queried",
            new Queried());
    return new AbstractSchema() {
      @Override
      protected Map<String, Table> getTableMap() {
        return tables;
      }
    };
  }

  private static @Nullable Object[] first() {
    return new @Nullable Object[] {
      1L,
      "one",
      Timestamp.valueOf("2020-01-01 00:00:00.123456"),
      Date.valueOf("1969-12-31"),
      new BigDecimal("1234567890123456789012345678.01"),
      Double.NaN
    };
  }

  private static @Nullable Object[] fine() {
    @Nullable Object[] row = first();
    row[2] = Timestamp.valueOf("2020-01-01 00:00:00.123456789");
    return row;
  }

  private static @Nullable Object[] numbered(long row) {
    READ.incrementAndGet();
    return new @Nullable Object[] {row, "s" + row, null, null, null, null};
  }

  private static @Nullable Object[] failing(long row) {
    if (row == FAILS_AFTER) {
      throw new IllegalStateException("the source broke");
    }
    return new @Nullable Object[] {row, null, null, null, null, null};
  }

  private static RelDataType rowType(RelDataTypeFactory types) {
    RelDataTypeFactory.Builder columns = types.builder();
    columns.add("id", types.createSqlType(SqlTypeName.BIGINT)).nullable(true);
    columns.add("s", types.createSqlType(SqlTypeName.VARCHAR)).nullable(true);
    columns.add("ts", types.createSqlType(SqlTypeName.TIMESTAMP)).nullable(true);
    columns.add("d", types.createSqlType(SqlTypeName.DATE)).nullable(true);
    columns.add("n", types.createSqlType(SqlTypeName.DECIMAL, 38, 2)).nullable(true);
    columns.add("f", types.createSqlType(SqlTypeName.DOUBLE)).nullable(true);
    return columns.build();
  }

  /** Rows by number. */
  private static final class Generated extends AbstractTable implements ScannableTable {
    private final long count;
    private final LongFunction<@Nullable Object[]> rows;

    Generated(long count, LongFunction<@Nullable Object[]> rows) {
      this.count = count;
      this.rows = rows;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return rowType(types);
    }

    @Override
    public Enumerable<@Nullable Object[]> scan(DataContext root) {
      return new AbstractEnumerable<>() {
        @Override
        public Enumerator<@Nullable Object[]> enumerator() {
          OPEN.incrementAndGet();
          return new Rows();
        }
      };
    }

    private final class Rows implements Enumerator<@Nullable Object[]> {
      private long row = -1;

      @Override
      public @Nullable Object[] current() {
        return rows.apply(row);
      }

      @Override
      public boolean moveNext() {
        row++;
        return row < count;
      }

      @Override
      public void reset() {
        row = -1;
      }

      @Override
      public void close() {
        OPEN.decrementAndGet();
      }
    }
  }

  /** A table that Calcite reads by a plan alone. */
  private static final class Queried extends AbstractQueryableTable {
    Queried() {
      super(Object[].class);
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return rowType(types);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> Queryable<T> asQueryable(
        QueryProvider provider, SchemaPlus schema, String tableName) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      rows.add(new @Nullable Object[] {7L, "seven", 1_577_836_800_123L, 0, BigDecimal.ONE, -0.0});
      rows.add(new @Nullable Object[6]);
      return new AbstractTableQueryable<T>(provider, schema, this, tableName) {
        @Override
        public Enumerator<T> enumerator() {
          return (Enumerator<T>) Linq4j.enumerator(rows);
        }
      };
    }
  }
}
