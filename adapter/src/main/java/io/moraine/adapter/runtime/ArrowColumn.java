/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
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

  /**
   * A column.
   *
   * @param index its number in a batch, from 0
   * @param current gives the batch that is read
   */
  ArrowColumn(ArrowType type, int index, Supplier<ArrowBatch> current) {
    this.index = index;
    this.current = current;
    TypeLayout layout = TypeLayout.getTypeLayout(type);
    this.variable = layout.getBufferTypes().contains(BufferLayout.BufferType.OFFSET);
    this.bitsARow =
        layout.getBufferLayouts().stream()
            .filter(buffer -> !variable || buffer.getType() != BufferLayout.BufferType.DATA)
            .mapToLong(BufferLayout::getTypeBitWidth)
            .sum();
  }

  /** The memory that it takes in a batch. */
  long bytes(ArrowBatch batch) {
    int rows = batch.rowCount();
    long fixed = rows * bitsARow + Byte.SIZE - 1 >> 3;
    return variable ? fixed + offsets(batch).getInt((long) rows << 2) : fixed;
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
