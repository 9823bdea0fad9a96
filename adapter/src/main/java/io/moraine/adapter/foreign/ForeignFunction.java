/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBTableFunctionState;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * The engine's table function that returns the rows of a foreign table. Its argument is the handle
 * of a scan of a running execution; each scan of the engine's own is a read of the source.
 */
public final class ForeignFunction
    implements DuckDBTableFunction<ForeignFeeds.Scan, ForeignFunction.Reading, Object> {
  private static final String NAME = "moraine_foreign";
  private static final Map<String, ForeignFeeds.Scan> SCANS = new ConcurrentHashMap<>();

  private ForeignFunction() {}

  /** Makes the function known to an instance of the engine. */
  public static void register(Connection engine) throws SQLException {
    try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
      builder
          .withName(NAME)
          .withParameter(String.class)
          .withFunction(new ForeignFunction())
          .register(engine);
    }
  }

  static void publish(String handle, ForeignFeeds.Scan scan) {
    SCANS.put(handle, scan);
  }

  static void withdraw(String handle) {
    SCANS.remove(handle);
  }

  /** The call that returns a scan's rows. */
  static String call(String handle) {
    return NAME + "('" + handle + "')";
  }

  @Override
  public ForeignFeeds.Scan bind(DuckDBTableFunctionBindInfo info) throws SQLException {
    ForeignFeeds.Scan scan = SCANS.get(info.getParameter(0).getString());
    if (scan == null) {
      throw new SQLException("The execution has ended");
    }
    List<ForeignColumn> columns = scan.columns();
    for (int i = 0; i < columns.size(); i++) {
      ForeignColumn column = columns.get(i);
      column.carrier().declare(info, ForeignFeeds.carriedName(i), column.type());
    }
    return scan;
  }

  @Override
  public Reading init(DuckDBTableFunctionInitInfo info) {
    info.setMaxThreads(1);
    ForeignFeeds.Scan scan = info.getBindData();
    return new Reading(scan);
  }

  @Override
  public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter chunk) {
    Reading reading = info.getInitData();
    return reading.write(chunk);
  }

  /** One read of the source by the engine. */
  static final class Reading implements DuckDBTableFunctionState {
    private final ForeignFeeds.Scan scan;
    private final RowFeed feed;
    private @Nullable List<@Nullable Object[]> batch;
    private int next;

    Reading(ForeignFeeds.Scan scan) {
      this.scan = scan;
      this.feed = scan.open();
    }

    /** Fills a chunk and returns the number of its rows, 0 after the last. */
    long write(DuckDBDataChunkWriter chunk) {
      List<@Nullable Object[]> rows = batch;
      if (rows == null || next == rows.size()) {
        rows = scan.take(feed);
        batch = rows;
        next = 0;
      }
      if (rows == null) {
        return 0;
      }
      int count = (int) Math.min(chunk.capacity(), rows.size() - next);
      for (int i = 0; i < scan.columns().size(); i++) {
        write(chunk.vector(i), scan.columns().get(i).carrier(), i, rows, count);
      }
      next += count;
      return count;
    }

    private void write(
        DuckDBWritableVector vector,
        Carrier carrier,
        int column,
        List<@Nullable Object[]> rows,
        int count) {
      for (int row = 0; row < count; row++) {
        Object value = rows.get(next + row)[column];
        if (value == null) {
          vector.setNull(row);
        } else {
          carrier.write(vector, row, value);
        }
      }
    }

    @Override
    public void close() {
      scan.close(feed);
    }
  }
}
