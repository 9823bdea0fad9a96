/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Parameters as they were set. Avatica's own setters go through milliseconds; these keep the
 * values.
 */
// size: JDBC has more than forty setters.
abstract class ParameterSetters extends AvaticaPreparedStatement {
  private static final Object UNSET = new Object();

  private final List<@Nullable Object> values;

  ParameterSetters(
      AvaticaConnection connection,
      Meta.StatementHandle handle,
      Meta.Signature signature,
      int type,
      int concurrency,
      int holdability,
      int parameters)
      throws SQLException {
    super(connection, handle, signature, type, concurrency, holdability);
    this.values = new ArrayList<>(Collections.nCopies(parameters, UNSET));
  }

  /** The values up to the first that was not set. */
  List<@Nullable Object> boundValues() {
    int unset = values.indexOf(UNSET);
    return unset < 0 ? values : values.subList(0, unset);
  }

  @Override
  protected void checkOpen() throws SQLException {
    SqlExceptions.requireOpen(this);
  }

  @Override
  protected AvaticaParameter getParameter(int parameter) throws SQLException {
    requireParameter(parameter);
    return super.getParameter(parameter);
  }

  private void requireParameter(int parameter) throws SQLException {
    if (parameter < 1 || parameter > values.size()) {
      throw new SQLException(
          "There is no parameter " + parameter + "; the statement has " + values.size(), "07009");
    }
  }

  private void set(int parameter, @Nullable Object value) throws SQLException {
    checkOpen();
    requireParameter(parameter);
    values.set(parameter - 1, value);
    slots[parameter - 1] = TypedValue.EXPLICIT_NULL;
  }

  @Override
  public void clearParameters() throws SQLException {
    super.clearParameters();
    Collections.fill(values, UNSET);
  }

  @Override
  public void setNull(int parameter, int sqlType) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setNull(int parameter, int sqlType, String typeName) throws SQLException {
    set(parameter, null);
  }

  @Override
  public void setBoolean(int parameter, boolean x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setByte(int parameter, byte x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setShort(int parameter, short x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setInt(int parameter, int x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setLong(int parameter, long x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setFloat(int parameter, float x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setDouble(int parameter, double x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setBigDecimal(int parameter, @Nullable BigDecimal x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setString(int parameter, @Nullable String x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setNString(int parameter, @Nullable String x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setBytes(int parameter, byte @Nullable [] x) throws SQLException {
    set(parameter, x == null ? null : x.clone());
  }

  @Override
  public void setObject(int parameter, @Nullable Object x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, int targetSqlType) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setObject(int parameter, @Nullable Object x, int targetSqlType, int scaleOrLength)
      throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setDate(int parameter, @Nullable Date x) throws SQLException {
    set(parameter, x);
  }

  /** With a calendar, the day that the instant has in the calendar's zone. */
  @Override
  public void setDate(int parameter, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, x == null || calendar == null ? x : local(x.getTime(), calendar).toLocalDate());
  }

  @Override
  public void setTime(int parameter, @Nullable Time x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setTime(int parameter, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    set(parameter, x == null || calendar == null ? x : local(x.getTime(), calendar).toLocalTime());
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp x) throws SQLException {
    set(parameter, x);
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp x, @Nullable Calendar calendar)
      throws SQLException {
    set(
        parameter,
        x == null || calendar == null ? x : local(x.getTime(), calendar).withNano(x.getNanos()));
  }

  private static LocalDateTime local(long millis, Calendar calendar) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), calendar.getTimeZone().toZoneId());
  }

  @Override
  public void setAsciiStream(int parameter, InputStream x) throws SQLException {
    set(parameter, new String(read(x, Long.MAX_VALUE), StandardCharsets.US_ASCII));
  }

  @Override
  public void setAsciiStream(int parameter, InputStream x, int length) throws SQLException {
    setAsciiStream(parameter, x, (long) length);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream x, long length) throws SQLException {
    set(parameter, new String(read(x, length), StandardCharsets.US_ASCII));
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int parameter, InputStream x, int length) throws SQLException {
    set(parameter, new String(read(x, length), StandardCharsets.UTF_8));
  }

  @Override
  public void setBinaryStream(int parameter, InputStream x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setBinaryStream(int parameter, InputStream x, int length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setBinaryStream(int parameter, InputStream x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setCharacterStream(int parameter, Reader x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setCharacterStream(int parameter, Reader x, int length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setCharacterStream(int parameter, Reader x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setNCharacterStream(int parameter, Reader x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setNCharacterStream(int parameter, Reader x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setClob(int parameter, Reader x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setClob(int parameter, Reader x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setNClob(int parameter, Reader x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setNClob(int parameter, Reader x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  @Override
  public void setBlob(int parameter, InputStream x) throws SQLException {
    set(parameter, read(x, Long.MAX_VALUE));
  }

  @Override
  public void setBlob(int parameter, InputStream x, long length) throws SQLException {
    set(parameter, read(x, length));
  }

  private static byte[] read(InputStream stream, long length) throws SQLException {
    try {
      return stream.readNBytes((int) Math.min(length, Integer.MAX_VALUE - 8));
    } catch (IOException e) {
      throw new SQLException("Cannot read the value of a parameter: " + e.getMessage(), e);
    }
  }

  private static String read(Reader reader, long length) throws SQLException {
    StringWriter text = new StringWriter();
    try {
      for (long left = length; left > 0; left--) {
        int c = reader.read();
        if (c < 0) {
          break;
        }
        text.write(c);
      }
      return text.toString();
    } catch (IOException e) {
      throw new SQLException("Cannot read the value of a parameter: " + e.getMessage(), e);
    }
  }

  @Override
  public void setRef(int parameter, Ref x) throws SQLException {
    throw SqlExceptions.unsupported("A parameter of type Ref");
  }

  @Override
  public void setBlob(int parameter, Blob x) throws SQLException {
    set(parameter, x.getBytes(1, (int) x.length()));
  }

  @Override
  public void setClob(int parameter, Clob x) throws SQLException {
    set(parameter, x.getSubString(1, (int) x.length()));
  }

  @Override
  public void setNClob(int parameter, NClob x) throws SQLException {
    setClob(parameter, (Clob) x);
  }

  @Override
  public void setArray(int parameter, Array x) throws SQLException {
    throw SqlExceptions.unsupported("A parameter of type Array");
  }

  @Override
  public void setURL(int parameter, URL x) throws SQLException {
    throw SqlExceptions.unsupported("A parameter of type URL");
  }

  @Override
  public void setRowId(int parameter, RowId x) throws SQLException {
    throw SqlExceptions.unsupported("A parameter of type RowId");
  }

  @Override
  public void setSQLXML(int parameter, SQLXML x) throws SQLException {
    throw SqlExceptions.unsupported("A parameter of type SQLXML");
  }
}
