/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import org.jspecify.annotations.Nullable;

/** Rows of exact Java values, one after the other. */
interface RowSource extends AutoCloseable {
  /** Goes to the next row; false after the last. */
  boolean next();

  /** The value of a column of the current row, from 0; null for NULL. */
  @Nullable Object value(int column);

  @Override
  void close();
}
