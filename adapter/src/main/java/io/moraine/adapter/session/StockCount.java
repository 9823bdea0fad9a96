/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.function.LongSupplier;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The one row of an INSERT: how many rows it wrote. It is run when that row is asked for. */
final class StockCount implements Enumerator<@Nullable Object> {
  private final LongSupplier insert;
  private final CancelWatch cancel;
  private boolean done;
  private long count;

  StockCount(LongSupplier insert, CancelWatch cancel) {
    this.insert = insert;
    this.cancel = cancel;
  }

  @Override
  public Object current() {
    return count;
  }

  @Override
  public boolean moveNext() {
    if (done) {
      return false;
    }
    done = true;
    try (CancelWatch watching = cancel) {
      watching.start();
      count = insert.getAsLong();
      return true;
    } catch (RuntimeException | StackOverflowError e) {
      throw JdbcErrors.starting(e);
    }
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("An INSERT runs once");
  }

  @Override
  public void close() {}
}
