/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;

/**
 * A place for one batch of a result, as the engine exports it by Arrow's C data interface. Batches
 * are read where they are: to make vectors of each costs more than what is in it.
 */
final class ArrowBatch implements AutoCloseable {
  private static final int POINTER = Long.BYTES;
  private static final int STRUCT_BYTES = 10 * POINTER;
  private static final int LENGTH = 0;
  private static final int NULL_COUNT = 1;
  private static final int OFFSET = 2;
  private static final int BUFFER_COUNT = 3;
  private static final int BUFFERS = 5;
  private static final int CHILDREN = 6;
  private static final int RELEASE = 8;

  private final ArrowArray array;
  private final ArrowBuf struct;
  private final List<ArrowColumn> columns;
  private boolean present;
  private long claimed;

  /** A place that holds nothing yet. */
  ArrowBatch(BufferAllocator allocator, List<ArrowColumn> columns) {
    this.columns = columns;
    this.array = ArrowArray.allocateNew(allocator);
    this.struct = at(array.memoryAddress(), STRUCT_BYTES);
  }

  /** Memory of the engine's. */
  private static ArrowBuf at(long address, long bytes) {
    return new ArrowBuf(ReferenceManager.NO_OP, null, bytes, address);
  }

  private static long field(ArrowBuf struct, int number) {
    return struct.getLong((long) number * POINTER);
  }

  /**
   * Takes the next batch of a stream; false after the last.
   *
   * @throws io.moraine.rules.error.MoraineException OUT_OF_MEMORY when it does not fit; the next
   *     call tries the same batch again
   */
  boolean load(ArrowArrayStream stream) throws IOException {
    if (!present) {
      stream.getNext(array);
      present = field(struct, RELEASE) != 0;
    }
    if (present && claimed == 0) {
      long bytes = 0;
      for (ArrowColumn column : columns) {
        bytes += column.bytes(this);
      }
      ArrowMemory.claim(bytes);
      claimed = bytes;
    }
    return present;
  }

  int rowCount() {
    return Math.toIntExact(field(struct, LENGTH));
  }

  /** How many values a column has. */
  int length(int[] column) {
    return Math.toIntExact(field(column(column), LENGTH));
  }

  /** How many values of a column are NULL. */
  long nullCount(int[] column) {
    return field(column(column), NULL_COUNT);
  }

  /** How many buffers a column has. */
  int bufferCount(int[] column) {
    return Math.toIntExact(field(column(column), BUFFER_COUNT));
  }

  /** One of the buffers of a column, from 0; its validity is the first. */
  ArrowBuf buffer(int[] column, int buffer, long bytes) {
    ArrowBuf buffers = at(field(column(column), BUFFERS), (buffer + 1L) * POINTER);
    return at(field(buffers, buffer), bytes);
  }

  /** A column by its number, from 0, and the numbers below it of one that is nested. */
  private ArrowBuf column(int[] path) {
    ArrowBuf column = struct;
    for (int number : path) {
      ArrowBuf children = at(field(column, CHILDREN), (number + 1L) * POINTER);
      column = at(field(children, number), STRUCT_BYTES);
      if (field(column, OFFSET) != 0) {
        throw new IllegalStateException("The engine exports batches from their first row on");
      }
    }
    return column;
  }

  /** Gives the batch back, if there is one. */
  void release() {
    if (present) {
      present = false;
      array.release();
      ArrowMemory.release(claimed);
      claimed = 0;
    }
  }

  @Override
  public void close() {
    release();
    array.close();
  }
}
