/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.runtime.ColumnReader;
import io.moraine.adapter.runtime.DateReader;
import io.moraine.adapter.runtime.DecimalReader;
import io.moraine.adapter.runtime.DoubleReader;
import io.moraine.adapter.runtime.IntReader;
import io.moraine.adapter.runtime.LongReader;
import io.moraine.adapter.runtime.TextReader;
import io.moraine.adapter.wire.ValueSink;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A column whose declared type is what the runtime computes, and whose values are what {@code
 * getObject} returns: nothing stands between the getter and the batch. Other conversions are those
 * of {@link ExactAccessor}.
 */
class DirectAccessor extends ExactAccessor {
  private final RowCursor cursor;
  private final ColumnReader reader;

  DirectAccessor(RowCursor cursor, int column, ZoneId zone, ColumnReader reader) {
    super(cursor, column, zone);
    this.cursor = cursor;
    this.reader = reader;
  }

  /** The accessor of a column: this one where it may be used. */
  static ExactAccessor of(
      RowCursor cursor, int column, ZoneId zone, ResultColumn declared, ColumnReader reader) {
    return switch (declared.metaData().type.id) {
      case java.sql.Types.BIGINT ->
          reader instanceof LongReader longs
              ? new OfLong(cursor, column, zone, longs)
              : new ExactAccessor(cursor, column, zone);
      case java.sql.Types.INTEGER ->
          reader instanceof IntReader ints
              ? new OfInt(cursor, column, zone, ints)
              : new ExactAccessor(cursor, column, zone);
      case java.sql.Types.DOUBLE ->
          reader instanceof DoubleReader doubles
              ? new OfDouble(cursor, column, zone, doubles)
              : new ExactAccessor(cursor, column, zone);
      case java.sql.Types.DECIMAL ->
          reader instanceof DecimalReader decimals && decimals.scale() == declared.metaData().scale
              ? new OfDecimal(cursor, column, zone, decimals)
              : new ExactAccessor(cursor, column, zone);
      default -> ofOther(cursor, column, zone, declared, reader);
    };
  }

  private static ExactAccessor ofOther(
      RowCursor cursor, int column, ZoneId zone, ResultColumn declared, ColumnReader reader) {
    if (declared.form() != ResultColumn.AS_IS) {
      return new ExactAccessor(cursor, column, zone);
    }
    if (reader instanceof TextReader texts) {
      return new OfText(cursor, column, zone, texts);
    }
    return reader instanceof DateReader dates
        ? new DateAccessor(cursor, column, zone, dates)
        : new ExactAccessor(cursor, column, zone);
  }

  @Override
  final @Nullable Object value() throws SQLException {
    cursor.requireRow();
    try {
      Object value = reader.value();
      cursor.readNull(value == null);
      return value;
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  /** Whether the current value is NULL, remembered for {@code wasNull}. */
  final boolean isNull() throws SQLException {
    cursor.requireRow();
    try {
      boolean isNull = reader.isNull();
      cursor.readNull(isNull);
      return isNull;
    } catch (RuntimeException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public @Nullable Object getObject() throws SQLException {
    return value();
  }

  @Override
  final boolean handOver(ValueSink sink) {
    int row = reader.row();
    if (row < 0) {
      sink.nothing();
      return true;
    }
    return handOver(sink, row);
  }

  /** Hands over the value in a row of the reader's, which is not NULL, or returns false. */
  boolean handOver(ValueSink sink, int row) {
    return false;
  }

  private static final class OfLong extends DirectAccessor {
    private final LongReader longs;

    OfLong(RowCursor cursor, int column, ZoneId zone, LongReader reader) {
      super(cursor, column, zone, reader);
      this.longs = reader;
    }

    @Override
    boolean handOver(ValueSink sink, int row) {
      sink.bigint(longs.get(row));
      return true;
    }

    @Override
    public long getLong() throws SQLException {
      return isNull() ? 0 : longs.get();
    }
  }

  private static final class OfInt extends DirectAccessor {
    private final IntReader ints;

    OfInt(RowCursor cursor, int column, ZoneId zone, IntReader reader) {
      super(cursor, column, zone, reader);
      this.ints = reader;
    }

    @Override
    boolean handOver(ValueSink sink, int row) {
      sink.integer(ints.get(row));
      return true;
    }

    @Override
    public int getInt() throws SQLException {
      return isNull() ? 0 : ints.get();
    }

    @Override
    public long getLong() throws SQLException {
      return getInt();
    }
  }

  private static final class OfDouble extends DirectAccessor {
    private final DoubleReader doubles;

    OfDouble(RowCursor cursor, int column, ZoneId zone, DoubleReader reader) {
      super(cursor, column, zone, reader);
      this.doubles = reader;
    }

    @Override
    public double getDouble() throws SQLException {
      return isNull() ? 0 : doubles.get();
    }
  }

  private static final class OfDecimal extends DirectAccessor {
    private final DecimalReader decimals;

    OfDecimal(RowCursor cursor, int column, ZoneId zone, DecimalReader reader) {
      super(cursor, column, zone, reader);
      this.decimals = reader;
    }

    @Override
    boolean handOver(ValueSink sink, int row) {
      sink.decimal(decimals.unscaled(row), decimals.scale());
      return true;
    }

    @Override
    public @Nullable BigDecimal getBigDecimal() throws SQLException {
      return (BigDecimal) value();
    }
  }

  private static final class OfText extends DirectAccessor {
    private final TextReader texts;

    OfText(RowCursor cursor, int column, ZoneId zone, TextReader reader) {
      super(cursor, column, zone, reader);
      this.texts = reader;
    }

    @Override
    boolean handOver(ValueSink sink, int row) {
      int start = texts.start(row);
      sink.text(texts.bytes(), start, texts.length(row));
      return true;
    }

    @Override
    public byte @Nullable [] getBytes() throws SQLException {
      return isNull() ? null : texts.utf8();
    }

    @Override
    public @Nullable String getString() throws SQLException {
      return (String) value();
    }
  }
}
