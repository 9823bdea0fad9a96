/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The rows of an enumeration of Calcite's. It notices the cancel flag that it was given. */
final class EnumeratedRows implements RowReader {
  private final String table;
  private final Enumerator<?> rows;
  private final List<ForeignColumn> columns;
  private final List<Integer> positions;
  private final long limit;
  private long count;

  /** Rows of which the values at {@code positions} are wanted. */
  EnumeratedRows(
      String table, Enumerable<?> rows, ForeignSource.Request request, List<Integer> positions) {
    this.table = table;
    this.rows = rows.enumerator();
    this.columns = request.returned();
    this.positions = positions;
    this.limit = request.limit().orElse(Long.MAX_VALUE);
  }

  /** Rows that have just the columns that are asked for. */
  static EnumeratedRows projected(String table, Enumerable<?> rows, ForeignSource.Request request) {
    return new EnumeratedRows(
        table, rows, request, IntStream.range(0, request.columns().size()).boxed().toList());
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    Object current;
    try {
      if (count == limit || !rows.moveNext()) {
        return null;
      }
      current = rows.current();
    } catch (RuntimeException | AssertionError e) {
      throw CalciteSource.failed("table " + table, e);
    }
    count++;
    @Nullable Object[] values =
        current instanceof Object[] array ? array : new @Nullable Object[] {current};
    @Nullable Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = ForeignValues.carried(columns.get(i), values[positions.get(i)]);
    }
    return row;
  }

  @Override
  public void cancel() {
    // The flag is set already.
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(EnumeratedRows.class).debug("Closing a read of {} failed", table, e);
    }
  }
}
