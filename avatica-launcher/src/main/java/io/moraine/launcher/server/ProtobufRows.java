/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.math.BigDecimal;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.proto.Common;

/**
 * Rows as fields of Avatica's {@code Frame} message. Each value is written once, as {@code
 * scalar_value}: the stock writer repeats it in a deprecated field, which the client has to parse
 * and then drops. As in all Protobuf, zeros and empty texts are left out.
 */
final class ProtobufRows implements RowWriter {
  private static final int LENGTH = 2;
  private static final int FIXED64 = 1;
  private static final int ROWS = tag(Common.Frame.ROWS_FIELD_NUMBER, LENGTH);
  private static final int COLUMN = tag(Common.Row.VALUE_FIELD_NUMBER, LENGTH);
  private static final int SCALAR = tag(Common.ColumnValue.SCALAR_VALUE_FIELD_NUMBER, LENGTH);
  private static final int TYPE = tag(Common.TypedValue.TYPE_FIELD_NUMBER, 0);
  private static final int BOOL = tag(Common.TypedValue.BOOL_VALUE_FIELD_NUMBER, 0);
  private static final int STRING = tag(Common.TypedValue.STRING_VALUE_FIELD_NUMBER, LENGTH);
  private static final int NUMBER = tag(Common.TypedValue.NUMBER_VALUE_FIELD_NUMBER, 0);
  private static final int BYTES = tag(Common.TypedValue.BYTES_VALUE_FIELD_NUMBER, LENGTH);
  private static final int DOUBLE = tag(Common.TypedValue.DOUBLE_VALUE_FIELD_NUMBER, FIXED64);
  private static final int NULL = tag(Common.TypedValue.NULL_FIELD_NUMBER, 0);

  /** A tag and a type, each a byte. */
  private static final int TYPE_SIZE = 2;

  private static final int ROW_CAPACITY = 1_024;

  private final WireBuffer rows;
  private final WireBuffer row = new WireBuffer(ROW_CAPACITY);

  ProtobufRows(int capacity) {
    rows = new WireBuffer(capacity);
  }

  private static int tag(int field, int wireType) {
    return field << 3 | wireType;
  }

  @Override
  public void beginRow() {
    row.clear();
  }

  @Override
  public void endRow() {
    rows.put(ROWS);
    rows.putVarint(row.size());
    rows.put(row);
  }

  /** The beginning of a value whose own fields take {@code size} bytes behind its type. */
  private void begin(Common.Rep type, int size) {
    int typed = TYPE_SIZE + size;
    row.put(COLUMN);
    row.putVarint(1L + WireBuffer.varintSize(typed) + typed);
    row.put(SCALAR);
    row.putVarint(typed);
    row.put(TYPE);
    row.put(type.getNumber());
  }

  @Override
  public void nothing() {
    begin(Common.Rep.NULL, 2);
    row.put(NULL);
    row.put(1);
  }

  @Override
  public void bool(boolean value) {
    begin(Common.Rep.BOOLEAN, value ? 2 : 0);
    if (value) {
      row.put(BOOL);
      row.put(1);
    }
  }

  @Override
  public void number(long value, ColumnMetaData.Rep kind) {
    number(value, kind.toProto());
  }

  private void number(long value, Common.Rep type) {
    long zigzag = value << 1 ^ value >> 63;
    begin(type, value == 0 ? 0 : 1 + WireBuffer.varintSize(zigzag));
    if (value != 0) {
      row.put(NUMBER);
      row.putVarint(zigzag);
    }
  }

  @Override
  public void real(float value, ColumnMetaData column) {
    number(Float.floatToIntBits(value), Common.Rep.FLOAT);
  }

  @Override
  public void real(double value, ColumnMetaData column) {
    long bits = Double.doubleToRawLongBits(value);
    begin(Common.Rep.DOUBLE, bits == 0 ? 0 : 1 + Long.BYTES);
    if (bits != 0) {
      row.put(DOUBLE);
      row.putFixed64(bits);
    }
  }

  @Override
  public void decimal(BigDecimal value) {
    String digits = value.toString();
    beginLong(Common.Rep.BIG_DECIMAL, STRING, digits.length());
    row.putAscii(digits);
  }

  @Override
  public void decimal(long unscaled, int scale) {
    decimal(BigDecimal.valueOf(unscaled, scale));
  }

  @Override
  public void text(byte[] utf8, int start, int length) {
    beginLong(Common.Rep.STRING, STRING, length);
    row.put(utf8, start, length);
  }

  @Override
  public void binary(byte[] value) {
    beginLong(Common.Rep.BYTE_STRING, BYTES, value.length);
    row.put(value);
  }

  private void beginLong(Common.Rep type, int tag, int length) {
    begin(type, length == 0 ? 0 : 1 + WireBuffer.varintSize(length) + length);
    if (length > 0) {
      row.put(tag);
      row.putVarint(length);
    }
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public EncodedFrame frame(long offset, boolean done) {
    return new EncodedFrame(offset, done, rows);
  }
}
