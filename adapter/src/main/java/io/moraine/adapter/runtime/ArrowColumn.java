/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** One column of the batches of a result, outside of the heap. */
final class ArrowColumn {
  private static final int VALIDITY = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final int index;
  private final Supplier<ArrowBatch> current;
  private final long bitsARow;
  private final boolean variable;
  private final boolean viewed;

  /**
   * A column.
   *
   * @param index its number in a batch, from 0
   * @param current gives the batch that is read
   */
  ArrowColumn(ArrowType type, int index, Supplier<ArrowBatch> current) {
    this.index = index;
    this.current = current;
    this.viewed = type instanceof ArrowType.BinaryView;
    TypeLayout layout = TypeLayout.getTypeLayout(type);
    this.variable = layout.getBufferTypes().contains(BufferLayout.BufferType.OFFSET);
    this.bitsARow =
        viewed
            ? 1 + BaseVariableWidthViewVector.ELEMENT_SIZE * Byte.SIZE
            : layout.getBufferLayouts().stream()
                .filter(buffer -> !variable || buffer.getType() != BufferLayout.BufferType.DATA)
                .mapToLong(BufferLayout::getTypeBitWidth)
                .sum();
  }

  /** The memory that it takes in a batch. */
  long bytes(ArrowBatch batch) {
    int rows = batch.rowCount();
    long fixed = rows * bitsARow + Byte.SIZE - 1 >> 3;
    if (viewed) {
      return fixed + viewedBytes(batch);
    }
    return variable ? fixed + offsets(batch).getInt((long) rows << 2) : fixed;
  }

  /** The last buffer has the lengths of those between it and the views. */
  private long viewedBytes(ArrowBatch batch) {
    int last = batch.bufferCount(index) - 1;
    int count = last - SECOND;
    ArrowBuf lengths = batch.buffer(index, last, (long) count * Long.BYTES);
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += lengths.getLong((long) i * Long.BYTES);
    }
    return bytes;
  }

  /** Reads a value that a view tells of, into an array of its length. */
  void viewed(int buffer, int start, byte[] value) {
    current
        .get()
        .buffer(index, SECOND + buffer, (long) start + value.length)
        .getBytes(start, value);
  }

  private ArrowBuf offsets(ArrowBatch batch) {
    return batch.buffer(index, FIRST, batch.rowCount() + 1L << 2);
  }

  int rowCount() {
    return current.get().rowCount();
  }

  boolean hasNulls() {
    return current.get().nullCount(index) != 0;
  }

  /** A bit a row, set where there is a value; for a column that has NULLs. */
  ArrowBuf validity() {
    return current.get().buffer(index, VALIDITY, rowCount() + 7L >> 3);
  }

  /** The values, where they all have the same number of bits. */
  ArrowBuf fixed(int bits) {
    return current.get().buffer(index, FIRST, (long) rowCount() * bits + 7 >> 3);
  }

  /** Where in {@link #variable} the values begin, and the last one ends: an {@code int} each. */
  ArrowBuf offsets() {
    return offsets(current.get());
  }

  /** The bytes of values that differ in length. */
  ArrowBuf variable() {
    return current.get().buffer(index, SECOND, offsets().getInt((long) rowCount() << 2));
  }
}
