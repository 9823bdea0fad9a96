/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import org.apache.calcite.avatica.ColumnMetaData;

/** Rows as an array of arrays in JSON, with the values that Avatica's own mapper would write. */
final class JsonRows implements RowWriter {
  private static final String NOT_IN_JSON = "0A000";
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final int FIRST_PRINTABLE = 0x20;

  private final WireBuffer buffer;
  private boolean firstRow = true;
  private boolean firstValue;

  JsonRows(int capacity) {
    buffer = new WireBuffer(capacity);
    buffer.put('[');
  }

  @Override
  public void beginRow() {
    if (!firstRow) {
      buffer.put(',');
    }
    firstRow = false;
    buffer.put('[');
    firstValue = true;
  }

  @Override
  public void endRow() {
    buffer.put(']');
  }

  private void comma() {
    if (!firstValue) {
      buffer.put(',');
    }
    firstValue = false;
  }

  @Override
  public void nothing() {
    comma();
    buffer.put(NULL);
  }

  @Override
  public void bool(boolean value) {
    comma();
    buffer.put(value ? TRUE : FALSE);
  }

  @Override
  public void number(long value, ColumnMetaData.Rep kind) {
    comma();
    buffer.putDigits(value);
  }

  @Override
  public void real(float value, ColumnMetaData column) throws SQLException {
    requireFinite(Float.isFinite(value), value, column);
    comma();
    buffer.putAscii(Float.toString(value));
  }

  @Override
  public void real(double value, ColumnMetaData column) throws SQLException {
    requireFinite(Double.isFinite(value), value, column);
    comma();
    buffer.putAscii(Double.toString(value));
  }

  /** JSON has no number for the others; Avatica's client fails on what could stand for them. */
  private static void requireFinite(boolean finite, Object value, ColumnMetaData column)
      throws SQLException {
    if (!finite) {
      throw new SQLException(
          "Column "
              + column.label
              + " holds "
              + value
              + ", which JSON cannot carry; connect with serialization=protobuf",
          NOT_IN_JSON);
    }
  }

  @Override
  public void decimal(BigDecimal value) {
    comma();
    buffer.putAscii(value.toString());
  }

  @Override
  public void text(String value) {
    comma();
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    buffer.put('"');
    if (isPlain(utf8)) {
      buffer.put(utf8);
    } else {
      for (byte one : utf8) {
        escaped(one);
      }
    }
    buffer.put('"');
  }

  private static boolean isPlain(byte[] utf8) {
    boolean plain = true;
    for (byte one : utf8) {
      // Bytes of characters above 127 are negative, and plain.
      plain &= (one >= FIRST_PRINTABLE || one < 0) & one != '"' & one != '\\';
    }
    return plain;
  }

  private void escaped(byte one) {
    switch (one) {
      case '"', '\\' -> pair(one);
      case '\b' -> pair('b');
      case '\t' -> pair('t');
      case '\n' -> pair('n');
      case '\f' -> pair('f');
      case '\r' -> pair('r');
      default -> {
        if (one >= FIRST_PRINTABLE || one < 0) {
          buffer.put(one);
        } else {
          buffer.putAscii("\\u00");
          buffer.put(HEX[one >> 4]);
          buffer.put(HEX[one & 15]);
        }
      }
    }
  }

  private void pair(int second) {
    buffer.put('\\');
    buffer.put(second);
  }

  @Override
  public void binary(byte[] value) {
    comma();
    buffer.put('"');
    buffer.put(Base64.getEncoder().encode(value));
    buffer.put('"');
  }

  @Override
  public int size() {
    return buffer.size();
  }

  @Override
  public EncodedFrame frame(long offset, boolean done) {
    buffer.put(']');
    return new EncodedFrame(offset, done, buffer);
  }
}
