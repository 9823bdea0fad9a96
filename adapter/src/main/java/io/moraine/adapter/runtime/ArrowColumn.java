/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** One column of the batches of a result, or one nested in it, outside of the heap. */
final class ArrowColumn {
  private static final int VALIDITY = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final int[] path;
  private final Supplier<ArrowBatch> current;
  private final List<ArrowColumn> children = new ArrayList<>();
  private final long bitsARow;
  private final boolean variable;
  private final boolean viewed;

  /**
   * A column.
   *
   * @param index its number in a batch, from 0
   * @param current gives the batch that is read
   */
  ArrowColumn(Field field, int index, Supplier<ArrowBatch> current) {
    this(field, new int[] {index}, current);
  }

  private ArrowColumn(Field field, int[] path, Supplier<ArrowBatch> current) {
    this.path = path;
    this.current = current;
    for (Field child : field.getChildren()) {
      int[] below = Arrays.copyOf(path, path.length + 1);
      below[path.length] = children.size();
      children.add(new ArrowColumn(child, below, current));
    }
    this.viewed = field.getType() instanceof ArrowType.BinaryView;
    TypeLayout layout = TypeLayout.getTypeLayout(field.getType());
    this.variable =
        children.isEmpty() && layout.getBufferTypes().contains(BufferLayout.BufferType.OFFSET);
    this.bitsARow =
        viewed
            ? 1 + BaseVariableWidthViewVector.ELEMENT_SIZE * Byte.SIZE
            : layout.getBufferLayouts().stream()
                .filter(buffer -> !variable || buffer.getType() != BufferLayout.BufferType.DATA)
                .mapToLong(BufferLayout::getTypeBitWidth)
                .sum();
  }

  /** The columns nested in this one. */
  List<ArrowColumn> children() {
    return children;
  }

  /** The memory that it takes in a batch. */
  long bytes(ArrowBatch batch) {
    int rows = batch.length(path);
    long fixed = rows * bitsARow + Byte.SIZE - 1 >> 3;
    for (ArrowColumn child : children) {
      fixed += child.bytes(batch);
    }
    if (viewed) {
      return fixed + viewedBytes(batch);
    }
    return variable && rows > 0 ? fixed + offsets(batch).getInt((long) rows << 2) : fixed;
  }

  /** The last buffer has the lengths of those between it and the views. */
  private long viewedBytes(ArrowBatch batch) {
    int last = batch.bufferCount(path) - 1;
    int count = last - SECOND;
    ArrowBuf lengths = batch.buffer(path, last, (long) count * Long.BYTES);
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += lengths.getLong((long) i * Long.BYTES);
    }
    return bytes;
  }

  /** Reads a value that a view tells of, into an array of its length. */
  void viewed(int buffer, int start, byte[] value) {
    current.get().buffer(path, SECOND + buffer, (long) start + value.length).getBytes(start, value);
  }

  private ArrowBuf offsets(ArrowBatch batch) {
    return batch.buffer(path, FIRST, batch.length(path) + 1L << 2);
  }

  int rowCount() {
    return current.get().length(path);
  }

  boolean hasNulls() {
    return current.get().nullCount(path) != 0;
  }

  /** A bit a row, set where there is a value; for a column that has NULLs. */
  ArrowBuf validity() {
    return current.get().buffer(path, VALIDITY, rowCount() + 7L >> 3);
  }

  /** The values, where they all have the same number of bits. */
  ArrowBuf fixed(int bits) {
    return current.get().buffer(path, FIRST, (long) rowCount() * bits + 7 >> 3);
  }

  /** Where the values begin, and the last one ends: an {@code int} each. */
  ArrowBuf offsets() {
    return offsets(current.get());
  }

  /** The bytes of values that differ in length. */
  ArrowBuf variable() {
    return current.get().buffer(path, SECOND, offsets().getInt((long) rowCount() << 2));
  }
}
