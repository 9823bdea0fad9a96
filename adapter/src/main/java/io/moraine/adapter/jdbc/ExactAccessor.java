/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.wire.ValueSink;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.util.Cursor;
import org.joou.UByte;
import org.joou.UInteger;
import org.joou.ULong;
import org.joou.UShort;
import org.jspecify.annotations.Nullable;

/** A column of the current row through JDBC's getters; conversions are exact or an error. */
class ExactAccessor implements Cursor.Accessor {
  private final RowCursor cursor;
  private final int column;
  private final ZoneId zone;

  ExactAccessor(RowCursor cursor, int column, ZoneId zone) {
    this.cursor = cursor;
    this.column = column;
    this.zone = zone;
  }

  /** The exact value, null for NULL; remembers which. */
  @Nullable Object value() throws SQLException {
    return cursor.value(column);
  }

  /** Hands over the value of the row that there is, as it lies in the batch; or returns false. */
  boolean handOver(ValueSink sink) {
    return false;
  }

  private Conversion conversion(Object value) {
    return new Conversion(value, cursor.label(column), zone);
  }

  @Override
  public boolean wasNull() {
    return cursor.wasNull();
  }

  @Override
  public @Nullable String getString() throws SQLException {
    Object value = value();
    return value == null ? null : ValueText.of(value, zone);
  }

  @Override
  public boolean getBoolean() throws SQLException {
    Object value = value();
    return value != null && conversion(value).toBoolean();
  }

  @Override
  public byte getByte() throws SQLException {
    return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort() throws SQLException {
    return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt() throws SQLException {
    Object value = value();
    return value instanceof Integer i
        ? i
        : value == null ? 0 : (int) conversion(value).toLong(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong() throws SQLException {
    Object value = value();
    return value instanceof Long l
        ? l
        : value == null ? 0 : conversion(value).toLong(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long integer(long min, long max) throws SQLException {
    Object value = value();
    return value == null ? 0 : conversion(value).toLong(min, max);
  }

  @Override
  public float getFloat() throws SQLException {
    Object value = value();
    return value == null ? 0 : conversion(value).toFloat();
  }

  @Override
  public double getDouble() throws SQLException {
    Object value = value();
    return value == null ? 0 : conversion(value).toDouble();
  }

  @Override
  public @Nullable BigDecimal getBigDecimal() throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toDecimal();
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int scale) throws SQLException {
    BigDecimal decimal = getBigDecimal();
    return decimal == null ? null : decimal.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte @Nullable [] getBytes() throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toBytes();
  }

  @Override
  public @Nullable Object getObject() throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toJdbcObject();
  }

  @Override
  public @Nullable Object getObject(Map<String, Class<?>> map) throws SQLException {
    return getObject();
  }

  @Override
  public <T> @Nullable T getObject(Class<T> type) throws SQLException {
    Object value = value();
    return value == null ? null : type.cast(conversion(value).to(type));
  }

  @Override
  public @Nullable Date getDate(@Nullable Calendar calendar) throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toDate(calendar);
  }

  @Override
  public @Nullable Time getTime(@Nullable Calendar calendar) throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toTime(calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(@Nullable Calendar calendar) throws SQLException {
    Object value = value();
    return value == null ? null : conversion(value).toTimestamp(calendar);
  }

  @Override
  public @Nullable InputStream getAsciiStream() throws SQLException {
    String text = getString();
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public @Nullable InputStream getUnicodeStream() throws SQLException {
    String text = getString();
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable InputStream getBinaryStream() throws SQLException {
    byte[] bytes = getBytes();
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable Reader getCharacterStream() throws SQLException {
    String text = getString();
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable String getNString() throws SQLException {
    return getString();
  }

  @Override
  public @Nullable Reader getNCharacterStream() throws SQLException {
    return getCharacterStream();
  }

  @Override
  public UByte getUByte() throws SQLException {
    throw SqlExceptions.unsupported("an unsigned number");
  }

  @Override
  public UShort getUShort() throws SQLException {
    throw SqlExceptions.unsupported("an unsigned number");
  }

  @Override
  public UInteger getUInt() throws SQLException {
    throw SqlExceptions.unsupported("an unsigned number");
  }

  @Override
  public ULong getULong() throws SQLException {
    throw SqlExceptions.unsupported("an unsigned number");
  }

  @Override
  public Ref getRef() throws SQLException {
    throw SqlExceptions.unsupported("Ref");
  }

  @Override
  public Blob getBlob() throws SQLException {
    throw SqlExceptions.unsupported("Blob");
  }

  @Override
  public Clob getClob() throws SQLException {
    throw SqlExceptions.unsupported("Clob");
  }

  @Override
  public @Nullable Array getArray() throws SQLException {
    return getObject(Array.class);
  }

  @Override
  public @Nullable Struct getStruct() throws SQLException {
    return getObject(Struct.class);
  }

  @Override
  public URL getURL() throws SQLException {
    throw SqlExceptions.unsupported("URL");
  }

  @Override
  public NClob getNClob() throws SQLException {
    throw SqlExceptions.unsupported("NClob");
  }

  @Override
  public SQLXML getSQLXML() throws SQLException {
    throw SqlExceptions.unsupported("SQLXML");
  }
}
