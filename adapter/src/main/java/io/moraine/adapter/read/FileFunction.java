/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

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
import org.jspecify.annotations.Nullable;

/**
 * The engine's table function that returns the rows of data files. Its argument is the handle of a
 * read of a running execution; several of the engine's threads call it.
 */
public final class FileFunction
    implements DuckDBTableFunction<FileFeeds.Scan, FileFunction.Reading, FileFunction.Taken> {
  private static final String NAME = "moraine_files";
  private static final Map<String, FileFeeds.Scan> SCANS = new ConcurrentHashMap<>();

  private FileFunction() {}

  /** Makes the function known to an instance of the engine. */
  public static void register(Connection engine) throws SQLException {
    try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
      builder
          .withName(NAME)
          .withParameter(String.class)
          .withFunction(new FileFunction())
          .register(engine);
    }
  }

  static void publish(String handle, FileFeeds.Scan scan) {
    SCANS.put(handle, scan);
  }

  static void withdraw(String handle) {
    SCANS.remove(handle);
  }

  /** The call that returns the rows of a read. */
  static String call(String handle) {
    return NAME + "('" + handle + "')";
  }

  @Override
  public FileFeeds.Scan bind(DuckDBTableFunctionBindInfo info) throws SQLException {
    FileFeeds.Scan scan = SCANS.get(info.getParameter(0).getString());
    if (scan == null) {
      throw new SQLException("The execution has ended");
    }
    List<ReadColumn> columns = scan.columns();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).form().declare(info, FileFeeds.carriedName(i), columns.get(i).type());
    }
    return scan;
  }

  @Override
  public Reading init(DuckDBTableFunctionInitInfo info) {
    info.setMaxThreads(FileFeed.PARALLEL);
    FileFeeds.Scan scan = info.getBindData();
    return new Reading(scan);
  }

  @Override
  public Taken localInit(DuckDBTableFunctionInitInfo info) {
    return new Taken();
  }

  @Override
  public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter chunk) {
    Taken taken = info.getLocalInitData();
    Reading reading = info.getInitData();
    return taken.write(reading, chunk);
  }

  /** The batch that one of the engine's threads takes rows from. */
  static final class Taken {
    private @Nullable Batch batch;

    /** Fills a chunk and returns the number of its rows, 0 after the last. */
    long write(Reading reading, DuckDBDataChunkWriter chunk) {
      Batch current = batch;
      if (current == null || current.isWritten()) {
        current = reading.take();
        batch = current;
      }
      return current == null ? 0 : current.write(chunk);
    }
  }

  /** One read of the files by the engine. */
  static final class Reading implements DuckDBTableFunctionState {
    private final FileFeeds.Scan scan;
    private final FileFeed feed;

    Reading(FileFeeds.Scan scan) {
      this.scan = scan;
      this.feed = scan.open();
    }

    @Nullable Batch take() {
      return scan.take(feed);
    }

    @Override
    public void close() {
      scan.close(feed);
    }
  }
}
