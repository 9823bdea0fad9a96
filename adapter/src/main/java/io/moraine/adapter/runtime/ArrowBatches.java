/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a result: one that is read, and one that may be loaded meanwhile in another
 * thread. What orders the calls of both is the caller's.
 */
final class ArrowBatches implements AutoCloseable {
  private static final MethodHandle STREAM = stream();

  private final BufferAllocator allocator;
  private final ArrowReader reader;
  private final List<Field> fields;
  private final ArrowArrayStream stream;
  private final List<ArrowColumn> columns = new ArrayList<>();
  private ArrowBatch current;
  private ArrowBatch next;

  private ArrowBatches(BufferAllocator allocator, ArrowReader reader) throws IOException {
    this.allocator = allocator;
    this.reader = reader;
    this.stream = stream(reader);
    this.fields = fields(allocator, stream);
    for (Field field : fields) {
      columns.add(new ArrowColumn(field, columns.size(), () -> this.current));
    }
    this.current = new ArrowBatch(allocator, columns);
    boolean both = false;
    try {
      this.next = new ArrowBatch(allocator, columns);
      both = true;
    } finally {
      if (!both) {
        current.close();
      }
    }
  }

  /** The stream behind a reader, which the engine's driver shows as a reader only. */
  private static MethodHandle stream() {
    try {
      Class<?> reader = Class.forName("org.apache.arrow.c.ArrowArrayStreamReader");
      return MethodHandles.privateLookupIn(reader, MethodHandles.lookup())
          .findGetter(reader, "ownedStream", ArrowArrayStream.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static ArrowArrayStream stream(ArrowReader reader) {
    try {
      return (ArrowArrayStream) STREAM.invoke(reader);
    } catch (Throwable e) {
      throw new IllegalStateException("The engine's batches cannot be reached", e);
    }
  }

  /**
   * The types of the columns. Vectors of all of them cannot be made: Java has no short decimals.
   */
  private static List<Field> fields(BufferAllocator allocator, ArrowArrayStream stream)
      throws IOException {
    try (ArrowSchema schema = ArrowSchema.allocateNew(allocator)) {
      stream.getSchema(schema);
      return Data.importSchema(allocator, schema, null).getFields();
    }
  }

  /** The batches, of at most so many rows, of a result that was not read yet. */
  static ArrowBatches of(DuckDBResultSet rows, long batchRows) throws SQLException, IOException {
    BufferAllocator allocator = ArrowMemory.newChild("result");
    ArrowReader reader = null;
    boolean opened = false;
    try {
      reader = (ArrowReader) rows.arrowExportStream(allocator, batchRows);
      ArrowBatches batches = new ArrowBatches(allocator, reader);
      opened = true;
      return batches;
    } finally {
      if (!opened) {
        closeFailed(reader, allocator);
      }
    }
  }

  private static void closeFailed(@Nullable ArrowReader reader, BufferAllocator allocator)
      throws IOException {
    try (allocator) {
      if (reader != null) {
        reader.close();
      }
    }
  }

  /**
   * What reads the columns for a reader of rows.
   *
   * @param instants the columns, from 0, whose nanoseconds are those of instants
   */
  List<ColumnReader> readers(RowReader rows, Set<Integer> instants) {
    List<ColumnReader> readers = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      readers.add(ColumnReaders.of(rows, fields.get(i), columns.get(i), instants.contains(i)));
    }
    return readers;
  }

  /** Loads the next batch; false after the last. */
  boolean load() throws IOException {
    return next.load(stream);
  }

  /** Makes the loaded batch the one that is read, and gives back the one that was. */
  void take() {
    ArrowBatch read = current;
    current = next;
    next = read;
    read.release();
  }

  /** The rows of the batch that is read. */
  int rowCount() {
    return current.rowCount();
  }

  /** Gives back the batches first, their memory last. */
  @Override
  public void close() throws Exception {
    AutoCloseables.close(current, next, reader, allocator);
  }
}
