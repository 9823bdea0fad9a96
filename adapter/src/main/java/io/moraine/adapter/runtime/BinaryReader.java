/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Arrays;
import org.apache.arrow.vector.BaseVariableWidthViewVector;

/**
 * A column of {@code byte[]}, each value an array of its own. Short values are in the batch's
 * views, and views of long ones say where these are.
 */
final class BinaryReader extends FixedReader {
  private static final int VIEW_BYTES = BaseVariableWidthViewVector.ELEMENT_SIZE;
  private static final int LENGTH_BYTES = BaseVariableWidthViewVector.LENGTH_WIDTH;
  private static final int LONGEST_WITHIN = BaseVariableWidthViewVector.INLINE_SIZE;
  private static final int BUFFER = LENGTH_BYTES + BaseVariableWidthViewVector.PREFIX_WIDTH;
  private static final int START = BUFFER + BaseVariableWidthViewVector.BUF_INDEX_WIDTH;

  private final RowReader rows;
  private final ArrowColumn column;

  BinaryReader(RowReader rows, ArrowColumn column) {
    super(rows, column, VIEW_BYTES * Byte.SIZE);
    this.rows = rows;
    this.column = column;
  }

  @Override
  Object notNull(int row) {
    int view = row * VIEW_BYTES;
    int length = number(view);
    if (length <= LONGEST_WITHIN) {
      int start = view + LENGTH_BYTES;
      return Arrays.copyOfRange(data(), start, start + length);
    }
    byte[] value = new byte[length];
    rows.whileOpen(() -> column.viewed(number(view + BUFFER), number(view + START), value));
    return value;
  }

  private int number(int at) {
    return (int) INTS.get(data(), at);
  }
}
