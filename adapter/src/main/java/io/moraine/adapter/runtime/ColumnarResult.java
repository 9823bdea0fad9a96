/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a running query, as Arrow batches. One thread reads; another may close it, which ends
 * the reading with an error, never with a look at memory that is given back.
 */
public final class ColumnarResult implements AutoCloseable {
  private static final long BATCH_ROWS = 16_384;

  private final EngineConnection connection;
  private final Statement statement;
  private final ResultSet rows;
  private final @Nullable BufferAllocator allocator;
  private final @Nullable ArrowReader reader;
  private volatile boolean fetching;
  private boolean closed;

  private ColumnarResult(
      EngineConnection connection,
      Statement statement,
      ResultSet rows,
      @Nullable BufferAllocator allocator) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    this.allocator = allocator;
    try {
      this.reader =
          allocator == null
              ? null
              : (ArrowReader) ((DuckDBResultSet) rows).arrowExportStream(allocator, BATCH_ROWS);
    } catch (SQLException e) {
      throw DuckErrors.translate(e);
    }
  }

  static ColumnarResult of(EngineConnection connection, Statement statement, ResultSet rows) {
    BufferAllocator allocator = ArrowMemory.isUsable() ? ArrowMemory.newChild("result") : null;
    try {
      return new ColumnarResult(connection, statement, rows, allocator);
    } catch (RuntimeException e) {
      if (allocator != null) {
        allocator.close();
      }
      throw e;
    }
  }

  /** What reads the columns for a reader of rows. */
  List<ColumnReader> columns(RowReader readers) {
    try {
      if (reader != null) {
        return reader.getVectorSchemaRoot().getFieldVectors().stream()
            .map(vector -> ColumnReaders.of(readers, vector))
            .toList();
      }
      List<ColumnReader> columns = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        columns.add(new PlainReader(readers, rows, i));
      }
      return columns;
    } catch (IOException e) {
      throw failed(e);
    } catch (SQLException e) {
      throw connection.execution().failed(e);
    }
  }

  /** The rows of the current batch. */
  int rowCount() {
    try {
      return reader == null ? 1 : reader.getVectorSchemaRoot().getRowCount();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Goes to the next batch; false after the last. */
  public synchronized boolean next() {
    requireOpen();
    fetching = true;
    try {
      boolean found = connection.call(reader == null ? rows::next : reader::loadNextBatch);
      if (!found) {
        connection.finished();
      }
      return found;
    } catch (SQLException e) {
      throw connection.execution().failed(e);
    } catch (OutOfMemoryException e) {
      throw ArrowMemory.exhausted(e);
    } finally {
      fetching = false;
    }
  }

  /** Reads from the current batch while nobody can close it. */
  synchronized void whileOpen(Runnable reading) {
    requireOpen();
    reading.run();
  }

  private void requireOpen() {
    if (closed) {
      throw new MoraineException(ErrorCode.CANCELLED, "The result was closed while it was read");
    }
  }

  private RuntimeException failed(IOException e) {
    return connection.execution().failed(new SQLException(e.getMessage(), e));
  }

  /** Ends the query, whether or not all its rows were read. */
  @Override
  public void close() {
    // The engine waits for a foreign table's rows no more.
    connection.execution().foreign().cancel();
    if (fetching) {
      // Another thread waits for rows, and closing would wait for that.
      connection.execution().cancel();
    }
    closeAll();
  }

  private synchronized void closeAll() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      // The batches first, their memory next, the query last.
      AutoCloseables.close(Arrays.asList(reader, allocator, rows, statement, connection));
    } catch (Exception e) {
      throw DuckErrors.translate(new SQLException(e.getMessage(), e));
    }
  }
}
