/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column in the current row as an exact Java value: {@code Boolean}, {@code Byte}, {@code
 * Short}, {@code Integer}, {@code Long}, {@code BigInteger} (128 bits), {@code Float}, {@code
 * Double}, {@code BigDecimal}, {@code String}, {@code LocalDate}, {@code LocalTime}, {@code
 * LocalDateTime}, {@code OffsetDateTime} in UTC, {@code UUID}, {@code byte[]}; {@code List} for a
 * list, and for a struct, whose fields they are; {@code Map} in the order of its entries; null for
 * NULL. Within the latter three, nanoseconds are {@code LocalDateTime} in UTC even of instants.
 *
 * <p>On the first value that is asked for, a batch's column moves to the heap as a whole. Reading a
 * cell is then an array access: cheaper than Arrow's checked access, and no danger to the process
 * when another thread closes the result meanwhile. Columns that nobody asks for cost nothing.
 */
public abstract class ColumnReader {
  static final VarHandle SHORTS = view(short[].class);
  static final VarHandle INTS = view(int[].class);
  static final VarHandle LONGS = view(long[].class);
  static final VarHandle FLOATS = view(float[].class);
  static final VarHandle DOUBLES = view(double[].class);

  private final RowReader rows;
  private final @Nullable ArrowColumn column;
  private boolean loaded;
  private boolean hasNulls;
  private byte[] valid = {};
  private int batches;

  ColumnReader(RowReader rows, @Nullable ArrowColumn column) {
    this.rows = rows;
    this.column = column;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /** The value in the current row; null for NULL. */
  public final @Nullable Object value() {
    return at(rows.row());
  }

  /** The value at a place, from 0, in the column of the batch; null for NULL. */
  final @Nullable Object at(int place) {
    int found = find(place);
    return found < 0 ? null : notNull(found);
  }

  /** Whether the value in the current row is NULL. */
  public final boolean isNull() {
    return row() < 0;
  }

  /** The number of batches that were read so far, to hold things for one batch. */
  public final int batches() {
    return batches;
  }

  /** The value, which is not NULL, in a row of the batch on the heap. */
  abstract Object notNull(int row);

  /** Takes the values of all rows to the heap. */
  abstract void load(int rowCount);

  /**
   * Where in the batch, which is on the heap then, the current row is; negative when its value is
   * NULL. It is what subclasses' getters of a row are to be asked for, before the next row.
   */
  public final int row() {
    return find(rows.row());
  }

  private int find(int row) {
    if (!loaded) {
      rows.whileOpen(this::loadBatch);
    }
    return hasNulls && (valid[row >> 3] >> (row & 7) & 1) == 0 ? -1 : row;
  }

  private void loadBatch() {
    if (column == null) {
      load(1);
    } else {
      load(column);
    }
    loaded = true;
    batches++;
  }

  /** Says of a batch of one row whether its value is NULL. */
  final void nulls(boolean isNull) {
    hasNulls = isNull;
    valid = new byte[1];
  }

  private void load(ArrowColumn column) {
    hasNulls = column.hasNulls();
    if (hasNulls) {
      valid = copy(column.validity(), valid);
    }
    load(column.rowCount());
  }

  /** There is another batch. */
  void forget() {
    loaded = false;
  }

  /** The bytes of a buffer, in {@code target} if it is long enough. */
  static byte[] copy(ArrowBuf buffer, byte[] target) {
    return copy(buffer, 0, buffer.capacity(), target);
  }

  /** Some bytes of a buffer, in {@code target} if it is long enough. */
  static byte[] copy(ArrowBuf buffer, long start, long length, byte[] target) {
    int bytes = Math.toIntExact(length);
    byte[] copy = target.length < bytes ? new byte[Math.max(bytes, target.length * 2)] : target;
    buffer.getBytes(start, copy, 0, bytes);
    return copy;
  }
}
