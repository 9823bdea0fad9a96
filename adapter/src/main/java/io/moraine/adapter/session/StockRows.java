/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.runtime.ColumnarResult;
import io.moraine.adapter.runtime.ResultRows;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** The rows of a query in Calcite's encoding. The query starts when its first row is asked for. */
final class StockRows implements Enumerator<@Nullable Object> {
  private final Supplier<ColumnarResult> query;
  private final List<CalciteCell> cells;
  private final CancelWatch cancel;
  private @Nullable ColumnarResult result;
  private @Nullable ResultRows rows;
  private @Nullable Object current;
  private boolean done;

  StockRows(Supplier<ColumnarResult> query, RelDataType rowType, CancelWatch cancel) {
    this.query = query;
    this.cells = rowType.getFieldList().stream().map(CalciteCell::new).toList();
    this.cancel = cancel;
  }

  @Override
  public @Nullable Object current() {
    return current;
  }

  @Override
  public boolean moveNext() {
    try {
      return !done && advance();
    } catch (RuntimeException | StackOverflowError e) {
      boolean starting = rows == null;
      close();
      throw starting ? JdbcErrors.starting(e) : JdbcErrors.fetching(e);
    }
  }

  private boolean advance() {
    ResultRows open = rows;
    if (open == null) {
      cancel.start();
      result = query.get();
      open = new ResultRows(result);
    }
    boolean found = open.hasNext();
    if (found) {
      current = row(open.next());
      rows = open;
    } else {
      close();
    }
    return found;
  }

  /** A row of one column is the value itself. */
  private @Nullable Object row(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = cells.get(i).toCalcite(values[i]);
    }
    return values.length == 1 ? values[0] : values;
  }

  /** Runs the query again, as nested loops of Calcite's ask for. */
  @Override
  public void reset() {
    close();
    done = false;
    rows = null;
  }

  @Override
  public void close() {
    done = true;
    current = null;
    cancel.close();
    ColumnarResult open = result;
    result = null;
    if (open != null) {
      open.close();
    }
  }
}
