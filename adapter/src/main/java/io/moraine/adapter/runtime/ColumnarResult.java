/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.util.AutoCloseables;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a running query, as Arrow batches: the one that is read and, in results of many
 * batches, the one after it, which the engine fills meanwhile. One thread reads; another may close
 * it, which ends the reading with an error, never with a look at memory that is given back.
 */
public final class ColumnarResult implements AutoCloseable {
  private static final long BATCH_ROWS = 16_384;

  private final EngineConnection connection;
  private final Statement statement;
  private final ResultSet rows;
  private final @Nullable ArrowBatches batches;
  private final BatchLoader loader;
  private final Set<Integer> instants;
  private int rowCount = 1;
  private long read;
  private boolean closed;

  private ColumnarResult(
      EngineConnection connection,
      Statement statement,
      ResultSet rows,
      @Nullable ArrowBatches batches,
      Set<Integer> instants) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    this.batches = batches;
    this.instants = instants;
    this.loader = new BatchLoader(connection, batches == null ? rows::next : batches::load);
  }

  /**
   * The result of a query that runs.
   *
   * @param instants the columns, from 0, whose nanoseconds are those of instants
   */
  static ColumnarResult of(
      EngineConnection connection, Statement statement, ResultSet rows, Set<Integer> instants) {
    try {
      return new ColumnarResult(
          connection,
          statement,
          rows,
          ArrowMemory.isUsable() ? ArrowBatches.of((DuckDBResultSet) rows, BATCH_ROWS) : null,
          instants);
    } catch (IOException e) {
      throw DuckErrors.translate(new SQLException(e.getMessage(), e));
    } catch (SQLException e) {
      throw DuckErrors.translate(e);
    }
  }

  /** What reads the columns for a reader of rows. */
  List<ColumnReader> columns(RowReader readers) {
    try {
      if (batches != null) {
        return batches.readers(readers, instants);
      }
      List<ColumnReader> columns = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        columns.add(new PlainReader(readers, rows, i, instants.contains(i - 1)));
      }
      return columns;
    } catch (SQLException e) {
      throw connection.execution().failed(e);
    }
  }

  /** What ends the statement before its time. */
  Cancellation cancellation() {
    return connection.execution().cancellation();
  }

  /** The rows of the current batch. */
  int rowCount() {
    return rowCount;
  }

  /** Goes to the next batch; false after the last. */
  public synchronized boolean next() {
    requireOpen();
    try {
      boolean found = loader.next();
      if (!found) {
        connection.finished();
      } else if (batches != null) {
        take(batches);
      }
      return found;
    } catch (SQLException e) {
      throw connection.execution().failed(e);
    }
  }

  /** Makes the loaded batch the one that is read, and may have the next one loaded. */
  private void take(ArrowBatches batches) {
    batches.take();
    rowCount = batches.rowCount();
    read++;
    // A batch that is not full is the last; who looks at the first rows only needs no third.
    if (read > 1 && rowCount >= BATCH_ROWS && ArrowMemory.isAmple()) {
      loader.readAhead();
    }
  }

  /** Reads from the current batch while nobody can close it. */
  synchronized void whileOpen(Runnable reading) {
    requireOpen();
    reading.run();
  }

  private void requireOpen() {
    if (closed) {
      throw BatchLoader.closed(null);
    }
  }

  /** Ends the query, whether or not all its rows were read. */
  @Override
  public void close() {
    // The engine waits for a foreign table's rows no more.
    connection.execution().foreign().cancel();
    connection.execution().files().cancel();
    // Another thread may wait for rows, and closing would wait for that.
    loader.stop();
    closeAll();
  }

  private synchronized void closeAll() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      // The batches first, the query last.
      AutoCloseables.close(batches, rows, statement, connection);
    } catch (Exception e) {
      throw DuckErrors.translate(new SQLException(e.getMessage(), e));
    }
  }
}
