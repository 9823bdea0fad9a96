/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.util.Base64;
import org.apache.calcite.avatica.ColumnMetaData;

/** Rows as an array of arrays in JSON, with the values that Avatica's own mapper would write. */
final class JsonRows implements RowWriter {
  private static final String NOT_IN_JSON = "0A000";
  private static final byte[] NULL = {'n', 'u', 'l', 'l', ','};
  private static final byte[] TRUE = {'t', 'r', 'u', 'e', ','};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e', ','};
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final int FIRST_PRINTABLE = 0x20;

  /** Down to this many digits behind the point, no decimal is written with an exponent. */
  private static final int NO_EXPONENT = 6;

  private static final int DIGITS_OF_A_LONG = 18;

  /** A one in each of eight bytes. */
  private static final long EACH = 0x0101_0101_0101_0101L;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final WireBuffer buffer;
  private boolean firstRow = true;

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
  }

  /** Behind each value there is a comma, so there is one at least. */
  @Override
  public void endRow() {
    buffer.replaceLast(']');
  }

  @Override
  public void nothing() {
    buffer.put(NULL);
  }

  @Override
  public void bool(boolean value) {
    buffer.put(value ? TRUE : FALSE);
  }

  @Override
  public void number(long value, ColumnMetaData.Rep kind) {
    buffer.putDigits(value, ',');
  }

  @Override
  public void real(float value, ColumnMetaData column) throws SQLException {
    requireFinite(Float.isFinite(value), value, column);
    buffer.putAscii(Float.toString(value));
    buffer.put(',');
  }

  @Override
  public void real(double value, ColumnMetaData column) throws SQLException {
    requireFinite(Double.isFinite(value), value, column);
    buffer.putAscii(Double.toString(value));
    buffer.put(',');
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
    if (value.scale() > 0 && value.precision() <= DIGITS_OF_A_LONG) {
      decimal(value.unscaledValue().longValue(), value.scale());
    } else {
      buffer.putAscii(value.toString());
      buffer.put(',');
    }
  }

  @Override
  public void decimal(long unscaled, int scale) {
    if (scale > 0 && scale <= NO_EXPONENT) {
      buffer.putDecimal(unscaled, scale, ',');
    } else {
      buffer.putAscii(BigDecimal.valueOf(unscaled, scale).toString());
      buffer.put(',');
    }
  }

  @Override
  public void text(byte[] utf8, int start, int length) {
    if (isPlain(utf8, start, start + length)) {
      buffer.putQuoted(utf8, start, length, ',');
    } else {
      buffer.put('"');
      for (int i = start; i < start + length; i++) {
        escaped(utf8[i]);
      }
      buffer.put('"');
      buffer.put(',');
    }
  }

  private static boolean isPlain(byte[] utf8, int start, int end) {
    boolean plain = true;
    int last = end - Long.BYTES;
    for (int i = start; plain && i < last; i += Long.BYTES) {
      plain = isPlain((long) WORDS.get(utf8, i));
    }
    if (last >= start) {
      return plain && isPlain((long) WORDS.get(utf8, last));
    }
    for (int i = start; i < end; i++) {
      // Bytes of characters above 127 are negative, and plain.
      byte one = utf8[i];
      plain &= (one >= FIRST_PRINTABLE || one < 0) & one != '"' & one != '\\';
    }
    return plain;
  }

  /** Eight bytes at once: each makes the highest bit of its own if it is one to escape. */
  private static boolean isPlain(long bytes) {
    long control = bytes - EACH * FIRST_PRINTABLE & ~bytes;
    long quote = bytes ^ EACH * '"';
    long backslash = bytes ^ EACH * '\\';
    long escaped = control | quote - EACH & ~quote | backslash - EACH & ~backslash;
    return (escaped & EACH << Byte.SIZE - 1) == 0;
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
    byte[] text = Base64.getEncoder().encode(value);
    buffer.putQuoted(text, 0, text.length, ',');
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
