/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/** Getters by label, all through {@link #findColumn}, whose error has a state. */
abstract class LabelledResultSet extends AvaticaResultSet {
  LabelledResultSet(
      AvaticaStatement statement,
      QueryState state,
      Meta.Signature signature,
      ResultSetMetaData metaData,
      TimeZone zone,
      Meta.@Nullable Frame firstFrame)
      throws SQLException {
    super(statement, state, signature, metaData, zone, firstFrame);
  }

  @Override
  public abstract int findColumn(String label) throws SQLException;

  @Override
  public @Nullable String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public byte @Nullable [] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public @Nullable String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public @Nullable InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @Override
  public @Nullable InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public @Nullable Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public @Nullable Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }
}
