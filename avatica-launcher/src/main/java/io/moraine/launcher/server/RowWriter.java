/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.math.BigDecimal;
import java.sql.SQLException;
import org.apache.calcite.avatica.ColumnMetaData;

/** Writes the rows of a frame, value by value, as one of Avatica's serializations has them. */
interface RowWriter {
  /** A row begins. */
  void beginRow();

  /** The row's values are all there. */
  void endRow();

  void nothing();

  void bool(boolean value);

  /** A whole number; {@code kind} is the type that Avatica knows it by. */
  void number(long value, ColumnMetaData.Rep kind);

  /**
   * An approximate number.
   *
   * @throws SQLException when the serialization has none like that, naming the column
   */
  void real(float value, ColumnMetaData column) throws SQLException;

  /**
   * An approximate number.
   *
   * @throws SQLException when the serialization has none like that, naming the column
   */
  void real(double value, ColumnMetaData column) throws SQLException;

  void decimal(BigDecimal value);

  /** A decimal of up to 18 digits, {@code scale} of them behind the point. */
  void decimal(long unscaled, int scale);

  /** A text in UTF-8: {@code length} bytes from {@code start}. */
  void text(byte[] utf8, int start, int length);

  void binary(byte[] value);

  /** The number of bytes so far. */
  int size();

  /** The frame of the rows so far, which begins behind {@code offset} rows. */
  EncodedFrame frame(long offset, boolean done);
}
