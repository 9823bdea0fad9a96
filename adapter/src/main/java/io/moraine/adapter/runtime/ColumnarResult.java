/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.util.TransferPair;
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
  private final @Nullable BufferAllocator allocator;
  private final @Nullable ArrowReader reader;
  private final BatchLoader loader;
  private final Set<Integer> instants;

  /** The batch that is read. The engine's reader has vectors of its own, and loads into those. */
  private final List<FieldVector> batch = new ArrayList<>();

  private final List<TransferPair> moves = new ArrayList<>();
  private int rowCount = 1;
  private long batches;
  private boolean closed;

  private ColumnarResult(
      EngineConnection connection,
      Statement statement,
      ResultSet rows,
      @Nullable BufferAllocator allocator,
      Set<Integer> instants) {
    this.instants = instants;
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
    this.loader = new BatchLoader(connection, reader == null ? rows::next : reader::loadNextBatch);
  }

  /**
   * The result of a query that runs.
   *
   * @param instants the columns, from 0, whose nanoseconds are those of instants
   */
  static ColumnarResult of(
      EngineConnection connection, Statement statement, ResultSet rows, Set<Integer> instants) {
    BufferAllocator allocator = ArrowMemory.isUsable() ? ArrowMemory.newChild("result") : null;
    try {
      return new ColumnarResult(connection, statement, rows, allocator, instants);
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
        for (FieldVector loaded : reader.getVectorSchemaRoot().getFieldVectors()) {
          FieldVector vector = loaded.getField().createVector(allocator);
          batch.add(vector);
          moves.add(loaded.makeTransferPair(vector));
        }
        return IntStream.range(0, batch.size())
            .mapToObj(i -> ColumnReaders.of(readers, batch.get(i), instants.contains(i)))
            .toList();
      }
      List<ColumnReader> columns = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        columns.add(new PlainReader(readers, rows, i, instants.contains(i - 1)));
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
    return rowCount;
  }

  /** Goes to the next batch; false after the last. */
  public synchronized boolean next() {
    requireOpen();
    try {
      boolean found = loader.next();
      if (!found) {
        connection.finished();
      } else if (reader != null) {
        take(reader);
      }
      return found;
    } catch (IOException e) {
      throw failed(e);
    } catch (SQLException e) {
      throw connection.execution().failed(e);
    } catch (OutOfMemoryException e) {
      throw ArrowMemory.exhausted(e);
    }
  }

  /** Makes the loaded batch the one that is read, and may have the next one loaded. */
  private void take(ArrowReader reader) throws IOException {
    moves.forEach(TransferPair::transfer);
    rowCount = reader.getVectorSchemaRoot().getRowCount();
    batches++;
    // A batch that is not full is the last; who looks at the first rows only needs no third.
    if (batches > 1 && rowCount >= BATCH_ROWS && ArrowMemory.isAmple()) {
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

  private RuntimeException failed(IOException e) {
    return connection.execution().failed(new SQLException(e.getMessage(), e));
  }

  /** Ends the query, whether or not all its rows were read. */
  @Override
  public void close() {
    // The engine waits for a foreign table's rows no more.
    connection.execution().foreign().cancel();
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
      // The batches first, their memory next, the query last.
      List<@Nullable AutoCloseable> open = new ArrayList<>(batch);
      open.addAll(Arrays.asList(reader, allocator, rows, statement, connection));
      AutoCloseables.close(open);
    } catch (Exception e) {
      throw DuckErrors.translate(new SQLException(e.getMessage(), e));
    }
  }
}
